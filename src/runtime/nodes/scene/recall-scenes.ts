import { systemClock } from '../../../bridge/time/clock';
import { chooseScene } from '../../../vocabulary/scene/choose-scene';
import {
  describeExpectedScene,
  findActiveScene,
  findGroupScene,
  getSceneName,
  listGroupScenes,
} from '../../../vocabulary/scene/group-scenes';
import type { SceneRequest } from '../../../vocabulary/scene/parse-scene-request';
import { parseSmartSceneCommand } from '../../../vocabulary';
import type { ParsedCommandBody } from '../../../vocabulary';
import type { Resource } from '../../../resources';
import type { ActionOutcome } from '../../message/action-outcome';
import { executeWrite } from '../../message/execute-request';
import type { ExecuteOptions } from '../../message/execute-request';
import { getParsedOrThrow, toCommandError } from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { lookUpWithRefetch } from './addressed-scene-groups';
import type { AddressedSceneGroup, SceneWithGroup } from './addressed-scene-groups';

/**
 * Recalls a scene, or starts a smart scene. On an idle bridge, the request is sent before the function returns.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a smart scene with more than a bare recall
 */
export function recallScene(
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
export async function refreshSceneStatus({ client, stateReader }: OpenedBridge): Promise<void> {
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
