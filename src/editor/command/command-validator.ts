import { describeProblem } from '../../resources/validation/describe-problem';
import { isSettingConditionMet, toText } from '../fields/setting-fields';
import { typedInputValidator } from '../validation/validators';
import type { Validator, ValidatorCondition } from '../validation/validators';
import type { DialogCommandCheck } from './dialog-command-checks';
import { getStaticValue } from './static-command';

/**
 * Validates a command: its text as Node-RED does, and its value by the rules of the node where that comes from no
 * message. Whether the bridge agrees is seen at run time.
 *
 * @param check the rules of the node
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
    const given = text === '' ? undefined : getStaticValue(this, text, 'commandType');
    if (given === undefined) return true;
    const result = check(given.value, this, options?.label ?? '');
    const isDecidedLater =
      !result.ok && (result.problem.needs === 'state' || result.problem.conflicts === true);
    return result.ok || isDecidedLater ? true : describeProblem(result.problem);
  };
}
