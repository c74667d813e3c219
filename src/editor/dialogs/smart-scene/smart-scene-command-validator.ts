import { checkSmartSceneDialogCommand } from '../../command/dialog-command-checks';
import { commandValidator } from '../../command/command-validator';
import { getSettingValue, isDialogOpen } from '../../fields/setting-fields';
import { typedInputValidator } from '../../form/validators';
import {
  emptySmartScene,
  isSunEvent,
  parseSmartSceneToFormValues,
} from './smart-scene-form-values';
import {
  formatTransitionForTextField,
  isValidTransition,
  findDuplicateSlots,
} from './smart-scene-form-values';
import type { Translate } from '../../labels/translate';
import type { ValidatorCondition, Validator } from '../../form/validators';
import type { SmartSceneFormValues, WeekFormDayGroup } from './smart-scene-form-values';

/**
 * Creates the validator of a smart scene command: a typed input, or the JSON of the week editor,
 * which must be complete and acceptable to the bridge.
 *
 * @param text texts of the smart scene's dialog
 */
export const smartSceneCommandValidator = (
  text: Translate,
  condition: ValidatorCondition,
): Validator => {
  const validateTypedInput = typedInputValidator('commandType', condition);
  const validateCommand = commandValidator(checkSmartSceneDialogCommand, condition);
  return function validate(value, options) {
    const validationResult = validateTypedInput.call(this, value, options);
    if (validationResult !== true) return validationResult;
    // The user has not entered anything yet. After the dialog is closed, the node is marked.
    if (isDialogOpen(this) && value === JSON.stringify(emptySmartScene)) return true;
    const operation = getSettingValue(this, 'operation');
    const formValues = parseSmartSceneToFormValues(typeof value === 'string' ? value : '');
    const isForm = getSettingValue(this, 'commandType') === 'json' && formValues !== undefined;
    if (!isForm || (operation !== 'create' && operation !== 'update'))
      return validateCommand.call(this, value, options);
    const missing =
      operation === 'create' ? listMissingForCreate(formValues) : listMissingForUpdate(formValues);
    const sentences = [
      ...(missing.length === 0
        ? []
        : [text('missing.sentence', { parts: missing.map((part) => text(part)).join(', ') })]),
      ...describeInvalidParts(formValues, text),
    ];
    return sentences.length === 0 ? true : sentences.join(' ');
  };
};

/** Returns sentences about the values that the bridge would refuse. */
function describeInvalidParts(
  { transition, week = [] }: SmartSceneFormValues,
  text: Translate,
): string[] {
  const duplicateTimes = findDuplicateSlots(week).map(({ at, days }) =>
    text('wrong.twice', {
      days: days.map((day) => text(`day.${day}`)).join(', '),
      at: isSunEvent(at) ? text(`sun.${at}`) : at,
    }),
  );
  return isValidTransition(transition)
    ? duplicateTimes
    : [
        text('wrong.transition', {
          field: text('week.transition'),
          value: formatTransitionForTextField(transition),
        }),
        ...duplicateTimes,
      ];
}

const listMissingForCreate = ({
  name = '',
  group = '',
  week = [],
}: SmartSceneFormValues): string[] => [
  ...keyIfMissing(name.trim() === '', 'missing.name'),
  ...keyIfMissing(group.trim() === '', 'missing.group'),
  ...(week.length === 0 ? ['missing.days', 'missing.slot'] : listMissingInWeek(week)),
];

const listMissingForUpdate = (formValues: SmartSceneFormValues): string[] => [
  ...keyIfMissing(Object.keys(formValues).length === 0, 'missing.change'),
  ...listMissingInWeek(formValues.week ?? []),
];

function listMissingInWeek(week: readonly WeekFormDayGroup[]): string[] {
  const slots = week.flatMap((entry) => entry.slots);
  return [
    ...keyIfMissing(
      week.some(({ days }) => days.length === 0),
      'missing.days',
    ),
    ...keyIfMissing(
      week.some((entry) => entry.slots.length === 0),
      'missing.slot',
    ),
    ...keyIfMissing(
      slots.some(({ at }) => at.trim() === ''),
      'missing.time',
    ),
    ...keyIfMissing(
      slots.some(({ scene }) => scene.trim() === ''),
      'missing.scene',
    ),
  ];
}

const keyIfMissing = (isMissing: boolean, key: string): string[] => (isMissing ? [key] : []);
