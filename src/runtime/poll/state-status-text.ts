import type { Resource } from '../../resources';
import type { StatusText } from '../node-status/node-status';
import { resourceStatusText } from '../node-status/resource-status-text';

/** Creates the status text: the state of a single resource, otherwise the number of resources. */
export function stateStatusText(resources: readonly Resource[]): StatusText {
  const [only] = resources;
  return resources.length === 1 && only !== undefined
    ? resourceStatusText(only)
    : { key: 'listed', values: { count: resources.length } };
}
