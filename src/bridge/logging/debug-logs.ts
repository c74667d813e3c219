import { debuglog } from 'node:util';
import { sanitizeText } from '../errors/sanitize-text';

type DebugArea = 'http' | 'queue' | 'events' | 'trust' | 'discovery';

/**
 * Log of one area for engineers, on stderr. Lines contain methods, paths, statuses, times, counts and certificates.
 * They never contain headers or bodies, because these may contain keys.
 */
interface DebugLog {
  /**
   * True if `NODE_DEBUG` asks for the area. Check it before building a line, so that a disabled log costs nothing.
   */
  readonly enabled: boolean;
  /** Writes one line, safe to display and at most 500 characters long. */
  write(line: string): void;
}

/** Name of all areas in `NODE_DEBUG`. `lighting-bridge-http` and so on select one area. */
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

/** The logs by area. `NODE_DEBUG` is read once, at the start of the process. */
export const debugLogs: Readonly<Record<DebugArea, DebugLog>> = {
  http: createDebugLog('http'),
  queue: createDebugLog('queue'),
  events: createDebugLog('events'),
  trust: createDebugLog('trust'),
  discovery: createDebugLog('discovery'),
};
