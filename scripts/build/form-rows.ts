/** By name: `target` for `<target-row />`. */
export type SharedRows = ReadonlyMap<string, string>;

interface FormRow {
  /** Such as `field-row`. */
  name: string;
  /** First tag as written, for errors. */
  tag: string;
  attributes: ReadonlyMap<string, string>;
  /** Between its tags. */
  content: string;
}

const commonAttributes = ['for', 'icon', 'label', 'when'];
const ownAttributes: Readonly<Record<string, readonly string[]>> = {
  'choice-row': ['choices', 'texts'],
  'format-row': ['choices'],
  'text-row': ['hint', 'inputmode'],
  'typed-row': ['hint', 'types', 'stores'],
};
const rowElement = /<([a-z-]+-row)\b([^<>]*?)(?:\/>|>([^]*?)<\/\1>)/g;
const rowTag = /<\/?[a-z-]+-row\b[^>]*>?/;

/**
 * Expands the rows of a form:
 * - `<field-row for="node-input-rtype" icon="cube"> … </field-row>`: a label before the control with that id.
 * - `<text-row for="node-input-table" hint="hint.table" inputmode="decimal" />`: a text field; `hint` is the text of
 *   the empty field.
 * - `<typed-row for="node-input-volume" types="number" hint="hint.volume" />`: a typed input, and a hidden field of its
 *   type, or the field in `stores`; `prepareForm` knows the `types`.
 * - `<choice-row for="node-input-emit" icon="bolt" choices="change poll" />`: a select; a choice reads
 *   `<setting>.<choice>` of the node's catalogue, or `<texts>.<choice>`; options inside the row follow.
 * - `<check-row for="node-input-emitAtStart" />`: a check box before its label.
 * - `<group-row for="bridge-room-devices" icon="plug" />`: an element for controls of a script, before the row's
 *   content.
 * - `<target-row icon="eye" />`: the shared row `target`; its attributes can be replaced.
 *
 * A `<details>` gets the summary _More_. A label reads `label.<setting>` of the node's catalogue, the setting following
 * the last hyphen of `for`, or the text in `label`. Shared texts begin with `editor:`. `when` is the condition of the
 * row.
 *
 * @returns the form for the editor
 * @throws Error with a sentence about an invalid row
 */
export const expandRows = (html: string, shared: SharedRows): string =>
  replaceRows(addSummaries(html), (row) => {
    const own = shared.get(row.name.replace(/-row$/, ''));
    if (own === undefined) return renderRow(row, [...shared.keys()]);
    if (row.content !== '') throw new Error(`${row.tag} is a shared row and holds nothing.`);
    return replaceRows(own.trim(), (inner) => {
      const attributes = new Map([...inner.attributes, ...row.attributes]);
      return renderRow({ ...inner, attributes });
    });
  });

const addSummaries = (html: string): string =>
  html.replaceAll(
    /^( *)<details\b.*>$/gm,
    '$&\n$1  <summary data-i18n="@lighting-bridge/node-red/editor:row.more"></summary>',
  );

function replaceRows(html: string, write: (row: FormRow) => string): string {
  const written = html.replaceAll(
    rowElement,
    (whole: string, name: string, attributes: string, content: string | undefined, at: number) => {
      const [tag = whole] = rowTag.exec(whole) ?? [];
      if (rowTag.test(content ?? '')) throw new Error(`${tag} is not closed before the next row.`);
      const indentation = /[ \t]*$/.exec(html.slice(0, at))?.[0] ?? '';
      return write({
        name,
        tag,
        attributes: parseAttributes(attributes, { name, tag }),
        content: (content ?? '').trim().replaceAll(`\n${indentation}  `, '\n'),
      }).replaceAll('\n', `\n${indentation}`);
    },
  );
  const [unclosedTag] = rowTag.exec(written) ?? [];
  if (unclosedTag === undefined) return written;
  throw new Error(
    `${unclosedTag} ${unclosedTag.startsWith('</') ? 'closes no row' : 'is not closed'}.`,
  );
}

function parseAttributes(
  written: string,
  { name: row, tag }: Pick<FormRow, 'name' | 'tag'>,
): Map<string, string> {
  const names = [...commonAttributes, ...(ownAttributes[row] ?? [])];
  const attributes = new Map<string, string>();
  const rest = written.replaceAll(/\s([a-z]+)="([^"]+)"/g, (_, name: string, value: string) => {
    if (!names.includes(name)) {
      throw new Error(`${tag} takes no ${name}, only ${names.join(', ')}.`);
    }
    if (attributes.has(name)) throw new Error(`${tag} has ${name} twice.`);
    attributes.set(name, value);
    return '';
  });
  if (rest.trim() !== '') throw new Error(`${tag} has no value in quotes at ${rest.trim()}.`);
  return attributes;
}

function renderRow(row: FormRow, shared: readonly string[] = []): string {
  const write = rowRenderers[row.name];
  if (write === undefined) {
    const names = [...Object.keys(rowRenderers), ...shared.map((name) => `${name}-row`)];
    throw new Error(`${row.tag} is no row; there are ${names.join(', ')}.`);
  }
  const when = row.attributes.get('when');
  const condition = when === undefined ? '' : ` data-when="${when}"`;
  return wrapLines(`<div class="form-row"${condition}>`, write(row), '</div>');
}

/** Puts each part on its own lines. */
function wrapLines(start: string, parts: readonly string[], end: string): string {
  const lines = parts.filter((part) => part !== '').join('\n');
  return `${start}\n  ${lines.replaceAll('\n', '\n  ')}\n${end}`;
}

const rowRenderers: Readonly<Record<string, (row: FormRow) => readonly string[]>> = {
  'field-row'(row) {
    const id = getControlId(row);
    if (!row.content.includes(` id="${id}"`)) {
      throw new Error(`${row.tag} holds no control with the id ${id}.`);
    }
    return [renderLabel(row, 'label', `for="${id}"`), row.content];
  },
  'text-row': (row) => [
    renderLabel(row, 'label', `for="${getControlId(row)}"`),
    renderTextInput(row, ''),
    row.content,
  ],
  'typed-row': (row) => [
    renderLabel(row, 'label', `for="${getControlId(row)}"`),
    renderTextInput(row, ' style="width: 100%"'),
    `<input type="hidden" id="${row.attributes.get('stores') ?? `${getControlId(row)}Type`}" />`,
    row.content,
  ],
  'choice-row'(row) {
    const id = getControlId(row);
    const choices = row.attributes.get('choices');
    if (choices === undefined) throw new Error(`${row.tag} needs choices="…".`);
    const texts = getTextAttribute(row, 'texts') ?? getSettingName(row);
    const text = (choice: string): string => `data-i18n="${texts}.${choice}"`;
    const options = [
      ...choices.split(' ').map((choice) => `<option value="${choice}" ${text(choice)}></option>`),
      row.content,
    ];
    return [
      renderLabel(row, 'label', `for="${id}"`),
      wrapLines(`<select id="${id}">`, options, '</select>'),
    ];
  },
  'check-row'(row) {
    const id = getControlId(row);
    if (row.content !== '') throw new Error(`${row.tag} is a check box and holds nothing.`);
    return [`<input type="checkbox" id="${id}" />`, renderLabel(row, 'label', `for="${id}"`)];
  },
  'group-row'(row) {
    const id = getControlId(row);
    return [
      renderLabel(row, 'span', `class="lighting-bridge-label" id="${id}-label"`),
      `<div id="${id}" role="group" aria-labelledby="${id}-label"></div>`,
      row.content,
    ];
  },
};

function getControlId({ tag, attributes }: FormRow): string {
  const id = attributes.get('for');
  if (id?.includes('-') === true) return id;
  throw new Error(`${tag} needs for="…", the id of its control, such as node-input-rtype.`);
}

function renderTextInput(row: FormRow, style: string): string {
  const render = (attribute: string, value: string | undefined, before = ''): string =>
    value === undefined ? '' : ` ${attribute}="${before}${value}"`;
  const attributes = [
    style,
    render('inputmode', row.attributes.get('inputmode')),
    render('data-types', row.attributes.get('types')),
    render('data-i18n', getTextAttribute(row, 'hint'), '[placeholder]'),
  ];
  return `<input type="text" id="${getControlId(row)}"${attributes.join('')} />`;
}

const getTextAttribute = ({ attributes }: FormRow, name: string): string | undefined =>
  attributes.get(name)?.replace(/^editor:/, '@lighting-bridge/node-red/editor:');

const getSettingName = (row: FormRow): string => getControlId(row).replace(/^.*-/, '');

function renderLabel(row: FormRow, kind: 'label' | 'span', own: string): string {
  const text = getTextAttribute(row, 'label') ?? `label.${getSettingName(row)}`;
  const icon = row.attributes.get('icon');
  if (icon === undefined) return `<${kind} ${own} data-i18n="${text}"></${kind}>`;
  const parts = [
    `<i class="fa fa-fw fa-${icon}" aria-hidden="true"></i>`,
    `<span data-i18n="${text}"></span>`,
  ];
  return wrapLines(`<${kind} ${own}>`, parts, `</${kind}>`);
}
