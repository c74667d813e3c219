import { isObject } from '../../resources';
import { sanitizeText } from '../errors/sanitize-text';
import { debugLogs } from '../logging/debug-logs';
import type { BridgeEvent } from './event-parser';

type EventListener = (event: BridgeEvent, cause: 'stream' | 'gap') => void;

/** Most types that are named. */
const maxTypes = 10;

/** @returns a listener that logs kind, number and types of the resources of an event before it passes it on */
export const withEventLogging =
  (listener: EventListener): EventListener =>
  (event, cause) => {
    const { type, data } = event;
    const types = data.slice(0, maxTypes).map(getTypeName);
    const late = cause === 'gap' ? ', may be old' : '';
    const more = data.length > maxTypes ? ', …' : '';
    debugLogs.events.write(
      `${sanitizeText(type, 32)}: ${data.length} (${types.join(', ')}${more})${late}`,
    );
    listener(event, cause);
  };

const getTypeName = (entry: unknown): string => {
  const type = isObject(entry) ? entry['type'] : undefined;
  return typeof type === 'string' ? sanitizeText(type, 32) : 'without type';
};
