import { types } from 'lighting-bridge:table';
import { isBridgeId, parseFingerprint } from '../../bridge/bridge-identity';
import { isKeyHeaderName } from '../../bridge/key-header-name';
import {
  idPattern,
  isPickableId,
  splitIds,
  isWellFormedResourceTypeName,
} from '../../resources/identifiers';
import { translateProblem, translateShared } from '../labels/translate';
import { formatParsableDuration, parseDuration } from '../../units/duration';
import { isTopicPrefix } from '../../vocabulary/home-assistant/topics';
import { parseDayTable } from '../../programs/daylight-curve';
import { parseSunPeriod } from '../../programs/sun-moments';
import { maxSunOffset, parseSunMoment, sunMomentTypes } from '../../programs/sun-moments';
import { noneCheckedValue } from '../inputs/checkbox-list';
import {
  isConfigNodeChosen,
  isSettingConditionMet,
  toText,
  getSettingValue,
  takesBridgeFromMessage,
} from '../fields/setting-fields';

export type Validator = (
  this: EditorNode,
  value: unknown,
  options: { label?: string },
) => ValidationResult;

/** As for `isSettingConditionMet`; always if missing. */
export interface ValidatorCondition {
  when?: string;
}

export interface NumberValidatorOptions extends ValidatorCondition {
  least?: number;
  most?: number;
  integer?: boolean;
  optional?: boolean;
  /** Holds the typed input's type; the bounds apply to `num` only. */
  typeSetting?: string;
}

export interface TypedInputConstraints extends ValidatorCondition {
  /** Several ids are allowed. */
  several?: boolean;
  /** The message must not set it; a condition for some values of other settings. */
  required?: boolean | string;
}

const environmentPattern = /^\$\{[^}]+\}$/;
const hostLabelPattern = '[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?';
const hostPattern = new RegExp(
  `^(?:${hostLabelPattern}(?:\\.${hostLabelPattern})*\\.?|\\[?[0-9A-Fa-f:.]+\\]?)$`,
);
/** The runtime reads a match as an IP address, or refuses it. */
const numericHostPattern = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i;
const ipAddressPattern = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const pathPattern = /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/;
const buttonPattern = /^(?:\d+|dial|bell)$/;

/** @param when always validated if missing */
export const createValidator = (
  check: (node: EditorNode, text: string, field: string) => ValidationResult,
  when?: string,
): Validator =>
  // Node-RED takes messages only from a validator with two parameters.
  function validate(value, options) {
    // Older flows lack newer settings; the runtime uses their defaults.
    if (value === undefined || (when !== undefined && !isSettingConditionMet(this, when)))
      return true;
    return check(this, toText(value).trim(), options?.label ?? '');
  };

const createOptionalTextValidator = (
  isValid: (text: string) => boolean,
  problemKey: string,
): Validator =>
  createValidator((_, text, field) =>
    text === '' || environmentPattern.test(text) || isValid(text)
      ? true
      : translateShared(problemKey, { field, value: text }),
  );

/** Messages may name the bridge instead. */
export const bridgeValidator: Validator = createValidator((node, id) => {
  if (takesBridgeFromMessage(node)) return true;
  if (!isConfigNodeChosen(id)) return translateShared('problem.noBridge');
  const exists = environmentPattern.test(id) || RED.nodes.node(id) !== undefined;
  return exists ? true : translateShared('problem.bridgeGone');
});

export const targetBridgesValidator: Validator = function validate(value, options) {
  const ids: readonly unknown[] = Array.isArray(value) ? value : [];
  const isMissing = (id: unknown): boolean =>
    toText(id) !== '' && RED.nodes.node(toText(id)) === undefined;
  return ids.some(isMissing)
    ? translateShared('problem.targetBridgeGone', { field: options?.label ?? '' })
    : true;
};

/** @param typeSetting setting with the type */
export const createTypedInputValidator = (
  typeSetting: string,
  { when, several = false, required = false }: TypedInputConstraints,
): Validator =>
  createValidator((node, text, field) => {
    const type = getSettingValue(node, typeSetting);
    const isRequired =
      typeof required === 'string' ? isSettingConditionMet(node, required) : required;
    if (isRequired && text === '') return translateShared('problem.noneOf', { field });
    if (type === 'resource') {
      const rids = several ? splitIds(text) : [text];
      return text === '' || rids.every(several ? isPickableId : (rid) => idPattern.test(rid))
        ? true
        : translateShared('problem.rid', { field });
    }
    return validateTypedText(text, type, field);
  }, when);

/** The bounds of a typed input apply to `num` only. */
export const createNumberValidator = ({
  typeSetting,
  optional,
  when,
  ...bounds
}: NumberValidatorOptions): Validator =>
  createValidator((node, text, field) => {
    const type = typeSetting === undefined ? 'num' : getSettingValue(node, typeSetting);
    if (type !== 'num') return validateTypedText(text, type, field);
    if (environmentPattern.test(text) || (text === '' && optional === true)) return true;
    return text !== '' && isWithinBounds(Number(text), bounds)
      ? true
      : describeBoundsProblem(field, bounds);
  }, when);

function validateTypedText(text: string, type: string, field: string): ValidationResult {
  const validationResult = text === '' || RED.utils.validateTypedProperty(text, type, {});
  return validationResult === true
    ? true
    : translateShared('problem.typed', { field, reason: validationResult });
}

const isWithinBounds = (value: number, { least, most, integer }: NumberValidatorOptions): boolean =>
  Number.isFinite(value) &&
  value >= (least ?? -Infinity) &&
  value <= (most ?? Infinity) &&
  (integer !== true || Number.isInteger(value));

function describeBoundsProblem(
  field: string,
  { least, most, integer }: NumberValidatorOptions,
): string {
  const kind = translateShared(integer === true ? 'problem.wholeNumber' : 'problem.anyNumber');
  if (least !== undefined && most !== undefined) {
    return translateShared('problem.numberBetween', { field, kind, least, most });
  }
  return least === undefined
    ? translateShared('problem.number', { field, kind })
    : translateShared('problem.numberFrom', { field, kind, least });
}

export interface DurationOptions extends ValidatorCondition {
  /** In ms. */
  least?: number;
  /** In ms. */
  most: number;
  optional?: boolean;
  /** Holds the typed input's type; the bounds apply to a time in the field. */
  typeSetting?: string;
  /** Unit of a number alone, in ms. */
  numberUnit?: number;
}

/** Takes a time such as `5min`, or a typed input. */
export const createDurationValidator = (options: DurationOptions): Validator =>
  createValidator((node, text, field) => {
    const { typeSetting, optional, numberUnit = 1, least = 0, most } = options;
    const type = typeSetting === undefined ? 'str' : getSettingValue(node, typeSetting);
    if (type !== 'str' && type !== 'num') return validateTypedText(text, type, field);
    if (environmentPattern.test(text) || (text === '' && optional === true)) return true;
    const duration = text === '' ? undefined : parseDuration(text, numberUnit);
    if (duration !== undefined && duration >= least && duration <= most) return true;
    return describeWrongDuration(options, field, text);
  }, options.when);

function describeWrongDuration(
  { least = 0, most }: DurationOptions,
  field: string,
  text: string,
): string {
  const bounds = { least: formatParsableDuration(least), most: formatParsableDuration(most) };
  return translateShared('problem.duration', { field, value: text, ...bounds });
}

/** Such as `22:00-06:00`; may be empty. */
export const periodValidator: Validator = createOptionalTextValidator(
  (text) => parseSunPeriod(text) !== undefined,
  'problem.timeWindow',
);

/** Takes a host without scheme, path or port. */
export const hostValidator: Validator = createValidator((_, text) => {
  if (text === '') return translateShared('problem.noHost');
  const isHost =
    hostPattern.test(text) && (!numericHostPattern.test(text) || ipAddressPattern.test(text));
  return environmentPattern.test(text) || isHost
    ? true
    : translateShared('problem.host', { value: text });
});

/** SHA-256; may be empty. */
export const fingerprintValidator: Validator = createOptionalTextValidator(
  (text) => parseFingerprint(text) !== undefined,
  'problem.fingerprint',
);

/** May be empty. */
export const bridgeIdValidator: Validator = createOptionalTextValidator(
  isBridgeId,
  'problem.bridgeId',
);

/** First levels of an MQTT topic; may be empty. */
export const topicPrefixValidator: Validator = createOptionalTextValidator(
  isTopicPrefix,
  'problem.topicPrefix',
);

/** Such as `dimming.brightness`. */
export const propertyPathValidator: Validator = createOptionalTextValidator(
  (text) => pathPattern.test(text),
  'problem.path',
);

/** Takes comma-separated paths, or none. */
export const createPropertyPathsValidator = (when: string): Validator =>
  createValidator(
    (_, text, field) => text === '' || validateParts(text, pathPattern, 'problem.path', field),
    when,
  );

/** Takes comma-separated button numbers, `dial` and `bell`. */
export const createButtonListValidator = (when: string): Validator =>
  createValidator(
    (_, text, field) => validateParts(text, buttonPattern, 'problem.buttons', field),
    when,
  );

function validateParts(
  text: string,
  pattern: RegExp,
  problemKey: string,
  field: string,
): ValidationResult {
  const parts = text.split(',').map((part) => part.trim());
  const value = parts.find((part) => !pattern.test(part));
  return value === undefined ? true : translateShared(problemKey, { field, value });
}

export const createNonEmptySelectionValidator = (when: string): Validator =>
  createValidator(
    (_, text, field) =>
      text === noneCheckedValue ? translateShared('problem.noneOf', { field }) : true,
    when,
  );

/**
 * The type must have `list`, or the operation in the setting `operation`, which may come with its type from the
 * message.
 */
export const createResourceTypeValidator = (operation: 'list' | 'operation'): Validator =>
  createValidator((node, text) => {
    if (text === '') return operation === 'operation' ? true : translateShared('problem.noRtype');
    const type = types.find((one) => one.rtype === text);
    // A bridge may have newer types than the table.
    if (type === undefined)
      return isWellFormedResourceTypeName(text)
        ? true
        : translateShared('problem.rtype', { value: text });
    const chosenOperation = operation === 'list' ? operation : getSettingValue(node, operation);
    if (chosenOperation === '' || type.operations.some((one) => one === chosenOperation))
      return true;
    return translateShared('problem.operation', {
      rtype: text,
      operation: translateShared(`operation.${chosenOperation}`),
      operations: type.operations.map((one) => translateShared(`operation.${one}`)).join(', '),
    });
  });

/** Empty for the default. */
export const headerNameValidator: Validator = createOptionalTextValidator(
  isKeyHeaderName,
  'problem.header',
);

export const createDayTableValidator = (when: string): Validator =>
  createValidator((_, text, field) => {
    const table = parseDayTable(text, field);
    return table.ok ? true : translateProblem(table.problem);
  }, when);

/** Takes a time of day, or an offset from the sun event in `typeSetting`. */
export const createSunMomentValidator = (typeSetting: string, when: string): Validator =>
  createValidator((node, text, field) => {
    const chosen = getSettingValue(node, typeSetting);
    const type = sunMomentTypes.find((one) => one === chosen);
    if (type === undefined || parseSunMoment(type, text) !== undefined) return true;
    return type === 'time'
      ? translateShared('problem.timeOfDay', { field })
      : translateShared('problem.sunOffset', { field, most: formatParsableDuration(maxSunOffset) });
  }, when);
