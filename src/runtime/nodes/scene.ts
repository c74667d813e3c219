import type { StateCache } from '../../bridge';
import { isResource } from '../../bridge/resource-state';
import { maxCacheAges } from '../../bridge/read-state';
import { systemClock } from '../../bridge/clock';
import type { ResourceType } from '../../resources/table';
import type { Resource, OperationName } from '../../resources/resource';
import { findGroupLights } from '../../resources/group-lights';
import { compareNames } from '../../resources/compare-names';
import { sceneGroupTypes, isSceneGroupType } from '../../resources/group-types';
import { resolveResource, resolveSceneTarget } from '../../vocabulary/lookup';
import type { ResourceIndex } from '../../vocabulary/lookup';
import { refuse, accept } from '../../vocabulary/parse-result';
import type { ParsedCommandBody, ParseResult } from '../../vocabulary/parse-result';
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
} from '../../vocabulary/room-scenes';
import type { SceneType } from '../../vocabulary/room-scenes';
import type { SceneRequest, RequestedSceneName } from '../../vocabulary/scene';
import { checkCommandBody } from '../../vocabulary/service-body';
import { parseSmartSceneCommand } from '../../vocabulary/smart-scene';
import type { Bridge } from '../bridge/bridge';
import { addWarnings, executeForAllTargets, addBridgeToOutcome } from '../outcome';
import type { TypedSettings } from '../stored-settings';
import type { ActionOutcome, BridgeWithOptionalName } from '../outcome';
import { sendWrite, sendRead } from '../requests';
import type { SendOptions, TurnOptions } from '../requests';
import { findTargetsOnBridges, listBridgesOfTarget } from '../target';
import type { Address } from '../target';
import { createCommandNode, evaluateOperation } from '../command-node';
import type { ActionNodeDef, ActionOptions } from '../command-node';
import { toCommandError, getParsedOrThrow } from '../errors';
import { startSceneChanges } from './scene-changes';
import { parseSceneMessage } from './scene-request';
import type { SceneActionParams, SceneOperation, SceneSettingName } from './scene-request';

interface SceneDef extends ActionNodeDef, TypedSettings<SceneSettingName> {
  dynamic?: unknown;
  everywhere?: unknown;
}

/** Recalls and edits scenes, and sends changes of the active scene. */
export const createSceneNode = createCommandNode<SceneDef, SceneActionParams>({
  shows: 'activeScene',
  setsLamps: true,
  parseParams: (evaluator, def) => ({
    ...evaluateOperation(evaluator, def, 'recall'),
    scene: evaluator.evaluateOptional(def, 'scene', 'str'),
    scenes: evaluator.evaluateOptional(def, 'scenes', 'str'),
    newName: evaluator.evaluateOptional(def, 'newName', 'str'),
    brightness: evaluator.evaluateOptional(def, 'brightness', 'num'),
    transition: evaluator.evaluateOptional(def, 'transition', 'str'),
    speed: evaluator.evaluateOptional(def, 'speed', 'num'),
    dynamic: def.dynamic,
    everywhere: def.everywhere === true,
  }),
  execute: executeSceneAction,
  start: startSceneChanges,
  isStartNeeded: ({ changes }) => changes === true,
});

async function executeSceneAction(
  params: SceneActionParams,
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const { target } = params;
  const bridges = listBridgesOfTarget(bridge, target.isValid ? target.value : undefined);
  return options.turn.whileWaiting(bridges, async (turn) => {
    const groups = await findAddressedSceneGroups(bridge, target.value);
    const isPicked = groups?.every(({ scene }) => scene !== undefined) === true;
    const { request, warnings } = parseSceneMessage(params, isPicked);
    const outcome = await executeRequest(request, groups, bridge, { ...options, turn });
    return addWarnings(outcome, warnings);
  });
}

/** A room, zone or home, and its picked scene. */
interface AddressedSceneGroup extends BridgeWithOptionalName {
  readonly groupRid: string;
  readonly scene?: Resource;
}

type SceneWithGroup = AddressedSceneGroup & Required<Pick<AddressedSceneGroup, 'scene'>>;

/**
 * @param value id, name or `Room/Scene` of a room, zone, home or scene, or a list of these; with the bridge name on
 * other bridges
 * @returns undefined if the message names no group
 * @throws {BridgeError} see `findTargetsOnBridges`
 */
async function findAddressedSceneGroups(
  bridge: Bridge,
  value: unknown,
): Promise<readonly AddressedSceneGroup[] | undefined> {
  if (value === undefined || value === '') return undefined;
  const found = await findTargetsOnBridges(bridge, value, resolveSceneTarget);
  const groups = found.map(({ target, address, ...onBridge }) => ({
    ...onBridge,
    ...toGroup(target, address),
  }));
  const isFirst = ({ bridge: on, groupRid, scene }: AddressedSceneGroup, index: number): boolean =>
    !groups
      .slice(0, index)
      .some((one) => one.bridge === on && one.groupRid === groupRid && one.scene?.id === scene?.id);
  return groups.filter(isFirst);
}

function toGroup(
  { rid, resource }: { rid: string; resource: Resource | undefined },
  { received, at }: Address,
): Pick<AddressedSceneGroup, 'groupRid' | 'scene'> {
  if (resource === undefined || isSceneGroupType(resource.type)) return { groupRid: rid };
  const groupRid = getSceneGroupRid(resource);
  if (groupRid !== undefined) return { groupRid, scene: resource };
  const expected = 'a scene of a room, zone or home';
  throw toCommandError({ path: at, expected, received }, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

async function executeRequest(
  request: SceneRequest,
  groups: readonly AddressedSceneGroup[] | undefined,
  bridge: Bridge,
  options: TurnOptions,
): Promise<ActionOutcome> {
  const { turn } = options;
  switch (request.kind) {
    case 'list':
      turn.done();
      return listScenes(bridge, groups, options);
    case 'recall': {
      const scenes = await findRecalledScenes(bridge, groups, request);
      const recalling = executeForAllTargets(scenes, describeScene, (scene) =>
        recallScene(scene.bridge, scene, request.command, options),
      );
      turn.done();
      return recalling;
    }
    case 'step': {
      const stepped = requireAddressedGroups(groups, request.step);
      turn.keepOnly(stepped.map((group) => ({ bridge: group.bridge, rid: group.groupRid })));
      return executeForAllTargets(stepped, describeAddressedGroup, async (group) => {
        await turn.waitForEarlier(group.bridge);
        return stepScene(group.bridge, group, request, options);
      });
    }
    default:
      turn.done();
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

function requireAddressedGroups(
  groups: readonly AddressedSceneGroup[] | undefined,
  operation: SceneOperation,
): readonly AddressedSceneGroup[] {
  if (groups !== undefined) return groups;
  const expected = `a room or zone for ${operation}, picked in the dialog or its name in msg.target`;
  throw toCommandError({ path: 'target', expected, received: undefined });
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
  bridge: Bridge,
  groups: readonly AddressedSceneGroup[] | undefined,
  options: SendOptions,
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
  options: SendOptions,
): Promise<ActionOutcome> {
  await refreshSceneStatus(bridge);
  const outcome = await sendRead(bridge, { operation: 'list', rtype: 'scene' }, options);
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

/** Reads the scenes only without an event stream. */
async function refreshSceneStatus({ client, stateReader }: Bridge): Promise<void> {
  const stateCache = await stateReader.read();
  if (client.connectionState.mode === 'stream') return;
  await stateCache.refreshType('scene');
  const hasStatus = stateCache.byType('scene').every(({ status }) => status !== undefined);
  if (!hasStatus) await stateCache.refreshType('light');
}

type RecallRequest = Extract<SceneRequest, { kind: 'recall' }>;

function findRecalledScenes(
  bridge: Bridge,
  groups: readonly AddressedSceneGroup[] | undefined,
  { scene, everywhere }: RecallRequest,
): Promise<readonly SceneWithGroup[]> {
  if (!everywhere) return findAddressedScenes(bridge, groups, scene, ['scene', 'smart_scene']);
  if (groups === undefined) return findScenesEverywhere(bridge, scene);
  const expected = 'no room or scene beside everywhere';
  throw toCommandError({ path: 'target', expected, received: 'one' });
}

/**
 * Looks in all rooms, zones and the home.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if there is no such scene
 */
async function findScenesEverywhere(
  bridge: Bridge,
  { name = '', at }: RequestedSceneName,
): Promise<readonly SceneWithGroup[]> {
  const scenes = await lookUpWithRefetch(bridge, (index): ParseResult<readonly Resource[]> => {
    const matches: Resource[] = [];
    for (const groupRid of listGroupsWithScenes(index)) {
      if (findScenesByName(listGroupScenes(index, groupRid), name).length === 0) continue;
      const match = findGroupScene(index, groupRid, name, at);
      if (!match.ok) return match;
      matches.push(match.value);
    }
    if (matches.length > 0) return accept(matches);
    const found = findNamedScene(index, name, at);
    return found.ok ? accept([found.value]) : found;
  });
  return scenes.map((scene) => toScopedScene(bridge, scene));
}

const listGroupsWithScenes = (index: ResourceIndex): ReadonlySet<string> =>
  new Set(index.byType('scene').flatMap((scene) => getSceneGroupRid(scene) ?? []));

/**
 * Recalls a scene, or starts a smart scene. On an idle bridge, the request is sent before the function returns.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a smart scene with more than a bare recall
 */
function recallScene(
  bridge: Bridge,
  { groupRid, scene }: Pick<SceneWithGroup, 'groupRid' | 'scene'>,
  command: ParsedCommandBody,
  options: SendOptions,
): Promise<ActionOutcome> {
  if (scene.type === 'smart_scene') return startSmartScene(bridge, scene, command, options);
  const request = { operation: 'recall', rtype: 'scene', rid: scene.id } as const;
  return bridge.recentRecalls.track(groupRid, scene.id, () =>
    sendWrite(bridge, request, command, options),
  );
}

function startSmartScene(
  bridge: Bridge,
  scene: Resource,
  { body }: ParsedCommandBody,
  options: SendOptions,
): Promise<ActionOutcome> {
  const recall = body.members['recall'];
  if (JSON.stringify(recall) !== JSON.stringify({ action: 'active' })) {
    const expected = `a bare recall, since "${getSceneName(scene)}" is a smart scene, which has its own brightness and times`;
    throw toCommandError({ path: 'payload', expected, received: recall });
  }
  const { stateCache } = bridge.stateReader;
  const command = getParsedOrThrow(parseSmartSceneCommand(true, 'recall', { home: stateCache }));
  const request = { operation: 'recall', rtype: 'smart_scene', rid: scene.id } as const;
  return sendWrite(bridge, request, command, options);
}

type StepRequest = Extract<SceneRequest, { kind: 'step' }>;

/**
 * Recalls the next, previous or a random scene.
 *
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if the room has no scene, or none of the given names
 */
async function stepScene(
  bridge: Bridge,
  { groupRid }: AddressedSceneGroup,
  { step, among, command }: StepRequest,
  options: SendOptions,
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
    bridge.recentRecalls.getSceneRid(groupRid) ?? findActiveScene(stateCache, all)?.id;
  const scenes = named.length === 0 ? all : named;
  const scene = chooseScene(scenes, activeRid, step, systemClock.random());
  if (scene === undefined) {
    const expected = describeExpectedScene(stateCache, groupRid);
    const problem = { path: 'target', expected, received: stateCache.name(groupRid) };
    throw toCommandError(problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
  }
  return recallScene(bridge, { groupRid, scene }, command, options);
}

type EditRequest = Extract<SceneRequest, { kind: 'store' | 'rename' | 'delete' }>;

async function executeEdit(
  request: EditRequest,
  groups: readonly AddressedSceneGroup[] | undefined,
  bridge: Bridge,
  options: SendOptions,
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
    return sendWrite(scene.bridge, deletion, undefined, options);
  });
}

/**
 * Stores the present states of the lamps in the scene of this name or in a new one.
 *
 * @param named without a name for the picked scene
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a room without lamps, if the scene has no name, or if several
 * scenes of the room have this name
 */
const storeScene = (
  bridge: Bridge,
  group: AddressedSceneGroup,
  named: RequestedSceneName,
  options: SendOptions,
): Promise<ActionOutcome> =>
  bridge.sceneStoring.run(async () => {
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
    const outcome = await sendWrite(
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
  bridge: Bridge,
  { groupRid, scene }: SceneWithGroup,
  { name = '', at }: RequestedSceneName,
  options: SendOptions,
): Promise<ActionOutcome> {
  const { stateCache } = bridge.stateReader;
  const namesakes = findScenesByName(listGroupScenes(stateCache, groupRid), name);
  const isFree = namesakes.every(({ id }) => id === scene.id);
  const room = stateCache.name(groupRid) ?? 'the room';
  const command = isFree
    ? checkCommandBody('scene', 'update', { metadata: { name } }, { at })
    : refuse(at, `a name that no other scene of ${room} has`, name);
  const request = { operation: 'update', rtype: 'scene', rid: scene.id } as const;
  return sendWrite(bridge, request, getParsedOrThrow(command), options);
}

/**
 * Finds a scene of each group by the name that the message has, otherwise the picked one.
 *
 * @param groups undefined if the message names no group
 * @param types that count
 * @returns one scene for each group
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if a group has no such scene, or if the message names no group and
 * several groups have the scene
 */
async function findAddressedScenes(
  bridge: Bridge,
  groups: readonly AddressedSceneGroup[] | undefined,
  { name, at }: RequestedSceneName,
  types: readonly SceneType[] = ['scene'],
): Promise<readonly SceneWithGroup[]> {
  if (name === undefined) return requirePickedScenes(groups, at);
  if (groups !== undefined) {
    const find = (group: AddressedSceneGroup) => (index: ResourceIndex) =>
      findGroupScene(index, group.groupRid, name, at, types);
    return Promise.all(
      groups.map(async (group) => ({
        ...group,
        scene: await lookUpWithRefetch(group.bridge, find(group)),
      })),
    );
  }
  const scene = await lookUpWithRefetch(bridge, (index) => findNamedScene(index, name, at, types));
  return [toScopedScene(bridge, scene)];
}

function requirePickedScenes(
  groups: readonly AddressedSceneGroup[] | undefined,
  at: string,
): readonly SceneWithGroup[] {
  if (groups === undefined) {
    const expected = 'the name of a scene, or one picked in the dialog or named in msg.target';
    throw toCommandError({ path: at, expected, received: undefined });
  }
  return groups.map(({ scene, ...group }) => {
    if (scene !== undefined) return { ...group, scene };
    const { stateCache } = group.bridge.stateReader;
    const expected = `the name of ${describeExpectedScene(stateCache, group.groupRid)}`;
    throw toCommandError({ path: at, expected, received: undefined });
  });
}

function findNamedScene(
  index: ResourceIndex,
  name: string,
  at: string,
  types: readonly SceneType[] = ['scene'],
): ParseResult<Resource> {
  const target = resolveResource(index, name, types, at);
  if (!target.ok) return target;
  const { resource } = target.value;
  return resource === undefined
    ? refuse(at, 'the id of a scene that the bridge holds', name)
    : accept(resource);
}

const toScopedScene = (bridge: Bridge, scene: Resource): SceneWithGroup => ({
  bridge,
  groupRid: getSceneGroupRid(scene) ?? '',
  scene,
});

/** Reads the bridge and looks again if the name is not found. */
async function lookUpWithRefetch<T>(
  { stateReader }: Pick<Bridge, 'stateReader'>,
  find: (index: ResourceIndex) => ParseResult<T>,
): Promise<T> {
  const found = await stateReader.find(find, maxCacheAges.forMessage, true);
  return getParsedOrThrow(found, 'ERR_BRIDGE_UNKNOWN_TARGET');
}
