import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
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
type SettingResult = { ok: true; value: unknown } | { ok: false; error: BridgeError };

export interface MessageSetting {
  /** Path of the setting or of its message property, for errors. */
  readonly path: string;
  /** False if the setting cannot be evaluated. */
  readonly isValid: boolean;
  /**
   * A plain JSON copy. For an asynchronous expression, it is undefined until `MessageSettingsEvaluator.pending` resolves.
   *
   * @throws {BridgeError} if the setting cannot be evaluated
   */
  readonly value: unknown;
}

class EvaluatedSetting implements MessageSetting {
  /** @param onUse called when the setting is read */
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
 * Returns the path of a setting for errors: its message property, the bare name for an expression (the error may be
 * in the expression or the message), otherwise the setting.
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

/** Returns a setting with a plain JSON copy of a value. */
export const copyAsSetting = (value: unknown, path: string): MessageSetting =>
  new EvaluatedSetting(path, toJsonSettingResult(value, path));

function toJsonSettingResult(value: unknown, path: string): SettingResult {
  const copied = parsePlainJson(value, path);
  return copied.ok
    ? { ok: true, value: copied.value }
    : { ok: false, error: toCommandError(copied.problem) };
}

/** @throws {BridgeError} the error of the result */
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
  /** Resolves when all settings are evaluated; undefined if none is pending, so that callers do not wait. */
  pending: Promise<void> | undefined;
  /** True after the payload was read as a command or as the value of a setting. */
  isPayloadUsed = false;

  constructor(
    private readonly context: EvaluationContext,
    private readonly message: NodeMessage,
  ) {}

  /** Returns the command: the setting, otherwise `msg.payload` unless the payload is a reading of a sensor node. */
  evaluateCommand({ command, commandType }: ActionNodeSettings): MessageSetting {
    const type = parseNonEmptyText(commandType) ?? 'msg';
    const unset = command === '' ? type === 'msg' : isSettingUnset(command);
    const onUse = (): void => {
      this.isPayloadUsed = true;
    };
    const setting = { value: unset ? 'payload' : command, type };
    const evaluated = this.#evaluate(
      setting,
      'command',
      messageTypes.has(type) ? onUse : undefined,
    );
    const { result } = evaluated;
    if (unset && result.ok && typeof result.value === 'number' && mayBeReading(this.message))
      this.#settle(evaluated, this.#refuseReading(result.value));
    return evaluated;
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
   * @param defaultType type if the flow file has none
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
   * Returns a choice from the dialog or, if that is empty, from the message.
   *
   * @param fallback choice if the message has none
   */
  getChoice(choice: unknown, name: 'operation' | 'rtype', fallback?: string): MessageSetting {
    if (choice !== '') return copyAsSetting(choice, name);
    const chosen = this.getProperty(name);
    const isMissing = chosen.isValid && chosen.value === undefined;
    return isMissing && fallback !== undefined ? copyAsSetting(fallback, name) : chosen;
  }

  #evaluate(setting: TypedSetting, name: string, onUse?: () => void): EvaluatedSetting {
    const path = getSettingErrorPath(setting, name);
    const result = evaluateSetting(this.context, this.message, setting, path);
    if (!(result instanceof Promise)) return new EvaluatedSetting(path, result, onUse);
    const evaluated = new EvaluatedSetting(path, undefinedResult, onUse);
    this.#settle(evaluated, result);
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

  /** Returns a property of the message; undefined if it is missing. */
  getProperty(name: 'operation' | 'rtype' | 'target' | 'payload' | 'bridge'): MessageSetting {
    const descriptor = Object.getOwnPropertyDescriptor(this.message, name);
    const value: unknown = descriptor?.value;
    return value === undefined && descriptor?.get === undefined
      ? new EvaluatedSetting(name)
      : copyAsSetting(value, name);
  }
}

/** True for a message of a sensor or poll node, even after it passed other nodes. */
const mayBeReading = (message: NodeMessage): boolean =>
  Object.hasOwn(message, 'resource') || Object.hasOwn(message, 'values');

const undefinedResult: SettingResult = { ok: true, value: undefined };

/** Settings of a node as the flow file holds them; old or hand-written flows may lack any. */
export type NodeSettings<Name extends string> = NodeDef & {
  readonly [Key in Name | 'bridge']?: unknown;
};

/** Settings with a type: each value, and its type with `Type` after its name. */
export type TypedSettings<Name extends string> = {
  readonly [Key in Name | `${Name}Type`]?: unknown;
};

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

/** True for a setting that is missing, null or an empty text. */
export const isSettingUnset = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/**
 * @returns undefined if the setting is missing or empty
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
