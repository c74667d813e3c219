/** Controls on the page, and the value they hold now. */
export interface Controls<Value> {
  element: JQuery;
  read(): Value;
}

/** A list of things of one kind that a person lengthens and shortens. */
export interface RepeatedOptions<Value> {
  values: readonly Value[];
  draw: (value: Value) => Controls<Value>;
  /** What a new line starts with. */
  fresh: () => Value;
  addText: string;
  removeText: string;
  onChange: () => void;
}

/** Draws a list: each line with a button that removes it, and below them one that adds a line. */
export function drawRepeated<Value>(options: RepeatedOptions<Value>): Controls<Value[]> {
  const { values, draw, fresh, addText, removeText, onChange } = options;
  const lines: Controls<Value>[] = [];
  const list = $('<div class="lighting-bridge-lines">');
  const add = (value: Value): void => {
    const line = draw(value);
    const element = $('<div class="lighting-bridge-line">').append(line.element);
    $('<button type="button" class="lighting-bridge-clear">')
      .attr({ 'aria-label': removeText, title: removeText })
      .append('<i class="fa fa-times" aria-hidden="true"></i>')
      .on('click', () => {
        lines.splice(lines.indexOf(line), 1);
        element.remove();
        onChange();
      })
      .appendTo(element);
    lines.push(line);
    list.append(element);
  };
  for (const value of values) add(value);
  const more = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .append('<i class="fa fa-plus" aria-hidden="true"></i> ', $('<span>').text(addText))
    .on('click', () => {
      add(fresh());
      onChange();
    });
  return {
    element: $('<div>').append(list, more),
    read: () => lines.map((line) => line.read()),
  };
}
