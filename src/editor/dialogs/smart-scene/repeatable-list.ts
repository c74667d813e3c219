import { createIconButton } from '../../fields/controls';

export interface FormControl<Value> {
  element: JQuery;
  readValue(): Value;
}

interface RepeatableListOptions<Value> {
  values: readonly Value[];
  drawItem: (value: Value) => FormControl<Value>;
  createValue: () => Value;
  addText: string;
  removeText: string;
  onChange: () => void;
}

/** Draws a remove button for each item, and an add button. */
export function drawRepeatableList<Value>(
  options: RepeatableListOptions<Value>,
): FormControl<Value[]> {
  const { values, drawItem, createValue, addText, removeText, onChange } = options;
  const items: FormControl<Value>[] = [];
  const list = $('<div class="lighting-bridge-lines">');
  const addItem = (value: Value): void => {
    const item = drawItem(value);
    const element = $('<div class="lighting-bridge-line">').append(item.element);
    createIconButton('lighting-bridge-clear', 'times', removeText)
      .on('click', () => {
        items.splice(items.indexOf(item), 1);
        element.remove();
        onChange();
      })
      .appendTo(element);
    items.push(item);
    list.append(element);
  };
  for (const value of values) addItem(value);
  const addButton = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .append('<i class="fa fa-plus" aria-hidden="true"></i> ', $('<span>').text(addText))
    .on('click', () => {
      addItem(createValue());
      onChange();
    });
  return {
    element: $('<div>').append(list, addButton),
    readValue: () => items.map((item) => item.readValue()),
  };
}
