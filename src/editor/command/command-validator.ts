import { translateProblem } from '../labels/translate-problem';
import { getSettingValue } from '../fields/setting-fields';
import { createValidator, createTypedInputValidator } from '../form/validators';
import type { Validator } from '../form/validators';
import type { DialogCommandCheck } from './dialog-command-checks';
import { parseJsonOrUndefined } from '../../resources/values/member-access';

/** Checks the text as Node-RED does, static values with `check`. */
export function createCommandValidator(check: DialogCommandCheck, when?: string): Validator {
  const validateText = createTypedInputValidator('commandType', {});
  return createValidator((node, text, field) => {
    const isTextValid = validateText.call(node, text, { label: field });
    const command = text === '' ? undefined : getStaticValue(node, text);
    if (isTextValid !== true || command === undefined) return isTextValid;
    const result = check(command, node, field);
    const isDecidedLater =
      !result.ok && (result.needs !== undefined || result.problem.conflicts === true);
    return result.ok || isDecidedLater ? true : translateProblem(result.problem);
  }, when);
}

/** Returns undefined if the command depends on the message, and for invalid JSON. */
function getStaticValue(node: EditorNode, text: string): unknown {
  switch (getSettingValue(node, 'commandType')) {
    case 'str':
      return text;
    case 'num':
      return Number(text);
    case 'bool':
      return text === 'true';
    case 'json':
      return parseJsonOrUndefined(text);
    default:
      return undefined;
  }
}
