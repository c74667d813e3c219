import { findGroupLights } from '../../../resources/group-lights';
import type { OperationName, Resource } from '../../../resources';
import type { StateCache } from '../../../bridge';
import { checkCommandBody } from '../../../vocabulary/parsing/parse-service-body';
import { refuse } from '../../../vocabulary';
import type { ParsedCommandBody } from '../../../vocabulary';
import {
  findGroupScene,
  findScenesByName,
  getSceneName,
  listGroupScenes,
} from '../../../vocabulary/scene/group-scenes';
import type { RequestedSceneName } from '../../../vocabulary/scene/parse-scene-request';
import {
  buildSceneActions,
  buildPaletteFromSceneActions,
} from '../../../vocabulary/scene/scene-actions';
import type { ActionOutcome } from '../../message/action-outcome';
import { executeWrite } from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import { getParsedOrThrow, toCommandError } from '../../settings/node-errors';
import { runExclusively } from '../../bridge/run-exclusively';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { AddressedSceneGroup, SceneWithGroup } from './addressed-scene-groups';

/**
 * Stores the present states of the lamps in the scene of this name or in a new one.
 *
 * @param named without a name for the picked scene
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a room without lamps, if the scene has no name, or if several
 * scenes of the room have this name
 */
export const storeScene = (
  bridge: OpenedBridge,
  group: AddressedSceneGroup,
  named: RequestedSceneName,
  options: ExecuteOptions,
): Promise<ActionOutcome> =>
  // One after the other, so that two messages with one new name create one scene.
  runExclusively(bridge.stateReader, async () => {
    const home = await bridge.stateReader.refetch();
    const name = named.name ?? (group.scene && getSceneName(group.scene));
    if (name === undefined || name === '') {
      const expected = 'the name that the scene gets, such as { "store": "Evening" }';
      throw toCommandError({ path: named.at, expected, received: true });
    }
    const scene = named.name === undefined ? group.scene : findStoredScene(home, group, named);
    const operation = scene === undefined ? 'create' : 'update';
    const command = buildStoreCommand(home, group, operation, { ...named, name });
    const rid = scene === undefined ? {} : { rid: scene.id };
    const outcome = await executeWrite(
      bridge,
      { operation, rtype: 'scene', ...rid },
      command,
      options,
    );
    return { ...outcome, statusText: { key: 'stored' } };
  });

/** @returns undefined if the room has no scene of the name yet */
function findStoredScene(
  home: StateCache,
  { groupRid }: AddressedSceneGroup,
  { name = '', at }: RequestedSceneName,
): Resource | undefined {
  return findScenesByName(listGroupScenes(home, groupRid), name).length === 0
    ? undefined
    : getParsedOrThrow(findGroupScene(home, groupRid, name, at));
}

function buildStoreCommand(
  home: StateCache,
  { groupRid }: AddressedSceneGroup,
  operation: OperationName & ('create' | 'update'),
  { name, at }: Required<RequestedSceneName>,
): ParsedCommandBody {
  const group = home.get(groupRid);
  const lamps = findGroupLights(home, group);
  if (group === undefined || lamps.length === 0) {
    const expected = 'a room, zone or home with lamps';
    throw toCommandError({ path: 'target', expected, received: home.name(groupRid) ?? groupRid });
  }
  const actions = getParsedOrThrow(buildSceneActions(lamps));
  const palette = buildPaletteFromSceneActions(actions);
  const shown = { actions, ...(palette === undefined ? {} : { palette }) };
  const body =
    operation === 'update'
      ? shown
      : { metadata: { name }, group: { rid: groupRid, rtype: group.type }, ...shown };
  return getParsedOrThrow(checkCommandBody('scene', operation, body, { at }));
}

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the room has another scene of this name */
export function renameScene(
  bridge: OpenedBridge,
  { groupRid, scene }: SceneWithGroup,
  { name = '', at }: RequestedSceneName,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const { stateCache } = bridge.stateReader;
  const namesakes = findScenesByName(listGroupScenes(stateCache, groupRid), name);
  const isFree = namesakes.every(({ id }) => id === scene.id);
  const room = stateCache.name(groupRid) ?? 'the room';
  const command = isFree
    ? checkCommandBody('scene', 'update', { metadata: { name } }, { at })
    : refuse(at, `a name that no other scene of ${room} has`, name);
  const request = { operation: 'update', rtype: 'scene', rid: scene.id } as const;
  return executeWrite(bridge, request, getParsedOrThrow(command), options);
}
