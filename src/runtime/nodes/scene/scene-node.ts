import { sceneGroupTypes } from '../../../resources/values/group-types';
import type { ResourceType, Resource, OperationName } from '../../../resources';
import { parseSceneCommand, parseSceneRequest } from '../../../vocabulary/scene';
import type { SceneRequest, RequestedSceneName } from '../../../vocabulary/scene';
import { toCommandError, getParsedOrThrow } from '../../settings/node-errors';
import { buildSceneCommand } from './scene-payload';
import type { SceneOperation, SceneActionParams } from './scene-payload';
import {
  findAddressedScenes,
  findScenesEverywhere,
  findAddressedSceneGroups,
  lookUpWithRefetch,
} from './addressed-scene-groups';
import type { AddressedSceneGroup, SceneWithGroup } from './addressed-scene-groups';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { isSettingUnset } from '../../settings/evaluate-setting';
import type { ActionHandler } from '../../node/action-node';
import { addWarnings } from '../../message/action-outcome';
import type { ActionOutcome } from '../../message/action-outcome';
import { executeWrite, executeRead } from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import { listBridgesToReserve, runWithReservedLamps } from '../../message/message-reservations';
import type { ReservedOptions } from '../../message/message-reservations';
import { executeForAllTargets } from '../../message/joined-outcome';
import { isResource } from '../../../bridge/state/resource-state';
import { compareNames } from '../../../resources/values/compare-names';
import {
  getSceneActivity,
  getSceneGroupRid,
  getSceneName,
  describeExpectedScene,
  findActiveScene,
  findGroupScene,
  listGroupScenes,
  findScenesByName,
  chooseScene,
  buildSceneActions,
  buildPaletteFromSceneActions,
} from '../../../vocabulary/room-scenes';
import { addBridgeToOutcome } from '../../message/named-bridge';
import type { BridgeWithOptionalName } from '../../message/named-bridge';
import { systemClock } from '../../../bridge/time/clock';
import { parseSmartSceneCommand } from '../../../vocabulary/smart-scene';
import { refuse } from '../../../vocabulary/parse-result';
import type { ParsedCommandBody } from '../../../vocabulary/parse-result';
import { findGroupLights } from '../../../resources/group-lights';
import type { StateCache } from '../../../bridge';
import { checkCommandBody } from '../../../vocabulary/service-body';
import { runExclusively } from '../../bridge/run-exclusively';

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

interface ListedScene {
  /** Recalls the scene where several have its name. */
  readonly rid: string;
  readonly name: string;
  /** Room or zone; undefined for a scene of the home. */
  readonly room?: string;
  /** Set if the message names one. */
  readonly bridge?: string;
  readonly active: boolean;
  readonly dynamic?: true;
  readonly smart?: true;
}

/**
 * Lists scenes and smart scenes, sorted by room and name.
 *
 * @param groups undefined for all groups
 */
async function listScenes(
  bridge: OpenedBridge,
  groups: readonly AddressedSceneGroup[] | undefined,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  if (groups === undefined) return listScenesOf({ bridge }, undefined, options);
  const bridges = new Set(groups.map((group) => group.bridge));
  const parts = await Promise.all(
    [...bridges].map(async (on) => {
      const ofBridge = groups.filter((group) => group.bridge === on);
      const groupRids = new Set(ofBridge.map(({ groupRid }) => groupRid));
      const onBridge = { bridge: on, bridgeName: ofBridge[0]?.bridgeName };
      return addBridgeToOutcome(await listScenesOf(onBridge, groupRids, options), onBridge);
    }),
  );
  const [first = await listScenesOf({ bridge }, new Set(), options), ...others] = parts;
  if (others.length === 0) return first;
  const payload = parts.flatMap((part): unknown[] =>
    Array.isArray(part.payload) ? part.payload : [],
  );
  return {
    payload,
    meta: { ...first.meta, results: parts.map(({ meta }) => meta) },
    statusText: { key: 'listed', values: { count: payload.length } },
  };
}

async function listScenesOf(
  { bridge, bridgeName }: BridgeWithOptionalName,
  groupRids: ReadonlySet<string> | undefined,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  await refreshSceneStatus(bridge);
  const outcome = await executeRead(bridge, { operation: 'list', rtype: 'scene' }, options);
  const ordinary = Array.isArray(outcome.payload) ? outcome.payload.filter(isResource) : [];
  const scenes = ordinary
    .concat(bridge.stateReader.stateCache.byType('smart_scene'))
    .filter((scene) => groupRids?.has(getSceneGroupRid(scene) ?? '') !== false);
  const payload = scenes
    .map((scene) => toListedScene({ bridge, bridgeName }, scene))
    .toSorted(
      (one, other) =>
        compareNames(one.room ?? '', other.room ?? '') || compareNames(one.name, other.name),
    );
  return { ...outcome, payload, statusText: { key: 'listed', values: { count: payload.length } } };
}

function toListedScene(
  { bridge, bridgeName }: BridgeWithOptionalName,
  scene: Resource,
): ListedScene {
  const { stateCache } = bridge.stateReader;
  const isSmart = scene.type === 'smart_scene';
  const activity = isSmart ? undefined : getSceneActivity(stateCache, scene);
  const room = stateCache.name(getSceneGroupRid(scene) ?? '');
  return {
    rid: scene.id,
    name: getSceneName(scene),
    ...(room === undefined ? {} : { room }),
    ...(bridgeName === undefined ? {} : { bridge: bridgeName }),
    active: isSmart ? scene['state'] === 'active' : activity !== undefined,
    ...(activity === 'dynamic' ? { dynamic: true } : {}),
    ...(isSmart ? { smart: true } : {}),
  };
}

/**
 * Recalls a scene, or starts a smart scene. On an idle bridge, the request is sent before the function returns.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a smart scene with more than a bare recall
 */
function recallScene(
  bridge: OpenedBridge,
  { groupRid, scene }: Pick<SceneWithGroup, 'groupRid' | 'scene'>,
  command: ParsedCommandBody,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  if (scene.type === 'smart_scene') return startSmartScene(bridge, scene, command, options);
  const request = { operation: 'recall', rtype: 'scene', rid: scene.id } as const;
  return getRecentRecalls(bridge).track(groupRid, scene.id, () =>
    executeWrite(bridge, request, command, options),
  );
}

function startSmartScene(
  bridge: OpenedBridge,
  scene: Resource,
  { body }: ParsedCommandBody,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const recall = body.members['recall'];
  if (JSON.stringify(recall) !== JSON.stringify({ action: 'active' })) {
    const expected = `a bare recall, since "${getSceneName(scene)}" is a smart scene, which has its own brightness and times`;
    throw toCommandError({ path: 'payload', expected, received: recall });
  }
  const { stateCache } = bridge.stateReader;
  const command = getParsedOrThrow(parseSmartSceneCommand(true, 'recall', { home: stateCache }));
  const request = { operation: 'recall', rtype: 'smart_scene', rid: scene.id } as const;
  return executeWrite(bridge, request, command, options);
}

type StepRequest = Extract<SceneRequest, { kind: 'step' }>;

/**
 * Recalls the next, previous or a random scene.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if the room has no scene, or none of the given names
 */
async function stepScene(
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
  // No await from here: the next message must see the chosen scene.
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

/** Reads the scenes only without an event stream. */
async function refreshSceneStatus({ client, stateReader }: OpenedBridge): Promise<void> {
  const stateCache = await stateReader.read();
  if (client.connectionState.mode === 'stream') return;
  await stateCache.refreshType('scene');
  const hasStatus = stateCache.byType('scene').every(({ status }) => status !== undefined);
  if (!hasStatus) await stateCache.refreshType('light');
}

/** In ms, from the response to a recall until the bridge reports the scene as active. */
const maxReportTime = 2_000;

interface Recall {
  readonly sceneRid: string;
  /** In ms of the clock; undefined before the response. */
  answeredAt?: number;
}

/** Scenes that the bridge may not report as active yet: two quick messages must move on by two scenes. */
class RecentRecalls {
  readonly #recalls = new Map<string, Recall>();

  /** Returns undefined if the state of the bridge counts. */
  getSceneRid(groupRid: string): string | undefined {
    const recall = this.#recalls.get(groupRid);
    if (recall === undefined) return undefined;
    const { sceneRid, answeredAt } = recall;
    if (answeredAt === undefined || systemClock.now() - answeredAt < maxReportTime) return sceneRid;
    this.#recalls.delete(groupRid);
    return undefined;
  }

  /** Keeps a recall for some time after its response. Removes a failed recall. */
  async track<Result>(
    groupRid: string,
    sceneRid: string,
    execute: () => Promise<Result>,
  ): Promise<Result> {
    const recall: Recall = { sceneRid };
    this.#recalls.set(groupRid, recall);
    try {
      const result = await execute();
      recall.answeredAt = systemClock.now();
      return result;
    } catch (error) {
      if (this.#recalls.get(groupRid) === recall) this.#recalls.delete(groupRid);
      throw error;
    }
  }
}

const recallsByBridge = new WeakMap<OpenedBridge['stateReader'], RecentRecalls>();

function getRecentRecalls({ stateReader }: Pick<OpenedBridge, 'stateReader'>): RecentRecalls {
  const recalls = recallsByBridge.get(stateReader) ?? new RecentRecalls();
  recallsByBridge.set(stateReader, recalls);
  return recalls;
}

/**
 * Stores the present states of the lamps in the scene of this name or in a new one.
 *
 * @param named without a name for the picked scene
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a room without lamps, if the scene has no name, or if several
 * scenes of the room have this name
 */
const storeScene = (
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
function renameScene(
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
