import { systemClock } from '../../../bridge/time/clock';
import { chooseScene } from '../../../vocabulary/scene/choose-scene';
import {
  describeExpectedScene,
  findActiveScene,
  findGroupScene,
  listGroupScenes,
} from '../../../vocabulary/scene/group-scenes';
import type { SceneRequest } from '../../../vocabulary/scene/parse-scene-request';
import type { ParsedCommandBody } from '../../../vocabulary';
import type { ActionOutcome } from '../../message/action-outcome';
import { executeWrite } from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import { toCommandError } from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { getRecentRecalls } from './recent-recalls';
import { lookUpWithRefetch } from './addressed-scene-groups';
import type { AddressedSceneGroup, SceneWithGroup } from './addressed-scene-groups';

/** Recalls a scene. On an idle bridge, the request is sent before the function returns. */
export function recallScene(
  bridge: OpenedBridge,
  { groupRid, scene }: Pick<SceneWithGroup, 'groupRid' | 'scene'>,
  command: ParsedCommandBody,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const request = { operation: 'recall', rtype: 'scene', rid: scene.id } as const;
  return getRecentRecalls(bridge).track(groupRid, scene.id, () =>
    executeWrite(bridge, request, command, options),
  );
}

type StepRequest = Extract<SceneRequest, { kind: 'step' }>;

/**
 * Recalls the next, the previous or a random scene of a room.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if the room has no scene, or none of the given names
 */
export async function stepScene(
  bridge: OpenedBridge,
  { groupRid }: AddressedSceneGroup,
  { step, among, command }: StepRequest,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  await refreshSceneStatus(bridge);
  const { stateCache } = bridge.stateReader;
  const named = await Promise.all(
    among.map(({ name = '', at }) =>
      lookUpWithRefetch(bridge, (index) => findGroupScene(index, groupRid, name, at)),
    ),
  );
  const all = listGroupScenes(stateCache, groupRid);
  // No await from here to the request, so that the next message sees the chosen scene.
  const activeRid =
    getRecentRecalls(bridge).getSceneRid(groupRid) ?? findActiveScene(stateCache, all)?.id;
  const scenes = named.length === 0 ? all : named;
  const scene = chooseScene(scenes, activeRid, step, systemClock.random());
  if (scene === undefined) {
    const expected = describeExpectedScene(stateCache, groupRid);
    const problem = { path: 'target', expected, received: stateCache.name(groupRid) };
    throw toCommandError(problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
  }
  return recallScene(bridge, { groupRid, scene }, command, options);
}

/** Reads the active scenes, unless the event stream reports them. */
export async function refreshSceneStatus({ client, stateReader }: OpenedBridge): Promise<void> {
  const stateCache = await stateReader.read();
  if (client.connectionState.mode === 'stream') return;
  await stateCache.refreshType('scene');
  const hasStatus = stateCache.byType('scene').every(({ status }) => status !== undefined);
  if (!hasStatus) await stateCache.refreshType('light');
}
