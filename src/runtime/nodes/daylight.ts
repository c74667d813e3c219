import { isDeepStrictEqual } from 'node:util';
import type { NodeMessage } from 'node-red';
import type { Watch, StateCache } from '../../bridge';
import { sanitizeText } from '../../bridge/errors';
import { unrefTimerClock } from '../../bridge/clock';
import type { TimerHandle } from '../../bridge/clock';
import { createSunCurve, createTableCurve, parseDayTable } from '../../programs/daylight-curve';
import type {
  DaylightCurve,
  DaylightInMirek,
  DaylightRow,
  DaylightInKelvin,
} from '../../programs/daylight-curve';
import { DaylightFollower } from '../../programs/daylight-follower';
import type { LampUnderOtherProgram, DaylightCounts } from '../../programs/daylight-follower';
import { createDaylightSceneActions } from '../../programs/daylight-scene-actions';
import { createSunDaysFromReport, loadSunDaysOfPlace } from '../../programs/sun-day';
import type { GeoCoordinates, BridgeSunReport } from '../../programs/sun-day';
import type { DaylightNodeReference, ProgramSpecification } from '../../programs/program';
import type { Resource } from '../../resources/resource';
import { mirekToKelvin } from '../../units/color';
import { unitLengths } from '../../units/duration';
import { parseDaylightCommand } from '../../vocabulary/daylight';
import type { DaylightCommand } from '../../vocabulary/daylight';
import { acceptedKelvinRange } from '../../vocabulary/light/words/white';
import { resolveLightTarget, createTargetResolver } from '../../vocabulary/lookup';
import { checkCommandBody } from '../../vocabulary/service-body';
import { explainMirekAsKelvin, explainPercentage } from '../../vocabulary/values';
import { locationReadInterval, readReportedSun, readTimeZone } from '../bridge/info';
import type { Bridge } from '../bridge/bridge';
import { readUntilSuccessful } from '../bridge/read-until-successful';
import { readAddressesOnStart, createMissingTargetError } from '../target';
import type { ActionOutcome } from '../outcome';
import { sendWrite } from '../requests';
import { createNodeOrigin } from '../node-origin';
import type { RunContext, Running, BridgePart } from '../running';
import {
  joinNames,
  formatSettingPath,
  createNotConfiguredError,
  toCommandError,
  addBridgeToError,
  createNodeClosedError,
  getParsedOrThrow,
  createSettingError,
  toError,
} from '../errors';
import { joinOutcomes, addBridgeToOutcome } from '../outcome';
import { isSettingUnset, parseNonEmptyText } from '../stored-settings';
import { createCommandNode } from '../command-node';
import type { ActionNodeDef, ActionOptions, TargetParams } from '../command-node';
import type { BridgeProgramRunner } from '../programs/program-runner';
import { parseChoice } from '../settings';
import { parseDurationUpTo, parseNumberWithin, parsePlace } from '../numeric-settings';
import type { MessageSetting } from '../settings';
import type { PlaceDef } from '../numeric-settings';
import { createDotStatus, createErrorStatus } from '../status';
import type { NodeStatusContent, TranslatableStatusText } from '../status';

interface DaylightActionParams extends TargetParams {
  command: MessageSetting;
}

/** Lets lamps follow the day, unless somebody else has set them. */
export const createDaylightNode = createCommandNode<DaylightNodeDef, DaylightActionParams>({
  parseParams: (evaluator, def) => ({
    // A message cannot name other lamps than the node.
    target: { path: 'target', isValid: true, value: undefined },
    command: evaluator.evaluateCommand(def),
  }),
  execute: executeDaylightAction,
  start: startDaylight,
});

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
 * Starts to set the lamps or the scene of a daylight node as the day goes on.
 *
 * @returns undefined if the node was stopped, or its bridge closed, before the start
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if no lamps and no scene are chosen; ERR_BRIDGE_INVALID_COMMAND for wrong
 *   settings, or if neither the settings nor the bridge know the place
 */
export async function startDaylight(
  def: DaylightNodeDef,
  context: RunContext,
): Promise<DaylightOnBridge | undefined> {
  const { bridge, onError } = context;
  const settings = parseDaylightSettings(def);
  const addresses = await readAddressesOnStart(context, def);
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
  const runner = await bridge.programs.load();
  if (context.isStopped()) return undefined;
  return new DaylightOnBridge(context, { runner, settings, curve, addresses });
}

interface DaylightParts {
  runner: BridgeProgramRunner;
  settings: DaylightSettings;
  curve: DaylightCurve;
  /** Ids, names or `Room/Name`. */
  addresses: readonly string[];
}

/** Keeps the lamps of a daylight node in the light of the time of day. */
export class DaylightOnBridge {
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
    private readonly context: RunContext,
    private readonly parts: DaylightParts,
  ) {
    const { runner, settings, curve } = parts;
    const { status, node, bridge } = context;
    this.#follower = new DaylightFollower(
      runner.running,
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
    return describeLampsOfOtherNodes(lamps, (rid) => this.parts.runner.nameOf(rid));
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

interface DaylightPart {
  readonly control: DaylightOnBridge;
  readonly bridge: Bridge;
  readonly bridgeName: string | undefined;
}

/** `toggle` depends on all bridges. */
type DaylightOperation = Exclude<DaylightCommand, 'toggle'>;

/** Acts on each bridge of the node. Throws for an unreachable bridge after the other bridges are done. */
async function executeDaylightAction(
  { command }: DaylightActionParams,
  bridge: Bridge,
  { findRunning }: ActionOptions,
): Promise<ActionOutcome> {
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
}

/** @throws {BridgeError} instead of a wait, if the bridge was never connected */
async function findControl(part: BridgePart<Running>, ownBridge: Bridge): Promise<DaylightPart> {
  const { named } = part;
  const bridgeName = named?.name;
  try {
    const bridge = (await named?.session.open()) ?? ownBridge;
    await bridge.stateReader.read();
    const control = await part.current();
    if (control instanceof DaylightOnBridge) return { control, bridge, bridgeName };
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

export interface DaylightNodeDef extends ActionNodeDef, DaylightDef {}

interface DaylightDef extends PlaceDef {
  /** `sun` or `table`. */
  follow?: unknown;
  nightKelvin?: unknown;
  nightBrightness?: unknown;
  dayKelvin?: unknown;
  dayBrightness?: unknown;
  /** Lines such as `06:30 2700 K 50 %`. */
  table?: unknown;
  /** After an external change, such as `2h`; empty until the lamp is off. */
  resumeAfter?: unknown;
  /** Id, name or `Room/Name` of a scene that also gets the light; empty for none. */
  scene?: unknown;
  changes?: unknown;
}

/** The sun of the place, otherwise of the bridge. */
type DaylightCurveSettings =
  | {
      kind: 'sun';
      night: DaylightInKelvin;
      day: DaylightInKelvin;
      place: GeoCoordinates | undefined;
    }
  | { kind: 'table'; rows: readonly DaylightRow[] };

interface DaylightSettings {
  readonly curve: DaylightCurveSettings;
  /** In ms; Infinity until the lamp is off. */
  readonly resumeAfter: number;
  /** Id, name or `Room/Name`; undefined for none. */
  readonly scene: string | undefined;
  readonly sendsChanges: boolean;
}

const defaults = { nightKelvin: 2_200, dayKelvin: 5_000 } as const;

/** One week, in ms. */
export const maxOverride = unitLengths.week;

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND with the name of the setting */
export const parseDaylightSettings = (def: DaylightDef): DaylightSettings => ({
  curve: parseCurve(def),
  resumeAfter: parseResumeAfter(def.resumeAfter),
  scene: parseNonEmptyText(def.scene),
  sendsChanges: def.changes === true,
});

function parseCurve(def: DaylightDef): DaylightCurveSettings {
  const kind = parseChoice(def.follow, ['sun', 'table'], 'follow') ?? 'sun';
  if (kind === 'table')
    return { kind, rows: getParsedOrThrow(parseDayTable(def.table, formatSettingPath('table'))) };
  return {
    kind,
    night: parsePoint(def.nightKelvin, def.nightBrightness, 'night'),
    day: parsePoint(def.dayKelvin, def.dayBrightness, 'day'),
    place: parsePlace(def),
  };
}

function parsePoint(kelvin: unknown, brightness: unknown, when: 'night' | 'day'): DaylightInKelvin {
  const given = isSettingUnset(kelvin) ? defaults[`${when}Kelvin`] : kelvin;
  const white = parseNumberWithin(
    given,
    acceptedKelvinRange,
    `${when}Kelvin`,
    explainMirekAsKelvin,
  );
  if (isSettingUnset(brightness)) return { kelvin: white };
  const name = `${when}Brightness`;
  const percent = parseNumberWithin(brightness, [1, 100], name, explainPercentage);
  return { kelvin: white, brightness: percent };
}

function parseResumeAfter(value: unknown): number {
  const expected = 'a time up to 7 days, such as 2h';
  const duration = parseDurationUpTo(value, maxOverride, 'resumeAfter', expected) ?? Infinity;
  if (duration > 0) return duration;
  throw createSettingError('resumeAfter', expected, value);
}

/**
 * @param stateCache for the time zone, and the sun times without a place; undefined without a bridge
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the settings have no place and the bridge does not report the sunset
 */
export async function createDaylightCurve(
  settings: DaylightCurveSettings,
  stateCache: StateCache | undefined,
): Promise<DaylightCurve> {
  if (settings.kind === 'table')
    return createTableCurve(settings.rows, () => readTimeZone(stateCache));
  const { night, day, place } = settings;
  if (place !== undefined) {
    return createSunCurve(night, day, await loadSunDaysOfPlace(place));
  }
  const first = readReportedSun(stateCache);
  if (first === undefined) {
    const expected = 'the latitude of your home, since the bridge does not report the sunset';
    throw createSettingError('latitude', expected, '');
  }
  let latest = first;
  const getSun = (): BridgeSunReport => (latest = readReportedSun(stateCache) ?? latest);
  return createSunCurve(night, day, createSunDaysFromReport(getSun));
}

/** In ms, between two writes. */
const shortestInterval = 5 * unitLengths.minute;

const resolveScene = createTargetResolver(['scene']);
const path = formatSettingPath('scene');

/** Writes the light of the day into a scene, so that a wall switch or an automation that recalls it starts this light. */
class DaylightSceneWriter {
  readonly #stopping = new AbortController();
  #isWriting = false;
  #triedAt = -Infinity;
  #problem: Error | undefined;

  /**
   * @param address id, name or `Room/Name` of the scene
   * @param onProblem called if the problem has changed
   */
  constructor(
    private readonly context: Pick<RunContext, 'bridge' | 'node' | 'onError'>,
    private readonly address: string,
    private readonly onProblem: () => void,
  ) {}

  /** The last write failed, or the scene was not found. */
  get problem(): Error | undefined {
    return this.#problem;
  }

  /** Writes a light that differs noticeably from that of the scene, at most every five minutes. */
  update(point: DaylightInMirek): void {
    const now = performance.now();
    if (this.#isWriting || now - this.#triedAt < shortestInterval) return;
    if (this.context.bridge.client.connectionState.kind !== 'connected') return;
    this.#isWriting = true;
    this.#write(point)
      .then(
        () => this.#setProblem(undefined),
        (error: unknown) => {
          this.#triedAt = now;
          if (!this.#stopping.signal.aborted) this.#setProblem(toError(error));
        },
      )
      .finally(() => {
        this.#isWriting = false;
      });
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #write(point: DaylightInMirek): Promise<void> {
    const { bridge, node } = this.context;
    const { stateCache } = bridge.client;
    const options = {
      signal: this.#stopping.signal,
      sender: node.id,
      origin: createNodeOrigin(node.id, node, 'daylight'),
    };
    const known = this.#find();
    const getActions = (scene: Resource): ReturnType<typeof createDaylightSceneActions> =>
      createDaylightSceneActions(scene, point, (rid) => stateCache.get(rid, 'light'));
    if (getActions(known) === undefined) return;
    // The bridge replaces the whole list, which may have changed.
    const { data: scene } = await bridge.client.get('scene', known.id, options);
    const actions = getActions(scene);
    if (actions === undefined) return;
    const command = getParsedOrThrow(
      checkCommandBody('scene', 'update', { actions }, { at: path, allowUnknownFields: true }),
    );
    await sendWrite(
      bridge,
      { operation: 'update', rtype: 'scene', rid: scene.id },
      command,
      options,
    );
    this.#triedAt = performance.now();
  }

  #find(): Resource {
    const { stateCache } = this.context.bridge.client;
    const { resource } = getParsedOrThrow(
      resolveScene(stateCache, this.address, path),
      'ERR_BRIDGE_UNKNOWN_TARGET',
    );
    if (resource !== undefined) return resource;
    throw createMissingTargetError(stateCache, {
      targets: [this.address],
      kind: 'scene',
      at: path,
    });
  }

  #setProblem(problem: Error | undefined): void {
    if (problem?.message === this.#problem?.message) return;
    this.#problem = problem;
    if (problem !== undefined) this.context.onError(problem);
    this.onProblem();
  }
}
