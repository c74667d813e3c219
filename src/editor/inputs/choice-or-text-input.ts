import { toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';

interface ChoiceOrTextInputOptions {
  /** Element that stores the setting. */
  field: JQuery;
  /** Element that becomes the typed input. */
  inputElement: JQuery;
  /** Labels of the choices, by value; the first is the default. */
  choiceLabels: Readonly<Record<string, string>>;
  /** Label of the last type, which is free text; by default a property. */
  otherLabel?: string;
}

const otherType = 'other';

/**
 * Turns an element into a typed input with the choices and free text, and stores the value in the
 * field.
 *
 * @returns a function that offers only some of the choices; a withdrawn choice is replaced by the
 *   first
 */
export function prepareChoiceOrTextInput({
  field,
  inputElement,
  choiceLabels,
  otherLabel = translateShared('payload.path'),
}: ChoiceOrTextInputOptions): (isOffered: (choice: string) => boolean) => void {
  const saved = toText(field.val());
  const choiceValues = Object.keys(choiceLabels);
  const choices = Object.entries(choiceLabels).map(([value, label]) => ({
    value,
    label,
    hasValue: false,
  }));
  const other = { value: otherType, label: otherLabel };
  const isOther = saved !== '' && !choiceValues.includes(saved);
  inputElement.val(isOther ? saved : '').typedInput({
    default: isOther ? otherType : saved || (choiceValues[0] ?? otherType),
    types: [...choices, other],
  });
  inputElement.on('change', () => {
    const type = inputElement.typedInput('type');
    field.val(type === otherType ? inputElement.typedInput('value') : type).trigger('change');
  });
  field.on('lightingBridge:set', (_, value: string) => {
    const chosenType = choiceValues.includes(value) ? value : otherType;
    inputElement.typedInput('type', chosenType);
    if (chosenType === otherType) inputElement.typedInput('value', value);
  });
  let offeredCount = choices.length;
  return (isOffered) => {
    const offered = choices.filter(({ value }) => isOffered(value));
    if (offered.length === offeredCount) return;
    offeredCount = offered.length;
    inputElement.typedInput('types', [...offered, other]);
  };
}
