import type { Resource } from '../../../resources';
import type { TranslatableStatusText } from '../../status/status-content';
import { measurementStatusText, resourceStatusText } from '../../status/resource-status-text';

/** Returns the state of a single resource, or the number of resources. */
export function stateStatusText(resources: readonly Resource[]): TranslatableStatusText {
  const [only] = resources;
  return resources.length === 1 && only !== undefined
    ? resourceStatusText(only)
    : { key: 'listed', values: { count: resources.length } };
}

/**
 * Returns the status text of a combined value.
 *
 * @param rtype type whose unit a number has; undefined for a count
 */
export function combinedValueStatusText(
  value: boolean | number | null,
  rtype?: string,
): TranslatableStatusText {
  if (value === null) return { key: 'noValue' };
  if (typeof value === 'number') return measurementStatusText(value, rtype);
  return { key: value ? 'yes' : 'no' };
}
