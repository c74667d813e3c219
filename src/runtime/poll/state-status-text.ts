import { sanitizeText } from '../../bridge/errors/sanitize-text';
import { getPlainValue, isObject } from '../../resources';
import type { Resource } from '../../resources';
import { lampStatusText } from '../node-status/lamp-status-text';
import type { StatusText } from '../node-status/node-status';

/** Maximum length of a value in the node's status, in characters. */
const maxValueLength = 18;

/** Creates the status text: the state of a single resource, otherwise the number of resources. */
export function stateStatusText(resources: readonly Resource[]): StatusText {
  const [only] = resources;
  if (resources.length !== 1 || only === undefined) {
    return { key: 'listed', values: { count: resources.length } };
  }
  const value = getPlainValue(only);
  if (isObject(value)) return lampStatusText(value['on'], value['brightness']) ?? { key: 'read' };
  if (typeof value === 'boolean') return { key: value ? 'yes' : 'no' };
  if (typeof value === 'number') return valueStatusText(String(Math.round(value * 100) / 100));
  return typeof value === 'string' ? valueStatusText(value) : { key: 'read' };
}

const valueStatusText = (text: string): StatusText => ({
  key: 'value',
  values: { value: sanitizeText(text, maxValueLength) },
});
