import { definitionOf, isObject, isResourceType } from '../../resources';
import type { Resource } from '../../resources';
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
  if (isObject(value)) return wordForLamp(value);
  if (typeof value === 'boolean') return { key: value ? 'yes' : 'no' };
  if (typeof value === 'number') return wordForText(String(Math.round(value * 100) / 100));
  return typeof value === 'string' ? wordForText(value) : { key: 'read' };
}

function wordForLamp({ on, brightness }: Record<string, unknown>): Word {
  if (on === false) return { key: 'off' };
  if (on === true && typeof brightness === 'number') {
    return { key: 'brightness', values: { brightness: Math.round(brightness) } };
  }
  return { key: on === true ? 'on' : 'read' };
}

const wordForText = (text: string): Word => ({
  key: 'value',
  values: { value: text.length > longest ? `${text.slice(0, longest)}…` : text },
});
