import { asText } from './settings-in-form';

/** A setting that is one of a few choices or a text of its own. */
export interface ChoiceOrText {
  /** Element that stores the setting. */
  field: JQuery;
  /** Element that becomes the typed input. */
  chooser: JQuery;
  /** Texts of the choices by value; the first is the default. */
  choices: Readonly<Record<string, string>>;
  /** Text of the last choice: to write something else. */
  other: string;
}

const otherType = 'other';

/** Turns an element into a typed input that offers the choices and a text, and stores one value. */
export function prepareChoiceOrText({ field, chooser, choices, other }: ChoiceOrText): void {
  const saved = asText(field.val());
  const names = Object.keys(choices);
  const isOther = saved !== '' && !names.includes(saved);
  chooser.val(isOther ? saved : '').typedInput({
    default: isOther ? otherType : saved || (names[0] ?? otherType),
    types: [
      ...Object.entries(choices).map(([value, label]) => ({ value, label, hasValue: false })),
      { value: otherType, label: other },
    ],
  });
  chooser.on('change', () => {
    const type = chooser.typedInput('type');
    field.val(type === otherType ? chooser.typedInput('value') : type).trigger('change');
  });
  field.on('lightingBridge:set', (_, value: string) => {
    const chosen = names.includes(value) ? value : otherType;
    chooser.typedInput('type', chosen);
    if (chosen === otherType) chooser.typedInput('value', value);
  });
}
