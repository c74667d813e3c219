import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import type { BridgeError } from '../../bridge/errors/bridge-error';
import { describeValue } from '../../resources/validation/describe-problem';
import { parsePlainJson } from '../../vocabulary/parsing/plain-json';
import { messageTypes } from './target-settings';
import type { WatchedTargetSettings } from './target-settings';
import { toCommandError, createInvalidValueError, formatSettingPath } from './node-errors';
import { findNearestName } from '../../resources/validation/nearest-name';

/** A setting with a type, as Node-RED's typed input saves it. */
interface TypedSetting {
  /** Usually a text; hand-written flows and subflow properties may contain any value. */
  value: unknown;
  type: string;
}

/** Value of a setting for one message: a plain JSON copy, or the error to throw when a node uses the value. */
export type SettingResult = { ok: true; value: unknown } | { ok: false; error: BridgeError };

export interface LocatedSettingResult {
  /** Path of the setting or of its message property, for errors. */
  readonly path: string;
  /** For an asynchronous expression, the value is undefined until `MessageSettingsEvaluator.pending` resolves. */
  readonly result: SettingResult;
}

interface EvaluationContext {
  RED: Pick<NodeAPI, 'util'>;
  node: Node;
}

/**
 * Returns the path of a setting for errors: its message property, the bare name for an expression (the error may be
 * in the expression or the message), otherwise the setting.
 *
 * @param name name of the setting
 */
function getSettingErrorPath({ value, type }: TypedSetting, name: string): string {
  const property = type === 'msg' ? parseUntrimmedText(value) : undefined;
  return property ?? (type === 'jsonata' ? name : formatSettingPath(name));
}

/**
 * Evaluates a typed setting for one message, without a promise if no wait is needed. Copies values of the message
 * before it returns, because the flow may change the message later.
 *
 * @param message the message; an empty message if there is none
 * @param path path for errors, from `getSettingErrorPath`
 * @returns a plain JSON copy or an error; for asynchronous evaluation, such as JSONata, a promise that never rejects
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
    // JSONata reads the message asynchronously, so it needs a clone.
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

/** Evaluates a setting that is no text: subflow properties may be parsed JSON or booleans. */
function evaluateNonText(value: unknown, type: string, path: string): SettingResult {
  if (type === 'json' || (type === 'bool' && typeof value === 'boolean'))
    return toJsonSettingResult(value, path);
  const expected = `a setting that is a text, as the type ${type} needs it`;
  return { ok: false, error: toCommandError({ path, expected, received: value }) };
}

/**
 * A property name without dots or brackets. The package reads it directly, because Node-RED parses the path for each
 * message.
 */
const simplePropertyName = /^[A-Za-z_]\w*$/;

/** Returns a plain JSON copy, or an error if the value cannot be copied. */
export function toJsonSettingResult(value: unknown, path: string): SettingResult {
  const copied = parsePlainJson(value, path);
  return copied.ok
    ? { ok: true, value: copied.value }
    : { ok: false, error: toCommandError(copied.problem) };
}

/**
 * Returns the value of a result.
 *
 * @throws {BridgeError} the error of the result
 */
export function getSettingValueOrThrow(setting: SettingResult): unknown {
  if (setting.ok) return setting.value;
  throw setting.error;
}

function toEvaluationError(path: string, text: string, thrown: unknown): BridgeError {
  if (isBridgeError(thrown)) return thrown;
  const sentence = `${describeValue(text)} cannot be evaluated: ${getErrorReason(thrown)}. Correct it in the dialog of the node.`;
  return createInvalidValueError(path, sentence);
}

/** Returns the text of a thrown value; JSONata throws plain objects with a `message`. */
function getErrorReason(thrown: unknown): string {
  const hasMessage = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  const reason = hasMessage ? thrown.message : thrown;
  return typeof reason === 'string'
    ? reason.slice(0, 200).replace(/(?<!\.)\.+$/, '')
    : 'unknown reason';
}

/** Settings of every action node; hand-written flows may lack any setting. */
export interface ActionNodeSettings extends WatchedTargetSettings {
  command?: unknown;
  commandType?: unknown;
}

/** Evaluates settings for one message. Each method copies its values at once; see `evaluateSetting`. */
export class MessageSettingsEvaluator {
  #pending: Promise<void> | undefined;
  #isPayloadUsed = false;

  constructor(
    private readonly context: EvaluationContext,
    private readonly message: NodeMessage,
  ) {}

  /** Resolves when all settings are evaluated; undefined if none is pending, so that callers do not wait. */
  get pending(): Promise<void> | undefined {
    return this.#pending;
  }

  /** Returns the command: the setting, otherwise `msg.payload` unless the payload is a reading of a sensor node. */
  evaluateCommand({ command, commandType }: ActionNodeSettings): LocatedSettingResult {
    const type = parseNonEmptyText(commandType) ?? 'msg';
    const unset = command === '' ? type === 'msg' : isSettingUnset(command);
    const located = this.#evaluate(unset ? 'payload' : command, type, 'command');
    const payload = unset && located.result.ok ? located.result.value : undefined;
    const checked =
      typeof payload === 'number' && mayBeReading(this.message)
        ? this.#locate(located.path, this.#refuseReading(payload))
        : located;
    return messageTypes.has(type) ? this.#noteUse(checked) : checked;
  }

  /** Returns a setting that counts as used when its value is read. */
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

  /** True after the payload was read as a command or as the value of a setting. */
  get isPayloadUsed(): boolean {
    return this.#isPayloadUsed;
  }

  /** Loads the check for readings on first use, because it loads all resource types. */
  async #refuseReading(payload: number): Promise<SettingResult> {
    const { refuseReading } = await import('./refuse-reading.js');
    const error = refuseReading(this.message, payload);
    return error === undefined ? { ok: true, value: payload } : { ok: false, error };
  }

  /**
   * Returns an optional setting; undefined if it is empty.
   *
   * @param type type in the flow file
   * @param defaultType type if the flow file has none
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
   * Returns a choice from the dialog or, if that is empty, from the message.
   *
   * @param fallback choice if the message has none
   */
  getChoice(setting: unknown, name: 'operation' | 'rtype', fallback?: string): SettingResult {
    if (setting !== '') return toJsonSettingResult(setting, name);
    const chosen = this.getProperty(name);
    return chosen.ok && chosen.value === undefined ? { ok: true, value: fallback } : chosen;
  }

  #evaluate(value: unknown, type: string, name: string): LocatedSettingResult {
    const setting = { value, type };
    const path = getSettingErrorPath(setting, name);
    return this.#locate(path, evaluateSetting(this.context, this.message, setting, path));
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

  /** Returns a property of the message; undefined if it is missing. */
  getProperty(name: 'operation' | 'rtype' | 'target' | 'payload' | 'bridge'): SettingResult {
    const descriptor = Object.getOwnPropertyDescriptor(this.message, name);
    const value: unknown = descriptor?.value;
    return value === undefined && descriptor?.get === undefined
      ? undefinedResult
      : toJsonSettingResult(value, name);
  }
}

/** True for a message of a sensor or poll node, even after it passed other nodes. */
const mayBeReading = (message: NodeMessage): boolean =>
  Object.hasOwn(message, 'resource') || Object.hasOwn(message, 'values');

const undefinedResult: SettingResult = { ok: true, value: undefined };

/*
 * Parsers for settings: hand-written flow files may contain any value, and subflow properties may be numbers, booleans
 * or objects.
 */

/** Returns a text unchanged, even an empty text; a number as digits; otherwise undefined. */
export function parseUntrimmedText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a text trimmed, or a number as digits; undefined for an empty text and other values. */
export function parseNonEmptyText(value: unknown): string | undefined {
  const text = parseUntrimmedText(value)?.trim();
  return text === '' ? undefined : text;
}

export const getBooleanOrDefault = (value: unknown, fallback: boolean): boolean =>
  typeof value === 'boolean' ? value : fallback;

/** True for a setting that is missing, null or an empty text. */
export const isSettingUnset = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/**
 * Validates a choice from the dialog or the message.
 *
 * @param allowed allowed values
 * @param setting the chosen value
 * @param path path of the value, for errors
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the value is not allowed
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
