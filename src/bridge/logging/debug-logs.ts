import { debuglog } from 'node:util';
import { sanitizeText } from '../errors/sanitize-text';

/** What can be logged by itself. */
export type DebugArea = 'http' | 'queue' | 'events' | 'trust' | 'discovery';

/**
 * Log of one area for engineers, on stderr. Lines hold methods, paths, statuses, times, counts and certificates,
 * never a header or a body: keys occur in these only.
 */
export interface DebugLog {
  /** Whether `NODE_DEBUG` asks for it. Check it before a line is built: without it, logging costs nothing more. */
  readonly enabled: boolean;
  /** Writes one line, made safe to display and cut off after 500 characters. */
  write(line: string): void;
}

/** Name in `NODE_DEBUG` for all areas; `lighting-bridge-http` and so on for one. */
const sectionName = 'lighting-bridge';

function createDebugLog(area: DebugArea): DebugLog {
  const ownSection = debuglog(`${sectionName}-${area}`);
  const wholeSection = debuglog(sectionName);
  const isOwnEnabled = ownSection.enabled;
  return {
    enabled: isOwnEnabled || wholeSection.enabled,
    write(line) {
      const time = new Date().toISOString().slice(11, 23);
      const text = sanitizeText(line, 500);
      if (isOwnEnabled) ownSection(`${time} ${text}`);
      else wholeSection(`${time} ${area} ${text}`);
    },
  };
}

/** The logs by area. `NODE_DEBUG` is read once, when the process starts. */
export const debugLogs: Readonly<Record<DebugArea, DebugLog>> = {
  http: createDebugLog('http'),
  queue: createDebugLog('queue'),
  events: createDebugLog('events'),
  trust: createDebugLog('trust'),
  discovery: createDebugLog('discovery'),
};
