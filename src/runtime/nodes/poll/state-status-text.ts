import type { Resource } from '../../../resources';
import type { TranslatableStatusText } from '../../status/status-content';
import { measurementStatusText, resourceStatusText } from '../../status/resource-status-text';

/** Creates the status text: the state of a single resource, otherwise the number of resources. */
export function stateStatusText(resources: readonly Resource[]): TranslatableStatusText {
  const [only] = resources;
  return resources.length === 1 && only !== undefined
    ? resourceStatusText(only)
    : { key: 'listed', values: { count: resources.length } };
}

/**
 * Creates the status text of one value of several resources.
 *
 * @param rtype in whose unit a number is; missing for a count
 */
export function combinedValueStatusText(
  value: boolean | number | null,
  rtype?: string,
): TranslatableStatusText {
  if (value === null) return { key: 'noValue' };
  if (typeof value === 'number') return measurementStatusText(value, rtype);
  return { key: value ? 'yes' : 'no' };
}
