import { isDeepStrictEqual } from 'node:util';
import type { NodeMessage } from 'node-red';
import type { Watch } from '../../../bridge';
import { unrefTimerClock } from '../../../bridge/time/clock';
import type { TimerHandle } from '../../../bridge/time/clock';
import type { DaylightCurve, DaylightInMirek } from '../../../programs/daylight/daylight-curve';
import type {
  LampUnderOtherProgram,
  DaylightCounts,
  DaylightFollower,
} from '../../../programs/daylight/daylight-follower';
import { mirekToKelvin } from '../../../units/light-color';
import { resolveLightTarget } from '../../../vocabulary';
import { createMissingTargetError } from '../../message/missing-target';
import type { SourceContext } from '../../watch/source-context';
import {
  formatSettingPath,
  createNotConfiguredError,
  toCommandError,
} from '../../settings/node-errors';
import { createDotStatus, createErrorStatus } from '../../status/status-content';
import type { NodeStatusContent } from '../../status/status-content';
import type { BridgeProgramRunner } from '../../programs/bridge-program-runner';
import { evaluateWatchedAddressesSetting } from '../../watch/watched-address';
import { readUntilSuccessful } from '../../bridge/read-until-successful';
import { describeBusyLampsStatus, describeLampsOfOtherNodes } from './busy-lamps';
import { createDaylightCurve } from './create-daylight-curve';
import { locationReadInterval } from '../../bridge/bridge-sun-report';
import { parseDaylightSettings } from './daylight-settings';
import type { DaylightNodeDef, DaylightSettings } from './daylight-settings';
import { DaylightSceneWriter } from './daylight-scene-writer';
import { getBridgePrograms } from '../../programs/bridge-programs';

export interface DaylightReport extends DaylightCounts {
  kelvin: number;
  /** Percent; undefined if the node does not set it. */
  brightness?: number;
  enabled: boolean;
}

/** In ms, between two comparisons of present and sent values. */
const valuesInterval = 60_000;
/** In ms. Rooms change rarely; states of lamps change often. */
const maxListAge = 1_000;

/**
 * @returns undefined if the node was stopped, or its bridge closed, before the start
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if no lamps and no scene are chosen; ERR_BRIDGE_INVALID_COMMAND for wrong
 *   settings, or if neither the settings nor the bridge know the place
 */
export async function startDaylightNode(
  def: DaylightNodeDef,
  context: SourceContext,
): Promise<DaylightNodeController | undefined> {
  const { bridge, onError } = context;
  const settings = parseDaylightSettings(def);
  const addresses = await evaluateWatchedAddressesSetting(context, def);
  if (addresses.length === 0 && settings.scene === undefined)
    throw createNotConfiguredError(
      'NO_TARGET',
      'No lamps and no scene are chosen. Open the node and choose the lamps, the rooms or the scene that follow the day.',
    );
  const isRead = await readUntilSuccessful(bridge.client, {
    read: () => bridge.stateReader.read(),
    isNeeded: () => !context.isStopped(),
    onError,
  });
  if (!isRead) return undefined;
  const curve = await createDaylightCurve(settings.curve, bridge.client.stateCache);
  const runner = await getBridgePrograms(bridge).load();
  if (context.isStopped()) return undefined;
  return new DaylightNodeController(context, { runner, settings, curve, addresses });
}

interface DaylightParts {
  runner: BridgeProgramRunner;
  settings: DaylightSettings;
  curve: DaylightCurve;
  /** Ids, names or `Room/Name`. */
  addresses: readonly string[];
}

export class DaylightNodeController {
  readonly #follower: DaylightFollower;
  readonly #placeWatch: Watch;
  #timer: TimerHandle | undefined;
  #lamps: readonly string[] = [];
  #listedAt = -Infinity;
  /** Targets and their lamps; a deletion updates the list of lamps. */
  #observedRids: readonly string[] = [];
  #stopObserving: (() => void) | undefined;
  #problem: Error | undefined;
  #sent: DaylightInMirek | undefined;
  /** Daylight nodes with a warning about shared lamps. */
  readonly #warnedOf = new Set<string>();
  readonly #scene: DaylightSceneWriter | undefined;

  constructor(
    private readonly context: SourceContext,
    private readonly parts: DaylightParts,
  ) {
    const { runner, settings, curve } = parts;
    const { status, node, bridge } = context;
    this.#follower = runner.createDaylightFollower(
      {
        listLamps: () => this.#listLamps(),
        onChange: () => status.refresh(),
        onBusy: (lamp) => this.#onBusy(lamp),
      },
      { node: { id: node.id, name: node.name }, curve, resumeAfter: settings.resumeAfter },
    );
    this.#placeWatch = bridge.client.watch({
      rtype: 'geolocation',
      interval: locationReadInterval,
      onChange: () => status.refresh(),
    });
    status.setLasting({ choose: () => this.#chooseStatus() });
    // The part of another bridge does not have the scene.
    if (settings.scene !== undefined && context.bridgeName === undefined)
      this.#scene = new DaylightSceneWriter(context, settings.scene, () => status.refresh());
    const before = runner.daylightStates.get(node.id);
    runner.daylightStates.delete(node.id);
    if (before?.isEnabled !== false) this.#follower.start(before?.overrides);
    this.#listLamps();
    this.#updateValues();
  }

  enable(enabled: boolean): void {
    if (enabled) this.#follower.start();
    else this.#follower.stop();
    this.#updateScene();
    this.context.status.refresh();
  }

  /** Controls the lamps again after external changes. */
  resume(): void {
    this.#follower.start();
    this.#follower.resume();
  }

  report(): DaylightReport {
    const enabled = this.#follower.isRunning;
    return { ...toValues(this.#getPoint()), enabled, ...this.#follower.count() };
  }

  get warnings(): readonly string[] {
    return this.#describeShared(this.#follower.listBusy());
  }

  /** Keeps the state for the node with the same id after a deploy. */
  stop(): void {
    const { runner } = this.parts;
    const isEnabled = this.#follower.isRunning;
    this.#placeWatch.stop();
    this.#scene?.stop();
    this.#stopObserving?.();
    unrefTimerClock.clearTimeout(this.#timer);
    runner.daylightStates.set(this.context.node.id, {
      isEnabled,
      overrides: this.#follower.stop(),
    });
  }

  #getPoint(): DaylightInMirek {
    return this.parts.curve(Date.now());
  }

  #listLamps(): readonly string[] {
    const now = performance.now();
    if (now - this.#listedAt < maxListAge) return this.#lamps;
    this.#listedAt = now;
    const { stateCache } = this.context.bridge.client;
    const { addresses, runner } = this.parts;
    let problem: Error | undefined;
    const targets: string[] = [];
    const lamps = addresses.flatMap((one) => {
      const found = resolveLightTarget(stateCache, one, formatSettingPath('target'));
      if (found.ok && found.value.resource !== undefined) {
        targets.push(found.value.rid);
        return runner.findLamps(found.value.rid).map(({ id }) => id);
      }
      problem = found.ok
        ? createMissingTargetError(stateCache, { targets: [one], kind: 'lamp or group' })
        : toCommandError(found.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
      return [];
    });
    this.#setProblem(problem);
    this.#lamps = [...new Set(lamps)];
    this.#observe([...new Set([...targets, ...lamps])]);
    return this.#lamps;
  }

  /** Observes deletions without requests. */
  #observe(rids: readonly string[]): void {
    if (isDeepStrictEqual(rids, this.#observedRids)) return;
    this.#stopObserving?.();
    this.#observedRids = rids;
    this.#stopObserving = this.context.bridge.client.observe({
      rids,
      onChange: ({ kind }) => {
        if (kind === 'deleted') this.#onDeleted();
      },
    });
  }

  #onDeleted(): void {
    if (this.context.isStopped()) return;
    this.#listedAt = -Infinity;
    this.#listLamps();
    this.context.status.refresh();
  }

  #setProblem(problem: Error | undefined): void {
    const isNew = problem !== undefined && problem.message !== this.#problem?.message;
    this.#problem = problem;
    if (isNew) this.context.onError(problem);
  }

  #onBusy({ program: { content } }: LampUnderOtherProgram): void {
    if (content.kind !== 'daylight' || this.#warnedOf.has(content.node.id)) return;
    const { id } = content.node;
    this.#warnedOf.add(id);
    // At the end of the turn, the other node's lamps are known.
    queueMicrotask(() => {
      const shared = this.#follower
        .listBusy()
        .filter(({ program: { content: other } }) => 'node' in other && other.node.id === id);
      for (const warning of this.#describeShared(shared)) this.context.node.warn(warning);
    });
  }

  #describeShared(lamps: readonly LampUnderOtherProgram[]): readonly string[] {
    return describeLampsOfOtherNodes(lamps, (rid) => this.parts.runner.names(rid).name ?? rid);
  }

  #updateValues(): void {
    const { send, status } = this.context;
    const point = this.#getPoint();
    const previous = this.#sent;
    const isNew = previous?.mirek !== point.mirek || previous.brightness !== point.brightness;
    if (isNew && this.parts.settings.sendsChanges)
      send([null, createValuesMessage(point, previous)]);
    this.#sent = point;
    this.#follower.refreshLamps();
    this.#updateScene();
    status.refresh();
    this.#timer = unrefTimerClock.setTimeout(() => this.#updateValues(), valuesInterval);
  }

  #updateScene(): void {
    if (this.#follower.isRunning) this.#scene?.update(this.#getPoint());
  }

  #chooseStatus(): NodeStatusContent {
    const counts = this.#follower.count();
    const problem = this.#problem ?? this.#scene?.problem;
    if (problem !== undefined) return createErrorStatus(problem);
    if (!this.#follower.isRunning) return createDotStatus('grey', { key: 'disabled' });
    const { kelvin, brightness = '' } = toValues(this.#getPoint());
    if (counts.following === 0 && counts.busy > 0)
      return createDotStatus('grey', describeBusyLampsStatus(this.#follower.listBusy()));
    const values = { kelvin, brightness, count: counts.overridden };
    if (counts.overridden > 0)
      return createDotStatus('yellow', { key: 'daylight.overridden', values });
    const key = brightness === '' ? 'daylight.white' : 'daylight.whiteAndBrightness';
    return createDotStatus(counts.following > 0 ? 'green' : 'grey', { key, values });
  }
}

const toValues = ({
  mirek,
  brightness,
}: DaylightInMirek): Pick<DaylightReport, 'kelvin' | 'brightness'> => ({
  kelvin: mirekToKelvin(mirek),
  ...(brightness === undefined ? {} : { brightness }),
});

const createValuesMessage = (
  point: DaylightInMirek,
  previous: DaylightInMirek | undefined,
): NodeMessage & Record<string, unknown> => ({
  payload: toValues(point),
  topic: 'daylight',
  previous: previous === undefined ? null : toValues(previous),
  bridge: { occasion: previous === undefined ? 'start' : 'changed' },
});
