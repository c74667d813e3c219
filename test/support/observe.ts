import { EventEmitter } from 'node:events';
import type { NodeRedApp } from 'node-red';
import { isObject } from '../../src/resources';
import type { FlowMessage, Observation, ReportedError } from './observations';

/**
 * Tells what Node-RED does, without a change to its flows.
 *
 * @param red after `init`
 * @param tell called for every message that arrives or completes, every status and every log entry
 */
export function observe(red: NodeRedApp, tell: (observation: Observation) => void): void {
  red.hooks.add('onReceive', ({ msg, destination }) => {
    tell({ kind: 'arrival', node: destination.id, message: copyOf(msg) });
  });
  red.hooks.add('onComplete', ({ msg, node, error }) => {
    const observation = { kind: 'completion', node: node.id, message: copyOf(msg) } as const;
    tell(
      error === undefined || error === null
        ? observation
        : { ...observation, error: reported(error) },
    );
  });
  red.events.on('node-status', ({ id, status }: { id: string; status?: object }) => {
    tell({ kind: 'status', node: id, status: copyOf(status ?? {}) });
  });
  const log = new EventEmitter();
  log.on('log', (entry: unknown) => {
    if (!isObject(entry) || typeof entry['level'] !== 'number') return;
    if (entry['level'] > red.log.DEBUG) return;
    const { level, msg, id } = entry;
    const text = msg instanceof Error ? String(msg.stack) : String(msg);
    tell({ kind: 'log', level, text, ...(typeof id === 'string' && { node: id }) });
  });
  red.log.addHandler(log);
}

const reported = (error: unknown): ReportedError =>
  error instanceof Error
    ? {
        message: error.message,
        ...('code' in error && { code: error.code }),
        ...(error.cause !== undefined && { cause: error.cause }),
      }
    : { message: String(error) };

/** What can be told to another process: an HTTP request or response cannot, and stays behind. */
function copyOf(value: object): FlowMessage {
  const { req: _request, res: _response, ...rest } = { req: undefined, res: undefined, ...value };
  try {
    return structuredClone(rest);
  } catch (error) {
    return { notCopied: String(error) };
  }
}
