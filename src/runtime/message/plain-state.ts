import { cloneJson, isObject } from '../../resources/values/member-access';
import type { Resource, ResourceType, Members } from '../../resources';
import type { ResultMeta } from './action-outcome';
import type { LightStateNotation } from './resource-message';
import { createPayloadSelector } from './resource-message';
import type { OpenedBridge } from '../bridge/open-bridge-client';

export interface PlainStateOptions extends LightStateNotation {
  readonly unreachableIsOff?: boolean;
}

/** Returns a copy; null if there is none. */
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
 * Reads the lamps of a group without an event stream: the group's plain value contains their colour.
 *
 * @param rtype type of the resource that is read next
 * @throws {BridgeError} when the bridge cannot be read
 */
export async function refreshLampsOfGroup(
  { client, stateReader }: Pick<OpenedBridge, 'client' | 'stateReader'>,
  rtype: ResourceType,
): Promise<void> {
  if (rtype !== 'grouped_light') return;
  // Only a read of all resources tells the lamps of a group.
  if (client.stateCache.refreshedAt === undefined) await stateReader.read();
  else if (client.connectionState.mode !== 'stream') await client.stateCache.refreshType('light');
}

/** A state that is no object becomes the member `value`. */
export const addResourceIdentityToState = (
  {
    rid,
    rtype,
    name,
    room,
    bridgeName,
  }: Pick<ResultMeta, 'rid' | 'rtype' | 'name' | 'room' | 'bridgeName'>,
  state: unknown,
): Members => ({
  rid,
  rtype,
  name,
  room,
  ...(bridgeName === undefined ? {} : { bridge: bridgeName }),
  ...(isObject(state) ? state : { value: state }),
});
