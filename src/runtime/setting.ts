import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { isBridgeError } from '../bridge/errors/errors';
import type { BridgeError } from '../bridge/errors/errors';
import { showValue } from '../resources/describe-problem';
import { plainJson } from '../vocabulary/plain-json';
import { commandError, invalidValue, settingPath } from './command-error';
import { writtenText } from './given-setting';

/** A setting with a type, as Node-RED's typed input saves it. */
export interface TypedSetting {
  /** Text as a rule; whatever a flow file by other hands or the property of a subflow holds. */
  value: unknown;
  type: string;
}

/** What a setting says for one message: a plain copy, or the error to answer with if it is needed. */
export type Given = { ok: true; value: unknown } | { ok: false; error: BridgeError };

/** What a setting says, with where it says it. */
export interface GivenValue {
  /** Path of the setting, or of the property of the message that it names, for errors. */
  at: string;
  given: Given;
}

/** Who evaluates a setting: the node and its Node-RED. */
export interface Evaluator {
  RED: Pick<NodeAPI, 'util'>;
  node: Node;
}

/**
 * Where the value of a setting is to be looked for when it is wrong: in the message for one that names a property of
 * it, in either for an expression, otherwise in the setting.
 *
 * @param name name of the setting
 */
export function placeOf({ value, type }: TypedSetting, name: string): string {
  const property = type === 'msg' ? writtenText(value) : undefined;
  return property ?? (type === 'jsonata' ? name : settingPath(name));
}

/**
 * Evaluates a typed setting for one message.
 *
 * What stands in the message is copied before this function returns, so that whatever the flow does to the
 * message afterwards changes nothing.
 *
 * @param message the message, or an empty one for settings that need none
 * @param at where it is to be looked for, as `placeOf` tells
 * @returns a plain JSON copy, or an error that says what is wrong; never rejects
 */
export function evaluateSetting(
  { RED, node }: Evaluator,
  message: NodeMessage,
  { value, type }: TypedSetting,
  at: string,
): Promise<Given> {
  const text = writtenText(value);
  if (text === undefined) return Promise.resolve(asItIs(value, type, at));
  if (type === 'resource') return Promise.resolve({ ok: true, value: text });
  if (type === 'msg' && nameAlone.test(text)) {
    return Promise.resolve(plain(Object.getOwnPropertyDescriptor(message, text)?.value, at));
  }
  if (type === 'num' && !Number.isFinite(Number(text))) {
    const error = commandError({ path: at, expected: 'a number', received: text });
    return Promise.resolve({ ok: false, error });
  }
  return new Promise((resolve) => {
    const failed = (thrown: unknown): void =>
      resolve({ ok: false, error: failure(at, text, thrown) });
    try {
      // An expression reads the message later, so it gets a copy of its own.
      const source = type === 'jsonata' ? RED.util.cloneMessage(message) : message;
      RED.util.evaluateNodeProperty(text, type, node, source, (error, result: unknown) => {
        if (error === null || error === undefined) resolve(plain(result, at));
        else failed(error);
      });
    } catch (thrown) {
      failed(thrown);
    }
  });
}

/** A setting that is no text: the properties of subflows bring JSON and booleans as what they are. */
function asItIs(value: unknown, type: string, at: string): Given {
  if (type === 'json' || (type === 'bool' && typeof value === 'boolean')) return plain(value, at);
  const expected = `a setting that is a text, as the type ${type} needs it`;
  return { ok: false, error: commandError({ path: at, expected, received: value }) };
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

function failure(at: string, text: string, thrown: unknown): BridgeError {
  if (isBridgeError(thrown)) return thrown;
  const sentence = `the value of ${showValue(text)} could not be worked out: ${reasonOf(thrown)}.`;
  return invalidValue(at, sentence);
}

/** JSONata throws plain objects that hold a message. */
function reasonOf(thrown: unknown): string {
  const holdsMessage = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  const reason = holdsMessage ? thrown.message : thrown;
  return typeof reason === 'string' ? reason.slice(0, 200).replace(/\.+$/, '') : 'unknown reason';
}
