import { addDurationUnit } from '../../units/duration';
import { dynamicInputTypes, toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';

/**
 * Gives a unit to a bare number, from an older flow or just entered.
 *
 * @param numberUnit unit of a bare number, in ms: 1000 for seconds
 */
export function keepDurationFieldUnit(field: JQuery, numberUnit: number): void {
  const writeUnit = (): void => {
    const duration = addDurationUnit(toText(field.val()), numberUnit);
    if (duration !== undefined) field.val(duration);
  };
  writeUnit();
  // The field's validator listens further up.
  field.on('change', writeUnit);
}

/** Takes a time such as `2s`, or a dynamic value. Shows a number of ms from an older flow as a time. */
export function prepareDurationInput(field: JQuery, typeField: JQuery): void {
  if (['', 'num'].includes(toText(typeField.val()))) {
    typeField.val('str');
    const duration = addDurationUnit(toText(field.val()).trim(), 1);
    if (duration !== undefined) field.val(duration);
  }
  const time = { value: 'str', label: translateShared('typed.time'), icon: 'fa fa-clock-o' };
  field.typedInput({ types: [time, ...dynamicInputTypes], typeField });
  field.on('change', () => {
    const duration = addDurationUnit(toText(field.val()), 1);
    if (field.typedInput('type') === 'str' && duration !== undefined)
      field.typedInput('value', duration);
  });
}
