import type {
  BridgeClient,
  ResourceChangeEvent,
  Watch,
  ConnectionState,
  StateCache,
} from '../../bridge';
import { getSequenceDuration } from '../../programs/sequence';
import type { ResourceDisplayNames } from '../../bridge/names';
import type { ClientLimits } from '../../bridge/limits';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import { WorkSlices } from '../../bridge/slices';
import { sleep, systemClock, unrefTimerClock } from '../../bridge/clock';
import type { Resource } from '../../resources/resource';
import type { Members } from '../../resources/members';
import type { NodeWriteKind } from '../../logbook/changed-by';
import type { DaylightOverrideStartTimes } from '../../programs/daylight-follower';
import { buildItemPath } from '../../bridge/request';
import type { PendingProgram, PendingPrograms } from '../../programs/pending-programs';
import { RunningPrograms } from '../../programs/running-programs';
import type { StepCost } from '../../programs/running-programs';
import type {
  FadeSpecification,
  ParsedProgram,
  Program,
  ProgramStarterNode,
  ProgramTarget,
  LampProperty,
  ProgramSpecification,
} from '../../programs/program';
import { collectDeviceMembers } from '../message';
import { createNodeClosedError, toNodeError } from '../errors';
import type { ProgramEnvironment } from './program-environment';
import { getErrorSentence } from '../../bridge/errors';
import { restatePurpose } from '../../bridge/error-messages';
import type { BridgeErrorCode } from '../../bridge/errors';
import { missesLamp } from '../../bridge/response';
import type { ProgramHome, ProgramSendOutcome } from '../../programs/program-run';
import type { Scene } from '../../resources/resources-by-type';
import { readUntilSuccessful } from '../bridge/read-until-successful';

export interface BridgeProgramRunnerOptions {
  client: Pick<
    BridgeClient,
    | 'stateCache'
    | 'send'
    | 'watch'
    | 'onWrite'
    | 'onConnectionChange'
    | 'connectionState'
    | 'waitForEarlierWrites'
  >;
  limits: Pick<ClientLimits, 'lampsPerSecond' | 'groupsPerSecond'>;
  /** Missing without a store and deploys. */
  environment?: ProgramEnvironment | undefined;
  warn(warning: string): void;
}

interface StepRate extends StepCost {
  /** In ms; Infinity if other sequences use the bridge's whole rate. */
  readonly shortestStep: number;
}

/** For the replacement of a daylight node after a deploy. */
interface DaylightHandoverState {
  readonly isEnabled: boolean;
  readonly overrides: DaylightOverrideStartTimes;
}

/**
 * Runs the programs of one bridge: starts them for nodes, sends what they send, tells them what happens to their lamps,
 * and keeps them over restarts and deploys.
 */
export class BridgeProgramRunner implements ProgramHome {
  // A program does not keep a process alive.
  readonly clock = unrefTimerClock;
  readonly running: RunningPrograms;
  readonly #gaps: ConnectionGaps;
  readonly #stopListening: () => void;
  readonly #watch: ProgramLampWatch;
  readonly #slices = new WorkSlices();
  #lastTurn = Promise.resolve();
  #isClosed = false;
  /** Of stopped nodes, for replacements with the same id. */
  readonly daylightStates = new Map<string, DaylightHandoverState>();

  constructor(
    private readonly options: BridgeProgramRunnerOptions,
    private readonly pending: PendingPrograms,
  ) {
    const { client, environment } = options;
    this.running = new RunningPrograms(this);
    this.#watch = new ProgramLampWatch(client, this.running);
    this.#gaps = new ConnectionGaps(client, this.running, () => this.#catchUp());
    const stopWrites = client.onWrite((write) => {
      if (write.isBackground) return undefined;
      this.running.observeWrite(write);
      return (members) => this.running.findAddition({ ...write, members });
    });
    const stopDeploys = environment?.onDeploy(() => this.#endChangedNodes());
    this.#stopListening = () => {
      stopWrites();
      stopDeploys?.();
      this.#gaps.close();
    };
  }

  /** Oldest first. */
  list(): readonly ProgramInfo[] {
    const { stateCache } = this.options.client;
    return this.running.list().map((program) => toProgramInfo(stateCache, program));
  }

  findFade(
    rid: string,
  ): { readonly content: FadeSpecification; readonly startedAt: number } | undefined {
    for (const { content, startedAt, target } of this.running.list())
      if (content.kind === 'fade' && target.rid === rid) return { content, startedAt };
    return undefined;
  }

  findLamps(rid: string): readonly Resource[] {
    const { stateCache } = this.options.client;
    return findLightsAffectedByWrite(stateCache, stateCache.get(rid));
  }

  names(rid: string): ResourceDisplayNames {
    return this.options.client.stateCache.displayNames(rid);
  }

  /**
   * Reads the lamps, because the report of a recent change may be missing. If the bridge is unreachable, the last
   * known state counts.
   *
   * @param rid lamp or group; the read waits for earlier commands to it
   * @throws {BridgeError} ERR_BRIDGE_CLOSED when the bridge is closed meanwhile
   */
  async refreshLamps(rid: string): Promise<void> {
    const { client } = this.options;
    const { stateCache } = client;
    await client.waitForEarlierWrites(
      this.findLampRids(rid).map((lamp) => buildItemPath('light', lamp)),
    );
    await stateCache.refreshType('light').catch((thrown: unknown) => {
      if (this.#isClosed) throw createNodeClosedError('no');
      const sentence = getErrorSentence(restatePurpose(thrown, 'read the lamps of a program'));
      this.warn(`${sentence} It starts from their last known state.`);
    });
    await this.takeTurn();
  }

  async send(
    target: ProgramTarget,
    members: Members,
    signal: AbortSignal,
    { starter, content }: Pick<Program, 'starter' | 'content'>,
  ): Promise<ProgramSendOutcome> {
    const { rid, rtype } = target;
    // The starting node counts the changes as its own.
    const sender = starter === undefined ? {} : { sender: starter.nodeId };
    const nodeId = content.kind === 'daylight' ? content.node.id : starter?.nodeId;
    const origin =
      nodeId && this.options.environment?.createOrigin(nodeId, writeKinds[content.kind]);
    try {
      const { warnings } = await this.options.client.send(
        { operation: 'update', rtype, rid, body: members },
        { signal, isBackground: true, ...sender, ...(origin && { origin }) },
      );
      return { result: 'sent', missed: findMissedLamps(target, warnings) };
    } catch (thrown) {
      const { code, message } = toNodeError(thrown);
      if (!lastingErrors.has(code)) return { result: 'failed', missed: [] };
      if (!signal.aborted) this.warn(`What ran on ${this.nameOf(rid)} has ended: ${message}`);
      return { result: 'refused', missed: [] };
    }
  }

  getLamp(rid: string): Resource | undefined {
    return this.options.client.stateCache.get(rid, 'light');
  }

  findLampRids(rid: string): readonly string[] {
    return this.options.client.stateCache.get(rid) === undefined
      ? [rid]
      : this.findLamps(rid).map(({ id }) => id);
  }

  isReachable(lamp: Resource): boolean {
    return collectDeviceMembers(this.options.client.stateCache, lamp).device?.reachable !== false;
  }

  nameOf(rid: string): string {
    return this.names(rid).name ?? rid;
  }

  warn(warning: string): void {
    this.options.warn(warning);
  }

  onTimeGap(): void {
    this.#gaps.begin();
  }

  onChange(): void {
    if (this.#isClosed) return;
    this.options.environment?.keep(() => this.#listKept());
    if (this.running.needsChanges) this.#watch.start();
    else this.#watch.stop();
  }

  createSeed(): number {
    return Math.floor(systemClock.random() * seedRange);
  }

  /**
   * Finds the rate for one more sequence: all sequences together must stay within the bridge's rate.
   *
   * @param lamps participating lamps of the target
   */
  findStepRate(target: ProgramTarget, lamps: readonly string[]): StepRate {
    const { lampsPerSecond, groupsPerSecond } = this.options.limits;
    const cost = this.running.getStepCost({ target, lamps });
    const rate = cost.rtype === 'light' ? lampsPerSecond : groupsPerSecond;
    const pending = this.pending.usedRate((program) => this.running.getRate(program, cost.rtype));
    const free = rate - this.running.usedRate(cost.rtype) - pending;
    const shortestStep =
      free <= rate / leastShare ? Infinity : Math.ceil((1_000 * cost.requests) / free);
    return { ...cost, shortestStep };
  }

  /** Starts a limited number of programs in each turn of the event loop, so that they do not delay commands. */
  takeTurn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => this.#slices.next());
    return this.#lastTurn;
  }

  /** Reads the whole bridge if needed: only this tells the lamps of groups. */
  async readLampsOfGroups(): Promise<void> {
    const { stateCache } = this.options.client;
    if (stateCache.refreshedAt === undefined) await stateCache.refresh();
  }

  /**
   * Ends programs that set the same properties of the same lamps. Leaves out lamps with commands since the message.
   *
   * @returns undefined if no lamp is left
   * @throws {BridgeError} ERR_BRIDGE_CLOSED after `close`, and if the node of the message is no longer deployed
   */
  start(
    parsed: ParsedProgram,
    target: ProgramTarget,
    lamps: readonly string[],
    pending: PendingProgram,
  ): ProgramInfo | undefined {
    if (this.#isClosed || !this.#isDeployed(pending.starter)) throw createNodeClosedError('no');
    return this.#start(parsed, target, lamps, pending);
  }

  /**
   * Resumes once the lamps are read.
   *
   * @param start later commands take precedence
   */
  resume(programs: readonly Program[], start?: PendingProgram): void {
    this.#gaps.begin();
    const since =
      start === undefined ? [] : this.pending.listLater(start, (rid) => this.findLampRids(rid));
    for (const program of programs) this.running.start(program, { isResumed: true, since });
    this.options.environment?.onceDeployed(() => this.#endChangedNodes());
  }

  /**
   * Restores a lamp that was unreachable, even if the node of the message is no longer deployed.
   *
   * @param pending records commands since the message
   * @returns false if the lamp received another command since
   */
  restoreLater(before: Resource, pending: PendingProgram): boolean {
    const program = {
      properties: ['power', 'brightness', 'color'],
      content: { kind: 'restore', before: [before], steps: [] },
    } as const;
    const target = { rid: before.id, rtype: 'light' } as const;
    return this.#start(program, target, [before.id], pending) !== undefined;
  }

  /**
   * Ends all programs, and restores their lamps if the programs ask for that.
   *
   * @param limit in ms
   * @returns names of the lamps that were not restored
   */
  async endAll(limit: number): Promise<readonly string[]> {
    const giveUp = new AbortController();
    const ended = this.running.endAll().then(() => giveUp.abort());
    // An unreachable bridge takes no commands.
    if (!this.#gaps.isOpen)
      await Promise.race([ended, sleep(unrefTimerClock, limit, giveUp.signal)]);
    const lamps = this.running
      .list()
      .filter(({ content }) => content.kind === 'restore')
      .flatMap((program) => program.lamps);
    return [...new Set(lamps)].map((rid) => this.nameOf(rid));
  }

  /** Stops the programs; sends nothing. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#watch.stop();
    // Programs that end later are resumed after a restart.
    const kept = this.#listKept();
    this.options.environment?.keep(() => kept);
    this.running.close();
  }

  #start(
    { content, properties }: Omit<ParsedProgram, 'warnings'>,
    target: ProgramTarget,
    lamps: readonly string[],
    pending: PendingProgram,
  ): ProgramInfo | undefined {
    const { starter } = pending;
    const program: Program = {
      target,
      lamps,
      properties,
      content,
      startedAt: systemClock.wallTime(),
      ...(starter === undefined ? {} : { starter }),
    };
    const since = this.pending.listLater(pending, (rid) => this.findLampRids(rid));
    const started = this.running.start(program, { since, turn: pending.turn });
    if (started === undefined) return undefined;
    this.pending.observeStart(pending, started);
    return toProgramInfo(this.options.client.stateCache, started);
  }

  /** Applies changes that were not reported. */
  #catchUp(): void {
    const { stateCache } = this.options.client;
    const programs = this.running.list();
    const lamps = new Set(programs.flatMap((program) => program.lamps));
    const missing = new Set([...lamps].filter((rid) => stateCache.get(rid) === undefined));
    if (missing.size > 0) {
      const [what, them, they] =
        missing.size === 1
          ? ['1 lamp', 'it', 'it stays']
          : [`${missing.size} lamps`, 'them', 'they stay'];
      this.warn(
        `What ran on ${what} has ended: the bridge does not have ${them} any more. If another bridge is set now, ${they} as the program left ${them}.`,
      );
    }
    this.running.observeDeletion(missing);
    this.running.resume();
    this.running.observeConnectivity(stateCache.byType('light').map(({ id }) => id));
  }

  #isDeployed(starter: ProgramStarterNode | undefined): boolean {
    const { environment } = this.options;
    return starter === undefined || environment?.findDigest(starter.nodeId) === starter.digest;
  }

  #endChangedNodes(): void {
    if (!this.#isClosed) this.running.keepOnly((starter) => this.#isDeployed(starter));
  }

  /** Leaves out daylight: its node starts its own programs again. */
  #listKept(): readonly Program[] {
    const keptAt = systemClock.wallTime();
    return this.running
      .list()
      .filter(({ content }) => content.kind !== 'daylight')
      .map((program) => ({ ...program, keptAt }));
  }
}

const writeKinds: Readonly<Record<ProgramSpecification['kind'], NodeWriteKind>> = {
  later: 'later',
  sequence: 'program',
  alert: 'program',
  restore: 'restore',
  fade: 'fade',
  daylight: 'daylight',
};

const seedRange = 4_294_967_296;

/** Programs leave 1/10 of the rate to other commands. */
const leastShare = 10;

/** A repetition cannot fix them. */
const lastingErrors: ReadonlySet<BridgeErrorCode> = new Set<BridgeErrorCode>([
  'ERR_BRIDGE_BAD_REQUEST',
  'ERR_BRIDGE_NOT_FOUND',
  'ERR_BRIDGE_METHOD_NOT_ALLOWED',
  'ERR_BRIDGE_NOT_ACCEPTABLE',
  'ERR_BRIDGE_REFUSED',
  'ERR_BRIDGE_INVALID_COMMAND',
]);

/** Matches a lamp in an error text for the update of a group. */
const namedLamp = /device \(light\) ([0-9a-f-]{36})/;

/** Finds lamps in the bridge's answer. */
function findMissedLamps(
  { rid, rtype }: ProgramTarget,
  warnings: readonly string[],
): readonly string[] {
  if (rtype === 'light') return missesLamp(warnings) ? [rid] : [];
  return warnings
    .filter((warning) => missesLamp([warning]))
    .flatMap((warning) => namedLamp.exec(warning)?.[1] ?? []);
}

/** Recognises a recall by its time too: the next step of a sequence may end the scene before the bridge reports it. */
const isRecall = ({ kind, changed, resource: { status } }: ResourceChangeEvent<Scene>): boolean =>
  kind === 'changed' &&
  (changed.includes('status.last_recall') ||
    (changed.includes('status.active') && status?.active !== 'inactive'));

/** Tells the running programs what happens to their lamps: changes, deletions, connectivity and recalled scenes. */
class ProgramLampWatch {
  #watches: readonly Watch[] = [];

  constructor(
    private readonly client: Pick<BridgeClient, 'stateCache' | 'watch'>,
    private readonly programs: RunningPrograms,
  ) {}

  /** Ignores repeated calls. */
  start(): void {
    if (this.#watches.length > 0) return;
    this.#watches = [
      this.client.watch({
        rtype: 'light',
        onChange: ({ kind, resource, changed, own }) => {
          if (kind === 'deleted') this.programs.observeDeletion(new Set([resource.id]));
          else this.programs.observeLamp(resource, changed, own);
        },
      }),
      this.client.watch({
        rtype: 'zigbee_connectivity',
        onChange: ({ resource }) => this.#onConnectivity(resource),
      }),
      this.client.watch({
        rtype: 'scene',
        interval: Infinity,
        onChange: (change) => this.#onScene(change),
      }),
    ];
  }

  stop(): void {
    for (const watch of this.#watches) watch.stop();
    this.#watches = [];
  }

  /** Ends programs on all lamps of the scene, even if they show it already. */
  #onScene(change: ResourceChangeEvent<Scene>): void {
    // After a gap, the lamps decide.
    if (!isRecall(change) || change.own || change.cause === 'gap') return;
    const lamps = (change.resource.actions ?? []).flatMap(({ target }) => target?.rid ?? []);
    this.programs.observeExternalScene(new Set(lamps));
  }

  #onConnectivity(connectivity: Resource): void {
    const { stateCache } = this.client;
    const device = stateCache.ownerRid(connectivity);
    const lamps = stateCache.byType('light').filter((lamp) => stateCache.ownerRid(lamp) === device);
    this.programs.observeConnectivity(lamps.map(({ id }) => id));
  }
}

/** States without reports of the lamps. */
const gapStates: ReadonlySet<ConnectionState['kind']> = new Set([
  'away',
  'unauthorized',
  'untrusted',
]);

/** Suspends the programs while the state of their lamps is unknown, until a read. */
class ConnectionGaps {
  readonly #unsubscribe: () => void;
  #isOpen = false;
  /** A read from before a newer gap does not end it. */
  #gaps = 0;
  #isClosed = false;

  constructor(
    private readonly client: Pick<
      BridgeClient,
      'stateCache' | 'onConnectionChange' | 'connectionState'
    >,
    private readonly programs: RunningPrograms,
    private readonly onEnd: () => void,
  ) {
    const observe = ({ kind }: Pick<ConnectionState, 'kind'>): void => {
      if (gapStates.has(kind)) this.begin();
    };
    this.#unsubscribe = client.onConnectionChange(observe);
    observe(client.connectionState);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  begin(): void {
    if (this.#isClosed) return;
    this.#isOpen = true;
    this.#gaps += 1;
    this.programs.suspend();
    void this.#readAgain(this.#gaps);
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  async #readAgain(gap: number): Promise<void> {
    const { stateCache } = this.client;
    const isNeeded = (): boolean => !this.#isClosed && this.#gaps === gap;
    const isRead = await readUntilSuccessful(this.client, {
      read: () => stateCache.refresh(),
      isNeeded,
    });
    if (!isRead) return;
    this.#isOpen = false;
    this.onEnd();
  }
}

/** Times are ISO 8601. */
export interface ProgramInfo extends ResourceDisplayNames {
  kind: ProgramSpecification['kind'];
  rtype: string;
  rid: string;
  properties: readonly LampProperty[];
  since: string;
  /** Null for a program that waits or has no end. */
  until: string | null;
}

const toProgramInfo = (
  stateCache: StateCache,
  { target, properties, content, startedAt }: Program,
): ProgramInfo => {
  const duration = getDuration(content);
  return {
    kind: content.kind,
    rtype: target.rtype,
    rid: target.rid,
    ...stateCache.displayNames(target.rid),
    properties: [...properties],
    since: new Date(startedAt).toISOString(),
    until: duration === undefined ? null : toIsoTime(startedAt + duration),
  };
};

/** Returns null outside the range of a date. */
function toIsoTime(time: number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function getDuration(content: ProgramSpecification): number | undefined {
  if (content.kind !== 'fade' && content.kind !== 'sequence' && content.kind !== 'alert')
    return undefined;
  if (content.kind === 'fade') return content.duration;
  const duration = getSequenceDuration(content);
  return duration === Infinity ? undefined : duration;
}
