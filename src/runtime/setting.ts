import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { BridgeError, isBridgeError } from '../bridge/errors/errors';
import { plainJson } from '../vocabulary/plain-json';
import { commandError } from './command-error';

/** A setting with a type, as Node-RED's typed input saves it. */
export interface TypedSetting {
  value: string;
  type: string;
}

/** What a setting says for one message: a plain copy, or the error to answer with if it is needed. */
export type Given = { ok: true; value: unknown } | { ok: false; error: BridgeError };

/** Who evaluates a setting: the node and its Node-RED. */
export interface Evaluator {
  RED: Pick<NodeAPI, 'util'>;
  node: Node;
}

/**
 * Evaluates a typed setting for one message.
 *
 * What stands in the message is copied before this function returns, so that whatever the flow does to the
 * message afterwards changes nothing.
 *
 * @param message the message, or an empty one for settings that need none
 * @param at name of the setting or of the property of the message, for errors
 * @returns a plain JSON copy, or an error that says what is wrong; never rejects
 */
export function evaluateSetting(
  { RED, node }: Evaluator,
  message: NodeMessage,
  { value, type }: TypedSetting,
  at: string,
): Promise<Given> {
  if (type === 'resource') return Promise.resolve({ ok: true, value });
  if (type === 'msg' && nameAlone.test(value)) {
    return Promise.resolve(plain(Object.getOwnPropertyDescriptor(message, value)?.value, at));
  }
  return new Promise((resolve) => {
    const failed = (thrown: unknown): void => resolve({ ok: false, error: failure(at, thrown) });
    try {
      // An expression reads the message later, so it gets a copy of its own.
      const source = type === 'jsonata' ? RED.util.cloneMessage(message) : message;
      RED.util.evaluateNodeProperty(value, type, node, source, (error, result: unknown) => {
        if (error === null || error === undefined) resolve(plain(result, at));
        else failed(error);
      });
    } catch (thrown) {
      failed(thrown);
    }
  });
}

/** A name that Node-RED need not take apart, as it does anew for each message. */
const nameAlone = /^[A-Za-z_]\w*$/;

/** A plain JSON copy of anything, or what is wrong with it. */
export function plain(value: unknown, at: string): Given {
  const copied = plainJson(value, at);
  return copied.ok
    ? { ok: true, value: copied.value }
    : { ok: false, error: commandError(copied.problem) };
}

/** The value of a setting that is needed. Throws its BridgeError when there is none. */
export function needed(given: Given): unknown {
  if (given.ok) return given.value;
  throw given.error;
}

function failure(at: string, thrown: unknown): BridgeError {
  if (isBridgeError(thrown)) return thrown;
  return new BridgeError(
    'ERR_BRIDGE_INVALID_COMMAND',
    `${at}: the value could not be worked out: ${reasonOf(thrown)}.`,
  );
}

/** JSONata throws plain objects that hold a message. */
function reasonOf(thrown: unknown): string {
  const holdsMessage = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  const reason = holdsMessage ? thrown.message : thrown;
  return typeof reason === 'string' ? reason.slice(0, 200).replace(/\.+$/, '') : 'unknown reason';
}
