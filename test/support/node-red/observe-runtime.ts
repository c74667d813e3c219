import { EventEmitter } from 'node:events';
import type { NodeRedApp } from 'node-red';
import { isObject } from '../../../src/resources/members';
import type { FlowMessage, Observation, ReportedError } from './observation-log';

/**
 * Observes without a change to the flows.
 *
 * @param red after `init`
 */
export function observeRuntime(red: NodeRedApp, report: (observation: Observation) => void): void {
  red.hooks.add('onReceive', ({ msg, destination }) => {
    report({ kind: 'arrival', node: destination.id, message: toTransferable(msg) });
  });
  red.hooks.add('onComplete', ({ msg, node, error }) => {
    const observation = {
      kind: 'completion',
      node: node.id,
      message: toTransferable(msg),
    } as const;
    report(
      error === undefined || error === null
        ? observation
        : { ...observation, error: toReportedError(error) },
    );
  });
  red.events.on('node-status', ({ id, status }: { id: string; status?: object }) => {
    report({ kind: 'status', node: id, status: toTransferable(status ?? {}) });
  });
  const log = new EventEmitter();
  log.on('log', (entry: unknown) => {
    if (!isObject(entry) || typeof entry['level'] !== 'number') return;
    if (entry['level'] > red.log.DEBUG) return;
    const { level, msg, id } = entry;
    const text = msg instanceof Error ? String(msg.stack) : String(msg);
    report({ kind: 'log', level, text, ...(typeof id === 'string' && { node: id }) });
  });
  red.log.addHandler(log);
}

const toReportedError = (error: unknown): ReportedError =>
  error instanceof Error
    ? {
        message: error.message,
        ...('code' in error && { code: error.code }),
        ...(error.cause !== undefined && { cause: error.cause }),
      }
    : { message: String(error) };

/** Copies without HTTP request and response objects. */
function toTransferable(value: object): FlowMessage {
  const { req: _request, res: _response, ...rest } = { req: undefined, res: undefined, ...value };
  try {
    return structuredClone(rest);
  } catch (error) {
    return { notCopied: String(error) };
  }
}
