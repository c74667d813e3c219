import { checkSmartSceneDialogCommand } from '../../command/dialog-command-checks';
import { createCommandValidator } from '../../command/command-validator';
import { getSettingValue, isDialogOpen } from '../../fields/setting-fields';
import {
  emptySmartScene,
  findDuplicateSlots,
  formatTransitionForTextField,
  isSunEvent,
  isValidTransition,
  parseSmartSceneToFormValues,
} from './smart-scene-form-values';
import { createTranslator, translateShared } from '../../labels/translate';
import type { Validator } from '../../form/validators';
import type { SmartSceneFormValues, WeekFormDayGroup } from './smart-scene-form-values';

const text = createTranslator('bridge-smart-scene');

/** The JSON of the week editor must be complete and acceptable to the bridge. */
export const createSmartSceneCommandValidator = (when: string): Validator => {
  const validateCommand = createCommandValidator(checkSmartSceneDialogCommand, when);
  return function validate(value, options) {
    // Nothing is entered yet; the node is marked once the dialog is closed.
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
      ...describeInvalidParts(formValues),
    ];
    return sentences.length === 0 ? true : sentences.join(' ');
  };
};

/** The bridge would refuse these values. */
function describeInvalidParts({ transition, week = [] }: SmartSceneFormValues): string[] {
  const duplicateTimes = findDuplicateSlots(week).map(({ at, days }) =>
    text('wrong.twice', {
      days: days.map((day) => text(`day.${day}`)).join(', '),
      at: isSunEvent(at) ? text(`sun.${at}`) : at,
    }),
  );
  if (isValidTransition(transition)) return duplicateTimes;
  const field = translateShared('row.transition');
  const value = formatTransitionForTextField(transition);
  return [text('wrong.transition', { field, value }), ...duplicateTimes];
}

const listMissingForCreate = ({
  name = '',
  group = '',
  week = [],
}: SmartSceneFormValues): string[] => [
  ...listMissing({ 'missing.name': name.trim() === '', 'missing.group': group.trim() === '' }),
  ...(week.length === 0 ? ['missing.days', 'missing.slot'] : listMissingInWeek(week)),
];

const listMissingForUpdate = (formValues: SmartSceneFormValues): string[] => [
  ...listMissing({
    'missing.change': Object.values(formValues).every((value) => value === undefined),
  }),
  ...listMissingInWeek(formValues.week ?? []),
];

function listMissingInWeek(week: readonly WeekFormDayGroup[]): string[] {
  const slots = week.flatMap((entry) => entry.slots);
  return listMissing({
    'missing.days': week.some(({ days }) => days.length === 0),
    'missing.slot': week.some((entry) => entry.slots.length === 0),
    'missing.time': slots.some(({ at }) => at.trim() === ''),
    'missing.scene': slots.some(({ scene }) => scene.trim() === ''),
  });
}

const listMissing = (isMissing: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(isMissing).filter((key) => isMissing[key]);
