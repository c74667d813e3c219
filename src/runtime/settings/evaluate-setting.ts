import { types } from 'node:util';
import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { isBridgeError } from '../../bridge/errors';
import type { BridgeError } from '../../bridge/errors';
import { describeValue } from '../../resources/validation/describe-problem';
import { accept } from '../../vocabulary/parse-result';
import type { ParseResult } from '../../vocabulary/parse-result';
import { parsePlainJson } from '../../vocabulary/plain-json';
import { parseJsonText, readReceivedValue } from './received-value';
import { messageTypes } from './target-settings';
import type { WatchedTargetSettings } from './target-settings';
import { toCommandError, createInvalidValueError, formatSettingPath } from './node-errors';
import { findNearestName } from '../../resources/validation/nearest-name';

/** As saved by Node-RED's typed input. */
interface TypedSetting {
  /** Usually a text; hand-written flows and subflow properties may contain anything. */
  value: unknown;
  type: string;
}

/** For one message: a plain JSON copy, or the error to throw on use. */
type SettingResult = { ok: true; value: unknown } | { ok: false; error: BridgeError };

export interface MessageSetting {
  readonly path: string;
  readonly isValid: boolean;
  /**
   * A plain JSON copy; undefined for an asynchronous expression until `MessageSettingsEvaluator.pending` resolves.
   *
   * @throws {BridgeError} if the setting cannot be evaluated
   */
  readonly value: unknown;
}

class EvaluatedSetting implements MessageSetting {
  constructor(
    readonly path: string,
    public result: SettingResult = undefinedResult,
    private readonly onUse?: () => void,
  ) {}

  get isValid(): boolean {
    this.onUse?.();
    return this.result.ok;
  }

  get value(): unknown {
    this.onUse?.();
    return getSettingValueOrThrow(this.result);
  }
}

interface EvaluationContext {
  RED: Pick<NodeAPI, 'util'>;
  node: Node;
}

/**
 * Returns the message property, the bare name for an expression (the error may be in the expression or the message),
 * otherwise the setting.
 */
function getSettingErrorPath({ value, type }: TypedSetting, name: string): string {
  const property = type === 'msg' ? parseUntrimmedText(value) : undefined;
  return property ?? (type === 'jsonata' ? name : formatSettingPath(name));
}

/**
 * Needs no promise without a wait. Copies values before it returns, because the flow may change the message later.
 *
 * @param message empty if there is none
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
    // JSONata reads the message asynchronously.
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

/** Accepts parsed JSON and booleans, which subflow properties may be. */
function evaluateNonText(value: unknown, type: string, path: string): SettingResult {
  if (type === 'json' || (type === 'bool' && typeof value === 'boolean'))
    return toJsonSettingResult(value, path);
  const expected = `a setting that is a text, as the type ${type} needs it`;
  return { ok: false, error: toCommandError({ path, expected, received: value }) };
}

/** Read directly, because Node-RED parses the path for each message. */
const simplePropertyName = /^[A-Za-z_]\w*$/;

export const copyAsSetting = (value: unknown, path: string): MessageSetting =>
  new EvaluatedSetting(path, toJsonSettingResult(value, path));

/** JSON text counts as its object. */
function readCommandResult(result: SettingResult, path: string): SettingResult {
  const parsed =
    result.ok && typeof result.value === 'string' ? parseJsonText(result.value) : undefined;
  return parsed === undefined ? result : toJsonSettingResult(parsed, path);
}

function toJsonSettingResult(value: unknown, path: string): SettingResult {
  const copied = parsePlainJson(readReceivedValue(value), path);
  return copied.ok
    ? { ok: true, value: copied.value }
    : { ok: false, error: toCommandError(copied.problem) };
}

export function getSettingValueOrThrow(setting: SettingResult): unknown {
  if (setting.ok) return setting.value;
  throw setting.error;
}

function toEvaluationError(path: string, text: string, thrown: unknown): BridgeError {
  if (isBridgeError(thrown)) return thrown;
  const sentence = `${describeValue(text)} cannot be evaluated: ${getErrorReason(thrown)}. Correct it in the dialog of the node.`;
  return createInvalidValueError(path, sentence);
}

/** JSONata throws plain objects with a `message`. */
function getErrorReason(thrown: unknown): string {
  const hasMessage = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  const reason = hasMessage ? thrown.message : thrown;
  return typeof reason === 'string'
    ? reason.slice(0, 200).replace(/(?<!\.)\.+$/, '')
    : 'unknown reason';
}

export interface ActionNodeSettings extends WatchedTargetSettings {
  command?: unknown;
  commandType?: unknown;
}

interface EvaluationSteps {
  readonly read?: ((result: SettingResult, path: string) => SettingResult) | undefined;
  readonly onUse?: (() => void) | undefined;
}

/** Evaluates for one message. Each method copies its values at once; see `evaluateSetting`. */
export class MessageSettingsEvaluator {
  /** Undefined if no setting is pending, so that callers do not wait. */
  pending: Promise<void> | undefined;
  /** Read as a command or as the value of a setting. */
  isPayloadUsed = false;

  constructor(
    private readonly context: EvaluationContext,
    private readonly message: NodeMessage,
  ) {}

  /** Returns the setting, otherwise `msg.payload` unless it is a reading of a sensor node. */
  evaluateCommand({ command, commandType }: ActionNodeSettings): MessageSetting {
    const type = parseNonEmptyText(commandType) ?? 'msg';
    const unset = command === '' ? type === 'msg' : isSettingUnset(command);
    const onUse = (): void => {
      this.isPayloadUsed = true;
    };
    const setting = { value: unset ? 'payload' : command, type };
    const evaluated = this.#evaluate(setting, 'command', {
      // The dialog has a type for JSON.
      read: type === 'str' ? undefined : readCommandResult,
      onUse: messageTypes.has(type) ? onUse : undefined,
    });
    const { result } = evaluated;
    if (unset && result.ok && typeof result.value === 'number' && mayBeReading(this.message))
      this.#settle(evaluated, this.#refuseReading(result.value));
    return evaluated;
  }

  /** The check loads all resource types. */
  async #refuseReading(payload: number): Promise<SettingResult> {
    const { refuseReading } = await import('./refuse-reading.js');
    const error = refuseReading(this.message, payload);
    return error === undefined ? { ok: true, value: payload } : { ok: false, error };
  }

  /**
   * Returns undefined if empty.
   *
   * @param defaultType if the flow file has none
   */
  evaluateOptional<Name extends string>(
    settings: { readonly [Key in Name | `${Name}Type`]?: unknown },
    name: Name,
    defaultType: string,
    shownName: string = name,
  ): MessageSetting {
    const value = settings[name];
    if (isSettingUnset(value)) return new EvaluatedSetting(shownName);
    const type = parseNonEmptyText(settings[`${name}Type` as const]) ?? defaultType;
    this.isPayloadUsed ||=
      type === 'jsonata' ||
      (type === 'msg' && parseUntrimmedText(value)?.startsWith('payload') === true);
    return this.#evaluate({ value, type }, shownName);
  }

  /**
   * Reads the dialog or, if that is empty, the message.
   *
   * @param fallback if the message has none
   */
  getChoice(choice: unknown, name: 'operation' | 'rtype', fallback?: string): MessageSetting {
    if (choice !== '') return copyAsSetting(choice, name);
    const chosen = this.getProperty(name);
    const isMissing = chosen.isValid && chosen.value === undefined;
    return isMissing && fallback !== undefined ? copyAsSetting(fallback, name) : chosen;
  }

  #evaluate(
    setting: TypedSetting,
    name: string,
    { read = (result) => result, onUse }: EvaluationSteps = {},
  ): EvaluatedSetting {
    const path = getSettingErrorPath(setting, name);
    const result = evaluateSetting(this.context, this.message, setting, path);
    if (!(result instanceof Promise)) return new EvaluatedSetting(path, read(result, path), onUse);
    const evaluated = new EvaluatedSetting(path, undefinedResult, onUse);
    this.#settle(
      evaluated,
      result.then((settled) => read(settled, path)),
    );
    return evaluated;
  }

  #settle(evaluated: EvaluatedSetting, result: Promise<SettingResult>): void {
    evaluated.result = undefinedResult;
    const earlier = this.pending;
    const settle = async (): Promise<void> => {
      evaluated.result = await result;
      await earlier;
    };
    this.pending = settle();
  }

  /** Copies a property of the message, also a nested one such as `meta.input`; undefined if the message has none. */
  readMember(path: string): ParseResult<unknown> {
    let value: unknown = this.message;
    for (const step of path.split('.')) {
      if (typeof value !== 'object' || value === null || types.isProxy(value)) return noMember;
      value = Object.getOwnPropertyDescriptor(value, step)?.value;
    }
    return value === undefined ? noMember : parsePlainJson(value, path);
  }

  /** Copies a property of the message, undefined if it has none. */
  getProperty(name: string): MessageSetting {
    const descriptor = Object.getOwnPropertyDescriptor(this.message, name);
    const value: unknown = descriptor?.value;
    return value === undefined && descriptor?.get === undefined
      ? new EvaluatedSetting(name)
      : copyAsSetting(value, name);
  }
}

const noMember: ParseResult<undefined> = accept(undefined);

/** True for a message from a sensor or poll node, even after other nodes. */
const mayBeReading = (message: NodeMessage): boolean =>
  Object.hasOwn(message, 'resource') || Object.hasOwn(message, 'values');

const undefinedResult: SettingResult = { ok: true, value: undefined };

/** Old or hand-written flows may lack any. */
export type NodeSettings<Name extends string> = NodeDef & {
  readonly [Key in Name | 'bridge']?: unknown;
};

/** Each type has the name of its value and `Type`. */
export type TypedSettings<Name extends string> = {
  readonly [Key in Name | `${Name}Type`]?: unknown;
};

/* Hand-written flow files may contain any value, and subflow properties may be numbers, booleans or objects. */

/** Returns a text, or a number as digits; undefined for other values. */
export function parseUntrimmedText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a trimmed text, or a number as digits; undefined for empty texts and other values. */
export function parseNonEmptyText(value: unknown): string | undefined {
  const text = parseUntrimmedText(value)?.trim();
  return text === '' ? undefined : text;
}

export const isSettingUnset = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

export const isPlainFormat = (format: unknown): boolean =>
  isSettingUnset(format) || format === 'plain';

/**
 * @returns undefined if missing or empty
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the value is not allowed
 */
export const parseChoice = <Name extends string>(
  value: unknown,
  allowed: readonly Name[],
  name: string,
): Name | undefined =>
  isSettingUnset(value)
    ? undefined
    : getChoiceOrThrow({ value, path: formatSettingPath(name) }, allowed);

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the value is not allowed */
export function getChoiceOrThrow<Name extends string>(
  { value, path }: Pick<MessageSetting, 'value' | 'path'>,
  allowed: readonly Name[],
): Name {
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
