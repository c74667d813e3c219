import type { NodeMessage } from 'node-red';
import type { StateCache } from '../../../bridge';
import { accept } from '../../../vocabulary';
import type { ParseResult } from '../../../vocabulary';
import { resolveSceneTarget } from '../../../vocabulary/lookup/target-resolvers';
import {
  getSceneActivity,
  getSceneGroupRid,
  getSceneName,
} from '../../../vocabulary/scene/group-scenes';
import type { SourceContext } from '../../watch/source-context';
import { toCommandError } from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { evaluateSourceAddressSetting } from '../../watch/watched-address';
import type { WatchedTargetSettings } from '../../settings/target-settings';
import { ActiveSceneWatch } from './active-scene-watch';
import type { ActiveSceneChange } from './active-scene-watch';

/**
 * Sends the name of the active scene of a room to the second output after each change; null if no scene is active. The
 * topic is the name of the room.
 *
 * @param settings id or name of a room, zone, home or scene; empty for all rooms
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the settings give no text
 */
export async function startActiveSceneSource(
  settings: WatchedTargetSettings,
  context: SourceContext,
): Promise<{ stop(): void }> {
  const { bridge, send, onError } = context;
  const address = await evaluateSourceAddressSetting(context, settings);
  const findGroup = (): ParseResult<string | undefined> =>
    address === '' ? accept(undefined) : findWatchedGroup(bridge.client.stateCache, address);
  return new ActiveSceneWatch(bridge, {
    isWatched(groupRid) {
      const group = findGroup();
      return group.ok && (group.value === undefined || group.value === groupRid);
    },
    onKnown() {
      const group = findGroup();
      if (!group.ok) onError(toCommandError(group.problem, 'ERR_BRIDGE_UNKNOWN_TARGET'));
    },
    onChange: (change) => send([null, createActiveSceneMessage(bridge, change)]),
    onError,
  });
}

/** Looked up for each change because people rename rooms and scenes. */
function findWatchedGroup(stateCache: StateCache, address: string): ParseResult<string> {
  const found = resolveSceneTarget(stateCache, address);
  if (!found.ok) return found;
  const { rid, resource } = found.value;
  return accept(resource?.type === 'scene' ? (getSceneGroupRid(resource) ?? rid) : rid);
}

function createActiveSceneMessage(
  { client: { stateCache } }: OpenedBridge,
  { groupRid, scene, previous, detection }: ActiveSceneChange,
): NodeMessage {
  const room = stateCache.name(groupRid) ?? groupRid;
  const name = scene && getSceneName(scene);
  const isDynamic = scene !== undefined && getSceneActivity(stateCache, scene) === 'dynamic';
  return {
    payload: name ?? null,
    topic: room,
    previous: previous === undefined ? null : getSceneName(previous),
    bridge: {
      occasion: 'changed',
      rtype: 'scene',
      ...(scene === undefined ? {} : { rid: scene.id, name }),
      room,
      ...(isDynamic ? { dynamic: true } : {}),
      ...detection,
    },
  };
}
