import { sceneGroupTypes } from '../../../resources/values/group-types';
import type { ResourceType } from '../../../resources';
import { parseSceneCommand } from '../../../vocabulary/scene/parse-scene-command';
import { parseSceneRequest } from '../../../vocabulary/scene/parse-scene-request';
import type { SceneRequest } from '../../../vocabulary/scene/parse-scene-request';
import { toCommandError } from '../../settings/node-errors';
import { renameScene, storeScene } from './edit-scenes';
import { listScenes } from './list-scenes';
import { recallScene, stepScene } from './recall-scenes';
import { buildSceneCommand } from './scene-payload';
import type { SceneOperation, SceneActionParams } from './scene-payload';
import {
  findAddressedScenes,
  findScenesEverywhere,
  findAddressedSceneGroups,
} from './addressed-scene-groups';
import type { AddressedSceneGroup, SceneWithGroup } from './addressed-scene-groups';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { isSettingUnset } from '../../settings/evaluate-setting';
import type { ActionHandler } from '../../node/action-definition';
import { addWarnings } from '../../message/action-outcome';
import type { ActionOutcome } from '../../message/action-outcome';
import { executeWrite } from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import { listBridgesToReserve, runWithReservedLamps } from '../../message/message-reservations';
import type { ReservedOptions } from '../../message/message-reservations';
import { executeForAllTargets } from '../../message/joined-outcome';

export const executeSceneAction: ActionHandler<SceneActionParams> = async (
  params,
  bridge,
  options,
) => {
  const { target } = params;
  const bridges = listBridgesToReserve(bridge, target.isValid ? target.value : undefined);
  return runWithReservedLamps(bridges, options, async (lamps) => {
    const groups = await findAddressedSceneGroups(bridge, target.value);
    const { request, warnings } = parseRequest(params, groups);
    const outcome = await executeRequest(request, groups, bridge, { ...options, lamps });
    return addWarnings(outcome, warnings);
  });
};

async function executeRequest(
  request: SceneRequest,
  groups: readonly AddressedSceneGroup[] | undefined,
  bridge: OpenedBridge,
  options: ReservedOptions,
): Promise<ActionOutcome> {
  const { lamps } = options;
  switch (request.kind) {
    case 'list':
      lamps.end();
      return listScenes(bridge, groups, options);
    case 'recall': {
      const scenes = await findRecalledScenes(bridge, groups, request);
      const recalling = executeForAllTargets(scenes, describeScene, (scene) =>
        recallScene(scene.bridge, scene, request.command, options),
      );
      lamps.end();
      return recalling;
    }
    case 'step': {
      const stepped = requireAddressedGroups(groups, request.step);
      lamps.keepOnly(stepped.map((group) => ({ bridge: group.bridge, rid: group.groupRid })));
      return executeForAllTargets(stepped, describeAddressedGroup, async (group) => {
        await lamps.waitForEarlier(group.bridge);
        return stepScene(group.bridge, group, request, options);
      });
    }
    default:
      lamps.end();
      return executeEdit(request, groups, bridge, options);
  }
}

const describeScene = ({
  scene: { id, type },
}: SceneWithGroup): { rid: string; rtype: 'scene' | 'smart_scene' } => ({
  rid: id,
  rtype: type === 'smart_scene' ? type : 'scene',
});

function describeAddressedGroup({ bridge, groupRid }: AddressedSceneGroup): {
  rid: string;
  rtype: ResourceType;
} {
  const group = bridge.stateReader.stateCache.get(groupRid);
  const rtype = sceneGroupTypes.find((type) => type === group?.type);
  return { rid: groupRid, rtype: rtype ?? 'room' };
}

type EditRequest = Extract<SceneRequest, { kind: 'store' | 'rename' | 'delete' }>;

async function executeEdit(
  request: EditRequest,
  groups: readonly AddressedSceneGroup[] | undefined,
  bridge: OpenedBridge,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  if (request.kind === 'store') {
    return executeForAllTargets(
      requireAddressedGroups(groups, 'store'),
      describeAddressedGroup,
      (group) => storeScene(group.bridge, group, request.scene, options),
    );
  }
  const scenes = await findAddressedScenes(bridge, groups, request.scene);
  return executeForAllTargets(scenes, describeScene, (scene) => {
    if (request.kind === 'rename')
      return renameScene(scene.bridge, scene, request.newName, options);
    const deletion = { operation: 'delete', ...describeScene(scene) } as const;
    return executeWrite(scene.bridge, deletion, undefined, options);
  });
}

type RecallRequest = Extract<SceneRequest, { kind: 'recall' }>;

function findRecalledScenes(
  bridge: OpenedBridge,
  groups: readonly AddressedSceneGroup[] | undefined,
  { scene, everywhere }: RecallRequest,
): Promise<readonly SceneWithGroup[]> {
  if (!everywhere) return findAddressedScenes(bridge, groups, scene, ['scene', 'smart_scene']);
  if (groups === undefined) return findScenesEverywhere(bridge, scene);
  const expected = 'no room or scene beside everywhere';
  throw toCommandError({ path: 'target', expected, received: 'one' });
}

function requireAddressedGroups(
  groups: readonly AddressedSceneGroup[] | undefined,
  operation: SceneOperation,
): readonly AddressedSceneGroup[] {
  if (groups !== undefined) return groups;
  const expected = `a room or zone for ${operation}, picked in the dialog or its name in msg.target`;
  throw toCommandError({ path: 'target', expected, received: undefined });
}

function parseRequest(
  params: SceneActionParams,
  groups: readonly AddressedSceneGroup[] | undefined,
): { request: SceneRequest; warnings: readonly string[] } {
  const { payload, paths, warnings } = buildSceneCommand(params, groups);
  const request = parseSceneRequest(payload, {
    at: params.command.path,
    paths,
    defaults: parseDefaults(params),
  });
  if (request.ok) return { request: request.value, warnings };
  throw toCommandError(request.problem);
}

function parseDefaults(params: SceneActionParams): Record<string, unknown> {
  const defaults: Record<string, unknown> = isSettingUnset(params.dynamic)
    ? {}
    : { dynamic: params.dynamic };
  for (const name of ['brightness', 'transition', 'speed'] as const) {
    const { value, path } = params[name];
    if (value === undefined) continue;
    defaults[name] = value;
    const check = parseSceneCommand({ [name]: value });
    if (!check.ok) throw toCommandError({ ...check.problem, path });
  }
  return defaults;
}
