import { cloneJson, isObject } from '../../resources/values/member-access';
import type { Resource, ResourceType } from '../../resources';
import type { LightStateNotation } from './plain-light';
import { createPayloadSelector } from './resource-message';
import type { OpenedBridge } from '../bridge/open-bridge-client';

/** Which resource a state in a list is of. */
interface StateOrigin {
  rid?: string | undefined;
  rtype: ResourceType;
  name?: string | undefined;
  room?: string | undefined;
  /** Name of the bridge, where the message named one. */
  bridgeName?: string | undefined;
}

/** How the plain value of a lamp or a group is made. */
export interface PlainStateOptions extends LightStateNotation {
  /** True where a lamp that cannot be reached counts as off. */
  readonly unreachableIsOff?: boolean;
}

/** A copy of the plain value of a resource, as a poll node sends it; null while there is none. */
export const toPlainState = (
  { client: { stateCache } }: Pick<OpenedBridge, 'client'>,
  resource: Resource,
  { colorSpace, formatLight, unreachableIsOff = false }: PlainStateOptions = {},
): unknown => {
  const settings = { rtype: resource.type, output: 'value', unreachableIsOff };
  return cloneJson(
    createPayloadSelector(stateCache, settings, { colorSpace, formatLight })(resource) ?? null,
  );
};

/**
 * Reads the lamps of a group, whose colour its plain value shows, where no events keep them current.
 *
 * @param rtype of what is about to be read
 * @throws {BridgeError} when the bridge cannot be read
 */
export async function refreshLampsOfGroup(
  { client, stateReader }: Pick<OpenedBridge, 'client' | 'stateReader'>,
  rtype: ResourceType,
): Promise<void> {
  if (rtype !== 'grouped_light') return;
  // Which lamps are in the group is known from a list of everything.
  if (client.stateCache.refreshedAt === undefined) await stateReader.read();
  else if (client.connectionState.mode !== 'stream') await client.stateCache.refreshType('light');
}

/** A plain state that says of which resource it is, for a list: the members of an object beside that, or `value`. */
export const addResourceIdentityToState = (
  { rid, rtype, name, room, bridgeName }: StateOrigin,
  state: unknown,
): Readonly<Record<string, unknown>> => ({
  rid,
  rtype,
  name,
  room,
  ...(bridgeName === undefined ? {} : { bridge: bridgeName }),
  ...(isObject(state) ? state : { value: state }),
});
