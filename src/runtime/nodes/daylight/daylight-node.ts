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
import { mirekToKelvin } from '../../../units/color';
import { resolveLightTarget } from '../../../vocabulary/lookup';
import { createMissingTargetError } from '../../message/missing-target';
import type { SourceContext, Running } from '../../watch/source-context';
import {
  formatSettingPath,
  createNotConfiguredError,
  toCommandError,
  addBridgeToError,
  createNodeClosedError,
  getParsedOrThrow,
} from '../../settings/node-errors';
import { createDotStatus, createErrorStatus } from '../../status/status-content';
import type { NodeStatusContent, TranslatableStatusText } from '../../status/status-content';
import type { BridgeProgramRunner } from '../../programs/bridge-program-runner';
import { evaluateWatchedAddressesSetting } from '../../watch/watched-address';
import { readUntilSuccessful } from '../../bridge/read-until-successful';
import { createDaylightCurve, parseDaylightSettings } from './daylight-settings';
import { locationReadInterval } from '../../bridge/bridge-sun-report';
import type { DaylightNodeDef, DaylightSettings } from './daylight-settings';
import { DaylightSceneWriter } from './daylight-scene-writer';
import { getBridgePrograms } from '../../programs/bridge-programs';
import { parseDaylightCommand } from '../../../vocabulary/daylight';
import type { DaylightCommand } from '../../../vocabulary/daylight';
import type { MessageSetting } from '../../settings/evaluate-setting';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { joinOutcomes } from '../../message/joined-outcome';
import { addBridgeToOutcome } from '../../message/named-bridge';
import type { TargetParams } from '../../message/named-bridge';
import type { BridgePart } from '../../watch/start-on-bridges';
import type { ActionHandler } from '../../node/action-node';
import type { ActionOutcome } from '../../message/action-outcome';
import { sanitizeText } from '../../../bridge/errors/sanitize-text';
import type { DaylightNodeReference, ProgramSpecification } from '../../../programs/program';
import { joinNames } from '../../message/join-names';

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

export interface DaylightActionParams extends TargetParams {
  command: MessageSetting;
}

interface DaylightPart {
  readonly control: DaylightNodeController;
  readonly bridge: OpenedBridge;
  readonly bridgeName: string | undefined;
}

/** `toggle` depends on all bridges. */
type DaylightOperation = Exclude<DaylightCommand, 'toggle'>;

/** Acts on each bridge of the node. Throws for an unreachable bridge after the other bridges are done. */
export const executeDaylightAction: ActionHandler<DaylightActionParams> = async (
  { command },
  bridge,
  { findRunning },
) => {
  const asked = getParsedOrThrow(parseDaylightCommand(command.value, command.path));
  const running = await findRunning?.();
  if (running === undefined) throw createNodeClosedError();
  const found = await Promise.allSettled(
    running.parts.map(async (part) => findControl(part, bridge)),
  );
  const parts = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const isEnabled = parts.some(({ control }) => control.report().enabled);
  const toggled = isEnabled ? 'disable' : 'enable';
  const operation = asked === 'toggle' ? toggled : asked;
  const outcomes = parts.map((part) => addBridgeToOutcome(execute(operation, part), part));
  const failed = found.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  const [only, ...others] = outcomes;
  if (only === undefined) throw createNodeClosedError();
  return others.length === 0 ? only : joinOutcomes(only, outcomes);
};

/** @throws {BridgeError} instead of a wait, if the bridge was never connected */
async function findControl(
  part: BridgePart<Running>,
  ownBridge: OpenedBridge,
): Promise<DaylightPart> {
  const { named } = part;
  const bridgeName = named?.name;
  try {
    const bridge = (await named?.session.open()) ?? ownBridge;
    await bridge.stateReader.read();
    const control = await part.current();
    if (control instanceof DaylightNodeController) return { control, bridge, bridgeName };
    throw createNodeClosedError();
  } catch (error) {
    throw bridgeName === undefined ? error : addBridgeToError(error, bridgeName);
  }
}

function execute(
  operation: DaylightOperation,
  { control, bridgeName }: DaylightPart,
): ActionOutcome {
  if (operation === 'resume') control.resume();
  else if (operation !== 'get') control.enable(operation === 'enable');
  const statusKeys = { get: 'read', enable: 'enabled', disable: 'disabled', resume: 'enabled' };
  const report: DaylightReport & { bridge?: string } = control.report();
  if (bridgeName !== undefined) report.bridge = bridgeName;
  return {
    payload: report,
    meta: { operation, rtype: 'light', status: 200, warnings: control.warnings, merged: 1 },
    statusText: { key: statusKeys[operation] },
  };
}

/** In a status, which holds 21 characters, and in a sentence. */
const maxStatusNameLength = 14;
const maxNameLength = 40;

/** Names the program of the first lamp. */
export function describeBusyLampsStatus([
  first,
]: readonly LampUnderOtherProgram[]): TranslatableStatusText {
  if (first === undefined) return { key: 'daylight.busy' };
  const { content } = first.program;
  if (content.kind !== 'daylight') return { key: statusKeys[content.kind] };
  const node = sanitizeText(content.node.name ?? '', maxStatusNameLength);
  return node === ''
    ? { key: 'daylight.busyDaylight' }
    : { key: 'daylight.busyNamedDaylight', values: { node } };
}

const statusKeys: Readonly<Record<Exclude<ProgramSpecification['kind'], 'daylight'>, string>> = {
  sequence: 'daylight.busySequence',
  alert: 'daylight.busyAlert',
  fade: 'daylight.busyFade',
  later: 'daylight.busy',
  restore: 'daylight.busy',
};

/** Returns one sentence for each other daylight node. */
export function describeLampsOfOtherNodes(
  lamps: readonly LampUnderOtherProgram[],
  nameLamp: (rid: string) => string,
): readonly string[] {
  const namesByNode = new Map<string, { node: DaylightNodeReference; names: string[] }>();
  for (const { rid, program } of lamps) {
    if (program.content.kind !== 'daylight') continue;
    const { node } = program.content;
    const entry = namesByNode.get(node.id) ?? { node, names: [] };
    entry.names.push(nameLamp(rid));
    namesByNode.set(node.id, entry);
  }
  return [...namesByNode.values()].map(
    ({ node, names }) =>
      `The daylight node ${describeNode(node)} already sets ${joinNames(names, 'and')}. This node takes over once that one is turned off or removed; for good, choose each lamp in one of the two only.`,
  );
}

const describeNode = ({ id, name = '' }: DaylightNodeReference): string => {
  const text = sanitizeText(name, maxNameLength);
  return text === '' ? id : `"${text}"`;
};
