import { createElement } from '../../drawing/element';
import type { BackupText } from '../../backup/texts';
import { replaceHiddenCharacters } from '../../resources/problems';
import { getResourceTypeLabel, translateShared } from '../labels/translate';

/** Names come from files that anybody may have written. */
const clean = (text: string): string => replaceHiddenCharacters(text, () => ' ');

export const translateBackupText = ({ key, values }: BackupText): string =>
  clean(translateShared(`backup.sentence.${key}`, { ...values }));

/** Such as `Relax (Kitchen), scene`. */
export function describeThing(thing: {
  readonly name: string;
  readonly type: string;
  readonly group: string;
}): string {
  const kind = getResourceTypeLabel(thing.type);
  const group = thing.group === '' ? '' : ` (${thing.group})`;
  return clean(thing.name === '' ? `${kind}${group}` : `${thing.name}${group}, ${kind}`);
}

/** Longer ones are for a program. */
const maxValueLength = 60;

export const formatChange = (member: string, from: unknown, to: unknown): string =>
  clean(translateShared('backup.change', { member, from: formatValue(from), to: formatValue(to) }));

function formatValue(value: unknown): string {
  if (value === undefined) return '–';
  if (Array.isArray(value)) return `[${value.length}]`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

/** A list shows no more entries, since they would make the page slow. It says how many it leaves out. */
const mostListed = 500;

/** A list that opens and closes, with the number of its entries. */
export function createBackupList<Entry>(
  key: string,
  entries: readonly Entry[],
  toElement: (entry: Entry) => HTMLElement,
  isOpen = true,
): HTMLElement {
  const count = entries.length;
  const list = createElement('ul', {}, ...entries.slice(0, mostListed).map(toElement));
  const more = translateShared('import.more', { count: count - mostListed });
  return createElement(
    'details',
    { open: isOpen, 'data-list': key },
    createElement('summary', {}, `${translateShared(`backup.list.${key}`)} (${count})`),
    list,
    ...(count > mostListed ? [createElement('p', {}, more)] : []),
  );
}
