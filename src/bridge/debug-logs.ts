import { debuglog } from 'node:util';
import { sanitizeText } from './errors';

type DebugArea = 'http' | 'queue' | 'events' | 'trust' | 'discovery';

/** Writes one line, made safe to display and at most 500 characters long. */
type WriteLogLine = (line: string) => void;

/** `NODE_DEBUG` with this name selects all areas; `lighting-bridge-http` and so on select one. */
const sectionName = 'lighting-bridge';

function createDebugLog(area: DebugArea): WriteLogLine | undefined {
  const ownSection = debuglog(`${sectionName}-${area}`);
  const wholeSection = debuglog(sectionName);
  const isOwnEnabled = ownSection.enabled;
  if (!isOwnEnabled && !wholeSection.enabled) return undefined;
  return (line) => {
    const time = new Date().toISOString().slice(11, 23);
    const text = sanitizeText(line, 500);
    if (isOwnEnabled) ownSection(`${time} ${text}`);
    else wholeSection(`${time} ${area} ${text}`);
  };
}

/**
 * On stderr; undefined unless `NODE_DEBUG` asks for the area at the start of the process, so that
 * `debugLogs.http?.(…)` builds no line. Lines contain no headers or bodies, because these may contain keys.
 */
export const debugLogs: Record<DebugArea, WriteLogLine | undefined> = {
  http: createDebugLog('http'),
  queue: createDebugLog('queue'),
  events: createDebugLog('events'),
  trust: createDebugLog('trust'),
  discovery: createDebugLog('discovery'),
};
