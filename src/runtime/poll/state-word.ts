import { printable } from '../../bridge/errors/printable';
import { definitionOf, isObject, isResourceType } from '../../resources';
import type { Resource } from '../../resources';
import { lampWord } from '../lamp-word';
import type { Word } from '../status';

/** Longest text of a state that a status line has room for. */
const longest = 18;

/** Few words for what is known: the state of a single resource, otherwise how many there are. */
export function wordForState(resources: readonly Resource[]): Word {
  const [only] = resources;
  if (resources.length !== 1 || only === undefined) {
    return { key: 'listed', values: { count: resources.length } };
  }
  const value = isResourceType(only.type) ? definitionOf(only.type).value(only) : undefined;
  if (isObject(value)) return lampWord(value['on'], value['brightness']) ?? { key: 'read' };
  if (typeof value === 'boolean') return { key: value ? 'yes' : 'no' };
  if (typeof value === 'number') return wordForText(String(Math.round(value * 100) / 100));
  return typeof value === 'string' ? wordForText(value) : { key: 'read' };
}

const wordForText = (text: string): Word => ({
  key: 'value',
  values: { value: printable(text, longest) },
});
