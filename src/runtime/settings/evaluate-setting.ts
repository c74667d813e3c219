import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import type { BridgeError } from '../../bridge/errors/bridge-error';
import { describeValue } from '../../resources/validation/describe-problem';
import { parsePlainJson } from '../../vocabulary/parsing/plain-json';
import { messageTypes } from './target-settings';
import type { WatchedTargetSettings } from './target-settings';
import { toCommandError, invalidValueError, formatSettingPath } from './node-errors';
import { findNearestName } from '../../resources/validation/nearest-name';

/** A setting with a type, as Node-RED's typed input saves it. */
export interface TypedSetting {
  /** Usually a text; anything in hand-written flows and from properties of subflows. */
  value: unknown;
  type: string;
}

/** Value of a setting for one message: a plain JSON copy, or the error to throw when it is used. */
export type SettingResult = { ok: true; value: unknown } | { ok: false; error: BridgeError };

/** Value of a setting, with its path. */
export interface LocatedSettingResult {
  /** Path of the setting, or of the message property that it refers to, for errors. */
  readonly path: string;
  /** Undefined as a value until `MessageSettingsEvaluator.pending` has ended, for an expression that takes time. */
  readonly result: SettingResult;
}

/** The node and the Node-RED that settings are evaluated with. */
export interface EvaluationContext {
  RED: Pick<NodeAPI, 'util'>;
  node: Node;
}

/**
 * Path to name in errors about a setting: the message property that it refers to, the bare name for an expression
 * (the fault may be in either), otherwise the setting.
 *
 * @param name name of the setting
 */
export function getSettingErrorPath({ value, type }: TypedSetting, name: string): string {
  const property = type === 'msg' ? parseUntrimmedText(value) : undefined;
  return property ?? (type === 'jsonata' ? name : formatSettingPath(name));
}

/**
 * Evaluates a typed setting for one message, at once where nothing has to be waited for.
 *
 * Values from the message are copied before this function returns, since the flow may change the message
 * afterwards.
 *
 * @param message the message, or an empty one where there is none
 * @param path path for errors, from `getSettingErrorPath`
 * @returns a plain JSON copy, or an error; as a promise that never rejects when evaluating takes time, as JSONata does
 */
export function evaluateSetting(
  { RED, node }: EvaluationContext,
  message: NodeMessage,
  { value, type }: TypedSetting,
  path: string,
): SettingResult | Promise<SettingResult> {
  const text = parseUntrimmedText(value);
  if (text === undefined) return evaluateNonText(value, type, path);
  if (type === 'resource') return { ok: true, value: text };
  if (type === 'msg' && simplePropertyName.test(text)) {
    return toJsonSettingResult(Object.getOwnPropertyDescriptor(message, text)?.value, path);
  }
  if (type === 'num' && !Number.isFinite(Number(text))) {
    const error = toCommandError({ path, expected: 'a number', received: text });
    return { ok: false, error };
  }
  let evaluated: SettingResult | undefined;
  let onEvaluated = (result: SettingResult): void => {
    evaluated ??= result;
  };
  const onError = (thrown: unknown): void =>
    onEvaluated({ ok: false, error: toEvaluationError(path, text, thrown) });
  try {
    // JSONata reads the message asynchronously, so it gets a clone.
    const source = type === 'jsonata' ? RED.util.cloneMessage(message) : message;
    RED.util.evaluateNodeProperty(text, type, node, source, (error, result: unknown) => {
      if (error === null || error === undefined) onEvaluated(toJsonSettingResult(result, path));
      else onError(error);
    });
  } catch (thrown) {
    onError(thrown);
  }
  return (
    evaluated ??
    new Promise((resolve) => {
      onEvaluated = resolve;
    })
  );
}

/** Evaluates a setting that is no text: properties of subflows hold parsed JSON and booleans. */
function evaluateNonText(value: unknown, type: string, path: string): SettingResult {
  if (type === 'json' || (type === 'bool' && typeof value === 'boolean'))
    return toJsonSettingResult(value, path);
  const expected = `a setting that is a text, as the type ${type} needs it`;
  return { ok: false, error: toCommandError({ path, expected, received: value }) };
}

/** A property name without dots or brackets: read it directly, as Node-RED parses paths per message. */
const simplePropertyName = /^[A-Za-z_]\w*$/;

/** Copies any value to plain JSON; an error when it cannot be. */
export function toJsonSettingResult(value: unknown, path: string): SettingResult {
  const copied = parsePlainJson(value, path);
  return copied.ok
    ? { ok: true, value: copied.value }
    : { ok: false, error: toCommandError(copied.problem) };
}

/** Returns the value of a result, or throws its BridgeError. */
export function getSettingValueOrThrow(setting: SettingResult): unknown {
  if (setting.ok) return setting.value;
  throw setting.error;
}

function toEvaluationError(path: string, text: string, thrown: unknown): BridgeError {
  if (isBridgeError(thrown)) return thrown;
  const sentence = `${describeValue(text)} cannot be evaluated: ${getErrorReason(thrown)}. Correct it in the dialog of the node.`;
  return invalidValueError(path, sentence);
}

/** Text of a thrown value; JSONata throws plain objects with a `message`. */
function getErrorReason(thrown: unknown): string {
  const hasMessage = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  const reason = hasMessage ? thrown.message : thrown;
  return typeof reason === 'string'
    ? reason.slice(0, 200).replace(/(?<!\.)\.+$/, '')
    : 'unknown reason';
}

/** Settings that every action node has. Hand-written flows may lack any of them. */
export interface ActionNodeSettings extends WatchedTargetSettings {
  command?: unknown;
  commandType?: unknown;
}

/** Evaluates settings for one message. Every method copies what it reads at once; see `evaluateSetting`. */
export class MessageSettingsEvaluator {
  readonly #context: EvaluationContext;
  readonly #message: NodeMessage;
  #pending: Promise<void> | undefined;
  #isPayloadUsed = false;

  constructor(context: EvaluationContext, message: NodeMessage) {
    this.#context = context;
    this.#message = message;
  }

  /** Resolves when all settings are evaluated; undefined when they are, so that nobody waits in vain. */
  get pending(): Promise<void> | undefined {
    return this.#pending;
  }

  /** The command: the setting, otherwise `msg.payload`, where that is no reading which a sensor node has sent. */
  evaluateCommand({ command, commandType }: ActionNodeSettings): LocatedSettingResult {
    const type = parseNonEmptyText(commandType) ?? 'msg';
    const unset = command === '' ? type === 'msg' : isSettingUnset(command);
    const located = this.#evaluate(unset ? 'payload' : command, type, 'command');
    const payload = unset && located.result.ok ? located.result.value : undefined;
    const checked =
      typeof payload === 'number' && mayBeReading(this.#message)
        ? this.#locate(located.path, this.#refuseReading(payload))
        : located;
    return messageTypes.has(type) ? this.#noteUse(checked) : checked;
  }

  /** A setting that counts as used when its value is read. */
  #noteUse(located: LocatedSettingResult): LocatedSettingResult {
    const noteUse = (): void => {
      this.#isPayloadUsed = true;
    };
    return {
      path: located.path,
      get result() {
        noteUse();
        return located.result;
      },
    };
  }

  /** False while nothing has read the payload of the message as a command, or as the value of a setting. */
  get isPayloadUsed(): boolean {
    return this.#isPayloadUsed;
  }

  /** Loads what refuses a reading with the first message that may have one: it knows all types of resources. */
  async #refuseReading(payload: number): Promise<SettingResult> {
    const { refuseReading } = await import('./refuse-reading.js');
    const error = refuseReading(this.#message, payload);
    return error === undefined ? { ok: true, value: payload } : { ok: false, error };
  }

  /**
   * An optional setting; undefined when it is empty.
   *
   * @param type its type as the flow file holds it
   * @param defaultType its type where the flow file has none
   */
  evaluateOptional(
    value: unknown,
    type: unknown,
    defaultType: string,
    name: string,
  ): LocatedSettingResult {
    if (isSettingUnset(value)) return { path: name, result: undefinedResult };
    const chosenType = parseNonEmptyText(type) ?? defaultType;
    this.#isPayloadUsed ||=
      chosenType === 'jsonata' ||
      (chosenType === 'msg' && parseUntrimmedText(value)?.startsWith('payload') === true);
    return this.#evaluate(value, chosenType, name);
  }

  /**
   * A choice from the dialog or, when that is empty, from the message.
   *
   * @param fallback what a message that does not choose stands for
   */
  getChoice(setting: unknown, name: 'operation' | 'rtype', fallback?: string): SettingResult {
    if (setting !== '') return toJsonSettingResult(setting, name);
    const chosen = this.getProperty(name);
    return chosen.ok && chosen.value === undefined ? { ok: true, value: fallback } : chosen;
  }

  #evaluate(value: unknown, type: string, name: string): LocatedSettingResult {
    const setting = { value, type };
    const path = getSettingErrorPath(setting, name);
    return this.#locate(path, evaluateSetting(this.#context, this.#message, setting, path));
  }

  #locate(path: string, result: SettingResult | Promise<SettingResult>): LocatedSettingResult {
    if (!(result instanceof Promise)) return { path, result };
    const located = { path, result: undefinedResult };
    const earlier = this.#pending;
    const settle = async (): Promise<void> => {
      located.result = await result;
      await earlier;
    };
    this.#pending = settle();
    return located;
  }

  /** A property of the message, such as `operation`; undefined when it is missing. */
  getProperty(name: 'operation' | 'rtype' | 'target' | 'payload' | 'bridge'): SettingResult {
    const descriptor = Object.getOwnPropertyDescriptor(this.#message, name);
    const value: unknown = descriptor?.value;
    return value === undefined && descriptor?.get === undefined
      ? undefinedResult
      : toJsonSettingResult(value, name);
  }
}

/** True for a message of a sensor or poll node, also after other nodes. */
const mayBeReading = (message: NodeMessage): boolean =>
  Object.hasOwn(message, 'resource') || Object.hasOwn(message, 'values');

const undefinedResult: SettingResult = { ok: true, value: undefined };

/*
 * Parsers for settings: a hand-written flow file may hold anything, and properties of subflows come as numbers,
 * booleans and objects.
 */

/** A text unchanged, also an empty one; a number as its digits. Undefined for everything else. */
export function parseUntrimmedText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** A text, trimmed; a number as its digits. Undefined for an empty text and everything else. */
export function parseNonEmptyText(value: unknown): string | undefined {
  const text = parseUntrimmedText(value)?.trim();
  return text === '' ? undefined : text;
}

/** A boolean; the fallback for everything else. */
export const getBooleanOrDefault = (value: unknown, fallback: boolean): boolean =>
  typeof value === 'boolean' ? value : fallback;

/** True for a setting that is missing, null or an empty text. */
export const isSettingUnset = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/**
 * Validates a choice from the dialog or the message, such as the operation.
 *
 * @param setting the chosen value
 * @param allowed the values that are allowed
 * @param path path of the value, for errors
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when it is not allowed
 */
export function getChoiceOrThrow<Name extends string>(
  setting: SettingResult,
  allowed: readonly Name[],
  path: string,
): Name {
  const value = getSettingValueOrThrow(setting);
  const choice = allowed.find((name) => name === value);
  if (choice !== undefined) return choice;
  const suggestion = typeof value === 'string' ? findNearestName(value, allowed) : undefined;
  const isMissing = value === undefined && !path.startsWith('setting');
  throw toCommandError({
    path,
    expected: `one of ${allowed.join(', ')}${isMissing ? `, chosen in the dialog or named in msg.${path}` : ''}`,
    received: value,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}
