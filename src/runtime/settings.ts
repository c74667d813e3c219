import { types } from 'node:util';
import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { isBridgeError } from '../bridge/errors';
import type { BridgeError } from '../bridge/errors';
import { describeValue } from '../resources/describe-problem';
import { accept } from '../vocabulary/parse-result';
import type { ParseResult, CommandWarning, ParsedCommandBody } from '../vocabulary/parse-result';
import { parsePlainJson, messageLimits, copyPlainJsonWithMembers } from '../vocabulary/plain-json';
import {
  messageTypes,
  parseUntrimmedText,
  parseNonEmptyText,
  isSettingUnset,
} from './stored-settings';
import type { StoredTarget } from './stored-settings';
import { toCommandError, createInvalidValueError, formatSettingPath } from './errors';
import { findNearestName } from '../resources/nearest-name';
import { findTimeOfTrigger, isReadPayload } from '../vocabulary/read-payload';
import {
  isObject,
  parseJsonOrUndefined,
  getNestedMember,
  appendMemberToPath,
} from '../resources/members';
import { getPlainValue, getResourceDefinition, isKnownResourceType } from '../resources/table';
import { getSensorReportValue } from '../resources/sensor-report';

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

/** Holds the value of a setting for one message, or why it has none. Tells when the value is used. */
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

export interface ActionNodeSettings extends StoredTarget {
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
    if (unset && result.ok && typeof result.value === 'number') {
      const error = refuseReading(this.message, result.value);
      if (error !== undefined) evaluated.result = { ok: false, error };
    }
    return evaluated;
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
    const earlier = this.pending;
    const settle = async (): Promise<void> => {
      evaluated.result = read(await result, path);
      await earlier;
    };
    this.pending = settle();
    return evaluated;
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

const undefinedResult: SettingResult = { ok: true, value: undefined };

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

/** Of one character in UTF-8. */
const maxBytesPerCharacter = 4;

/**
 * Reads what nodes of others send: the bytes of an `mqtt in` node as their text in UTF-8, and the time of a trigger in ms
 * since 1970. Other values stay as they are.
 */
export function readReceivedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return value;
  return (value instanceof Uint8Array ? decodeText(value) : findTimeOfTrigger(value)) ?? value;
}

/** Returns undefined for bytes that are not UTF-8, and for more than a message may contain. */
function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.length > messageLimits.maxMessageText * maxBytesPerCharacter) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * Reads the JSON of a command that is a text, as `mqtt in` nodes and schedulers send it.
 *
 * @returns undefined unless the text is an object, or a list with an object or several values: any other text may be a
 * name
 */
export function parseJsonText(text: string): object | undefined {
  if (text.length > messageLimits.maxMessageText || !/^\s*[[{]/.test(text)) return undefined;
  const parsed = parseJsonOrUndefined(text);
  if (Array.isArray(parsed)) return parsed.length > 1 || isObject(parsed[0]) ? parsed : undefined;
  return isObject(parsed) ? parsed : undefined;
}

/**
 * Refuses a reading of a sensor or poll node: a command would take 23.4 °C as a brightness of 23.4 %, and three open
 * windows as 3 %.
 *
 * @param message with `msg.resource`, or `msg.values` for one value of several resources
 * @returns undefined for a number that is not the reading in the message, and for a value of lamps
 */
function refuseReading(message: NodeMessage, payload: number): BridgeError | undefined {
  const meaning =
    describeReading(message, payload) ??
    describeCombinedValue(copyProperty(message, 'bridge'), payload);
  if (meaning === undefined) return undefined;
  const isPercentage = payload >= 0 && payload <= 100;
  const wayOut = isPercentage ? ` As a brightness it is written { "brightness": ${payload} }.` : '';
  const likelyCause = `This is ${meaning}: let a change or function node before this one set the payload, such as to true.${wayOut}`;
  return toCommandError({ path: 'payload', expected: 'a command', received: payload, likelyCause });
}

function copyProperty(message: NodeMessage, name: 'resource' | 'bridge'): unknown {
  const given: unknown = Object.getOwnPropertyDescriptor(message, name)?.value;
  const copied = parsePlainJson(given, name);
  return copied.ok ? copied.value : undefined;
}

/** Recognises the plain value, and the value as the sensor reports it. */
function describeReading(message: NodeMessage, payload: number): string | undefined {
  const resource = copyProperty(message, 'resource');
  const rtype = getNestedMember(resource, 'type');
  if (!isObject(resource) || typeof rtype !== 'string' || !isKnownResourceType(rtype))
    return undefined;
  const { unit, valueDescription = 'reading', report } = getResourceDefinition(rtype);
  if (unit === undefined) return undefined;
  const isReading = getPlainValue({ ...resource, type: rtype, id: '' }) === payload;
  if (!isReading && (report === undefined || getSensorReportValue(resource, report) !== payload))
    return undefined;
  const { topic } = message;
  const ofTopic = typeof topic === 'string' ? ` of ${describeValue(topic)}` : '';
  // The sensor's own value may have another scale.
  return `the ${valueDescription}${ofTopic}${isReading ? `, in ${unit}` : ''}`;
}

/** Describes a value of several resources other than lamps. */
function describeCombinedValue(bridge: unknown, payload: number): string | undefined {
  const combine = getNestedMember(bridge, 'combine');
  const rtype = getNestedMember(bridge, 'rtype');
  if (typeof combine !== 'string' || typeof rtype !== 'string') return undefined;
  if (getNestedMember(bridge, 'value') !== payload) return undefined;
  if (combine === 'count') return `how many ${rtype} resources a poll node has counted`;
  if (rtype === 'light' || rtype === 'grouped_light') return undefined;
  const { unit, valueDescription = 'value' } = isKnownResourceType(rtype)
    ? getResourceDefinition(rtype)
    : {};
  return `the ${combine} ${valueDescription} of several ${rtype} resources${unit === undefined ? '' : `, in ${unit}`}`;
}

export const ignoredPayloadReason =
  'ignored, because the settings of this node say what to do. To let messages say it, change these settings.';

/** True for none, `true`, `"get"` or a time. */
export const isTriggerPayload = (payload: unknown): boolean =>
  payload === true || isReadPayload(payload);

/** Returns undefined for a payload that only triggers the node. */
function warnOfUnusedPayload(message: NodeMessage, reason: string): string | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(message, 'payload');
  const payload = readReceivedValue(descriptor?.value);
  return isTriggerPayload(payload) ? undefined : `payload: ${reason}`;
}

/** Warns in the answer's `bridge`, for a node that only reads. */
export function addReadOnlyWarning(answer: NodeMessage, message: NodeMessage): NodeMessage {
  const warning = warnOfUnusedPayload(message, 'ignored, because this node only reads.');
  if (warning === undefined) return answer;
  const present = getNestedMember(answer, 'bridge');
  const bridge = { ...(isObject(present) ? present : {}), warnings: [warning] };
  return Object.assign(answer, { bridge });
}

export function addUnusedPayloadWarning<
  Meta extends { readonly warnings: readonly CommandWarning[] },
>(meta: Meta, message: NodeMessage): Meta {
  const warning = warnOfUnusedPayload(message, ignoredPayloadReason);
  return warning === undefined ? meta : { ...meta, warnings: [warning, ...meta.warnings] };
}

export interface DialogCommandProperty {
  property: string;
  value: unknown;
  settingPath: string;
}

/** Returns settings with a value, by the property that they set. */
export const listDialogCommandProperties = (
  settings: Readonly<Record<string, MessageSetting>>,
): DialogCommandProperty[] =>
  Object.entries(settings)
    .map(([property, { path, value }]) => ({ property, settingPath: path, value }))
    .filter(({ value }) => value !== undefined);

/** Lets the choices of the dialog take precedence. */
export const mergeDialogCommandProperties = (
  command: unknown,
  choices: readonly DialogCommandProperty[],
): Record<string, unknown> =>
  copyPlainJsonWithMembers(
    command,
    Object.fromEntries(choices.map(({ property, value }) => [property, value])),
  );

/**
 * Names the dialog's setting in problems and warnings where it provided the value.
 *
 * @param messagePath of the part of the command from the message
 */
export function withSettingPaths(
  result: ParseResult<ParsedCommandBody>,
  messagePath: string,
  choices: readonly DialogCommandProperty[],
): ParseResult<ParsedCommandBody> {
  const mappings = choices.map(({ property, settingPath }) => ({
    path: appendMemberToPath(messagePath, property),
    setting: settingPath,
  }));
  const replacePath = (text: string): string => {
    const mapping = mappings.find(({ path }) => startsWithPath(text, path));
    return mapping === undefined ? text : mapping.setting + text.slice(mapping.path.length);
  };
  if (!result.ok)
    return { ...result, problem: { ...result.problem, path: replacePath(result.problem.path) } };
  const warnings = result.value.warnings.map((warning) =>
    typeof warning === 'object' && 'path' in warning
      ? { ...warning, path: replacePath(warning.path) }
      : warning,
  );
  return accept({ ...result.value, warnings });
}

const startsWithPath = (text: string, path: string): boolean =>
  text.startsWith(path) && !/\w/.test(text.charAt(path.length));
