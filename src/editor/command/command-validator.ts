import { translateProblem } from '../labels/translate-problem';
import { isSettingConditionMet, toText, getSettingValue } from '../fields/setting-fields';
import { typedInputValidator } from '../form/validators';
import type { Validator, ValidatorCondition } from '../form/validators';
import type { DialogCommandCheck } from './dialog-command-checks';
import { parseJsonOrUndefined } from '../../resources/values/member-access';

/**
 * Creates a validator of commands. It checks the text as Node-RED does, and static values with
 * `check`. Only the bridge can say at run time whether it accepts the command.
 */
export function commandValidator(
  check: DialogCommandCheck,
  condition: ValidatorCondition = {},
): Validator {
  const validateText = typedInputValidator('commandType', condition);
  // Node-RED accepts a message only from a validator that declares two parameters.
  return function validate(value, options) {
    const isTextValid = validateText.call(this, value, options);
    const { when } = condition;
    if (isTextValid !== true || (when !== undefined && !isSettingConditionMet(this, when)))
      return isTextValid;
    const text = toText(value).trim();
    const given = text === '' ? undefined : getStaticValue(this, text);
    if (given === undefined) return true;
    const result = check(given.value, this, options?.label ?? '');
    const isDecidedLater =
      !result.ok && (result.needs !== undefined || result.problem.conflicts === true);
    return result.ok || isDecidedLater ? true : translateProblem(result.problem);
  };
}

/** Value that the setting itself holds, independent of any message. */
interface StaticValue {
  readonly value: unknown;
}

function getStaticValue(node: EditorNode, text: string): StaticValue | undefined {
  switch (getSettingValue(node, 'commandType')) {
    case 'str':
      return { value: text };
    case 'num':
      return { value: Number(text) };
    case 'bool':
      return { value: text === 'true' };
    case 'json':
      return parseStaticJson(text);
    default:
      return undefined;
  }
}

/** Returns undefined for invalid JSON: Node-RED's own validation reports it. */
function parseStaticJson(text: string): StaticValue | undefined {
  const value = parseJsonOrUndefined(text);
  return value === undefined ? undefined : { value };
}
