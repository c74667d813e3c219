import { types } from 'lighting-bridge:table';
import { isBridgeId } from '../bridge/trust/bridge-id';
import { fingerprintOf } from '../bridge/trust/fingerprint';
import { isKeyHeader } from '../bridge/trust/key-header-name';
import { idPattern } from '../resources/id-pattern';
import { nothingChecked } from './check-list';
import { isChosen } from './chosen-bridge';
import { applies, asText, settingOf } from './settings-in-form';
import { sharedText } from './texts';

/** What Node-RED calls with the value of a setting. */
export type Validator = (this: EditorNode, value: unknown, options: { label?: string }) => Verdict;

/** When a setting counts, as `applies` reads it; always when left out. */
export interface Condition {
  when?: string;
}

interface NumberBounds extends Condition {
  least?: number;
  most?: number;
  whole?: boolean;
  optional?: boolean;
  /** Setting with the kind of value; the bounds hold for `num` alone. */
  typeSetting?: string;
}

const environmentPattern = /^\$\{[^}]+\}$/;
const namePart = '[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?';
const hostPattern = new RegExp(`^(?:${namePart}(?:\\.${namePart})*\\.?|\\[?[0-9A-Fa-f:.]+\\]?)$`);
const pathPattern = /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/;
const buttonPattern = /^(?:\d+|dial|bell)$/;

const validator = (
  check: (node: EditorNode, text: string, field: string) => Verdict,
  when?: string,
): Validator =>
  // Node-RED takes a sentence only from a validator that declares two parameters.
  function validate(value, options) {
    // A flow of an older version lacks newer settings; the runtime takes their defaults.
    if (value === undefined || (when !== undefined && !applies(this, when))) return true;
    return check(this, asText(value).trim(), options?.label ?? '');
  };

/** A setting that may be empty or come from the environment, and else is to be sound. */
const sound = (isSound: (text: string) => boolean, problem: string): Validator =>
  validator((_, text, field) =>
    text === '' || environmentPattern.test(text) || isSound(text)
      ? true
      : sharedText(problem, { field, value: text }),
  );

/** Reference to the bridge's config node. */
export const bridge = (): Validator =>
  validator((_, id) => {
    if (!isChosen(id)) return sharedText('problem.noBridge');
    const known = environmentPattern.test(id) || RED.nodes.node(id) !== undefined;
    return known ? true : sharedText('problem.bridgeGone');
  });

/** Value of a typed input; `typeSetting` names the setting with its kind. */
export const typed = (typeSetting: string, { when }: Condition = {}): Validator =>
  validator((node, text, field) => {
    const type = settingOf(node, typeSetting);
    if (type === 'resource') {
      return text === '' || idPattern.test(text) ? true : sharedText('problem.rid', { field });
    }
    return checkTyped(text, type, field);
  }, when);

/** A number within bounds, or a typed input whose number is. */
export const number = ({ typeSetting, optional, when, ...bounds }: NumberBounds): Validator =>
  validator((node, text, field) => {
    const type = typeSetting === undefined ? 'num' : settingOf(node, typeSetting);
    if (type !== 'num') return checkTyped(text, type, field);
    if (environmentPattern.test(text) || (text === '' && optional === true)) return true;
    return text !== '' && isWithin(Number(text), bounds) ? true : describeBounds(field, bounds);
  }, when);

function checkTyped(text: string, type: string, field: string): Verdict {
  const verdict = text === '' || RED.utils.validateTypedProperty(text, type, {});
  return verdict === true ? true : sharedText('problem.typed', { field, reason: verdict });
}

const isWithin = (value: number, { least, most, whole }: NumberBounds): boolean =>
  Number.isFinite(value) &&
  value >= (least ?? -Infinity) &&
  value <= (most ?? Infinity) &&
  (whole !== true || Number.isInteger(value));

function describeBounds(field: string, { least, most, whole }: NumberBounds): string {
  const kind = sharedText(whole === true ? 'problem.wholeNumber' : 'problem.anyNumber');
  if (least !== undefined && most !== undefined) {
    return sharedText('problem.numberBetween', { field, kind, least, most });
  }
  return least === undefined
    ? sharedText('problem.number', { field, kind })
    : sharedText('problem.numberFrom', { field, kind, least });
}

/** Host name or address, without scheme, path or port. */
export const host = (): Validator =>
  validator((_, text) => {
    if (text === '') return sharedText('problem.noHost');
    return environmentPattern.test(text) || hostPattern.test(text)
      ? true
      : sharedText('problem.host', { value: text });
  });

/** SHA-256 of a certificate; may be empty. */
export const fingerprint = (): Validator =>
  sound((text) => fingerprintOf(text) !== undefined, 'problem.fingerprint');

/** Id of a bridge; may be empty. */
export const bridgeId = (): Validator => sound(isBridgeId, 'problem.bridgeId');

/** Path of a property, such as `dimming.brightness`. */
export const propertyPath = (): Validator =>
  sound((text) => pathPattern.test(text), 'problem.path');

/** Paths of properties, separated by commas; may be empty. */
export const propertyPaths = (): Validator =>
  validator((_, text, field) => {
    const wrong = text.split(',').find((path) => text !== '' && !pathPattern.test(path.trim()));
    return wrong === undefined ? true : sharedText('problem.path', { field, value: wrong.trim() });
  });

/** Numbers of buttons, `dial` or `bell`, separated by commas. */
export const buttons = ({ when }: Condition): Validator =>
  validator((_, text, field) => {
    const wrong = text.split(',').find((part) => !buttonPattern.test(part.trim()));
    return wrong === undefined
      ? true
      : sharedText('problem.buttons', { field, value: wrong.trim() });
  }, when);

/** A choice of several things of which at least one must be made. */
export const someOf = ({ when }: Condition): Validator =>
  validator(
    (_, text, field) => (text === nothingChecked ? sharedText('problem.noneOf', { field }) : true),
    when,
  );

/** Resource type that has the chosen operation; `operation` names the setting or one operation. */
export const rtype = ({
  operation,
  optional,
}: {
  operation: string;
  optional: boolean;
}): Validator =>
  validator((node, text) => {
    if (text === '') return optional ? true : sharedText('problem.noRtype');
    const type = types.find((one) => one.rtype === text);
    if (type === undefined) return sharedText('problem.rtype', { value: text });
    const wanted = operation === 'list' ? operation : settingOf(node, operation);
    if (wanted === '' || type.operations.some((one) => one === wanted)) return true;
    return sharedText('problem.operation', {
      rtype: text,
      operation: sharedText(`operation.${wanted}`),
      operations: type.operations.map((one) => sharedText(`operation.${one}`)).join(', '),
    });
  });

/** Name of the header that carries the key; empty for the usual one. */
export const headerName = (): Validator => sound(isKeyHeader, 'problem.header');
