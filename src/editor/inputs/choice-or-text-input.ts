import { toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';

interface ChoiceOrTextInputOptions {
  /** Stores the setting. */
  field: JQuery;
  /** Becomes the typed input. */
  inputElement: JQuery;
  /** By value; the default first. */
  choiceLabels: Readonly<Record<string, string>>;
  /** Label of free text; by default a property. */
  otherLabel?: string;
}

const otherType = 'other';

/**
 * Makes a typed input, stored in the field.
 *
 * @returns a function that offers only some choices; the first replaces a withdrawn choice
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
