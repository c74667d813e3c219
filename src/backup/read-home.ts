import type { BridgeClient, RequestOptions } from '../bridge';
import { isMissingPathError } from '../bridge/errors';
import type { Resource } from '../resources/resource';

/**
 * Reads everything of a bridge, for a backup and for a plan.
 *
 * @throws {BridgeError} as `listAll`
 */
export async function readHome(
  client: Pick<BridgeClient, 'listAll' | 'list'>,
  options: RequestOptions = {},
): Promise<readonly Resource[]> {
  const { data } = await client.listAll(options);
  if (data.some(({ type }) => type === 'motion_area_candidate')) return data;
  // Bridges leave these out of the list of everything, although motion areas refer to them.
  try {
    const candidates = await client.list('motion_area_candidate', options);
    return [...data, ...candidates.data];
  } catch (error) {
    if (isMissingPathError(error)) return data;
    throw error;
  }
}
