import type { BridgeClient } from '../../bridge';
import type { ResourceDisplayNames } from '../../bridge/state/state-cache';
import type { ClientLimits } from '../../bridge/limits/client-limits';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import { WorkSlices } from '../../bridge/time/work-slices';
import { sleep, systemClock, unrefTimerClock } from '../../bridge/time/clock';
import type { Resource } from '../../resources';
import { DaylightFollower } from '../../programs/daylight/daylight-follower';
import type {
  DaylightHomeAccess,
  DaylightFollowerOptions,
} from '../../programs/daylight/daylight-follower';
import type { DaylightOverrideStartTimes } from '../../programs/daylight/daylight-overrides';
import { buildItemPath } from '../../bridge/wire/bridge-request';
import type { PendingProgram, PendingPrograms } from '../../programs/pending-programs';
import { RunningPrograms } from '../../programs/runs/running-programs';
import type { StepCost } from '../../programs/runs/running-programs';
import type {
  FadeSpecification,
  ParsedProgram,
  StoredProgram,
  ProgramStarterNode,
  ProgramTarget,
} from '../../programs/program';
import { collectDeviceMembers } from '../bridge/device-info';
import { getErrorSentence } from '../../bridge/errors/sanitize-text';
import { restatePurpose } from '../../bridge/errors/error-messages';
import { createNodeClosedError } from '../settings/node-errors';
import { ConnectionGaps } from './connection-gaps';
import type { ProgramEnvironment } from './program-environment';
import { toProgramInfo } from './program-info';
import type { ProgramInfo } from './program-info';
import { ProgramLampWatch } from './program-lamp-watch';
import { sendProgramUpdate } from './send-program-update';

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

export class BridgeProgramRunner {
  readonly #runningPrograms: RunningPrograms;
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
    this.#runningPrograms = new RunningPrograms({
      clock: systemClock,
      send: (target, members, signal, starter) =>
        sendProgramUpdate(options, { target, members, starter }, signal),
      getLamp: (rid) => this.#getLamp(rid),
      findLamps: (rid) => this.#findLampRids(rid),
      isReachable: (lamp) => this.#isReachable(lamp),
      onTimeGap: () => this.#gaps.begin(),
      warn: (warning) => options.warn(warning),
      nameOf: (rid) => this.names(rid).name ?? rid,
      onChange: () => this.#onChange(),
    });
    this.#watch = new ProgramLampWatch(client, this.#runningPrograms);
    this.#gaps = new ConnectionGaps(client, {
      onBegin: () => this.#runningPrograms.suspend(),
      onEnd: () => this.#catchUp(),
    });
    const stopWrites = client.onWrite((write) => {
      if (write.isBackground) return undefined;
      this.#runningPrograms.observeWrite(write);
      return (members) => this.#runningPrograms.findAddition({ ...write, members });
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
    return this.#runningPrograms.list().map((program) => toProgramInfo(stateCache, program));
  }

  findFade(
    rid: string,
  ): { readonly content: FadeSpecification; readonly startedAt: number } | undefined {
    for (const { content, startedAt, target } of this.#runningPrograms.list())
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
      this.#findLampRids(rid).map((lamp) => buildItemPath('light', lamp)),
    );
    await stateCache.refreshType('light').catch((thrown: unknown) => {
      if (this.#isClosed) throw createNodeClosedError('no');
      const sentence = getErrorSentence(restatePurpose(thrown, 'read the lamps of a program'));
      this.options.warn(`${sentence} It starts from their last known state.`);
    });
    await this.takeTurn();
  }

  /** The caller starts the follower, which runs its own programs. */
  createDaylightFollower(
    home: Pick<DaylightHomeAccess, 'listLamps' | 'onChange' | 'onBusy'>,
    options: DaylightFollowerOptions,
  ): DaylightFollower {
    return new DaylightFollower(
      {
        clock: unrefTimerClock,
        programs: this.#runningPrograms,
        getLamp: (rid) => this.#getLamp(rid),
        isReachable: (lamp) => this.#isReachable(lamp),
        ...home,
      },
      options,
    );
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
    const cost = this.#runningPrograms.getStepCost({ target, lamps });
    const rate = cost.rtype === 'light' ? lampsPerSecond : groupsPerSecond;
    const pending = this.pending.usedRate((program) =>
      this.#runningPrograms.getRate(program, cost.rtype),
    );
    const free = rate - this.#runningPrograms.usedRate(cost.rtype) - pending;
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
  resume(programs: readonly StoredProgram[], start?: PendingProgram): void {
    this.#gaps.begin();
    const since = start?.listLater((rid) => this.#findLampRids(rid)) ?? [];
    for (const program of programs)
      this.#runningPrograms.start(program, { isResumed: true, since });
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
    const ended = this.#runningPrograms.endAll().then(() => giveUp.abort());
    // An unreachable bridge takes no commands.
    if (!this.#gaps.isOpen)
      await Promise.race([ended, sleep(unrefTimerClock, limit, giveUp.signal)]);
    const lamps = this.#runningPrograms
      .list()
      .filter(({ content }) => content.kind === 'restore')
      .flatMap((program) => program.lamps);
    return [...new Set(lamps)].map((rid) => this.names(rid).name ?? rid);
  }

  /** Stops the programs; sends nothing. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#watch.stop();
    // Programs that end later are resumed after a restart.
    const kept = this.#listKept();
    this.options.environment?.keep(() => kept);
    this.#runningPrograms.close();
  }

  #start(
    { content, properties }: Omit<ParsedProgram, 'warnings'>,
    target: ProgramTarget,
    lamps: readonly string[],
    pending: PendingProgram,
  ): ProgramInfo | undefined {
    const { starter } = pending;
    const program: StoredProgram = {
      target,
      lamps,
      properties,
      content,
      startedAt: systemClock.wallTime(),
      ...(starter === undefined ? {} : { starter }),
    };
    const since = pending.listLater((rid) => this.#findLampRids(rid));
    const started = this.#runningPrograms.start(program, { since, place: pending.place });
    if (started === undefined) return undefined;
    this.pending.observeStart(pending, started);
    return toProgramInfo(this.options.client.stateCache, started);
  }

  /** Applies changes that were not reported. */
  #catchUp(): void {
    const { stateCache } = this.options.client;
    const programs = this.#runningPrograms.list();
    const lamps = new Set(programs.flatMap((program) => program.lamps));
    const missing = new Set([...lamps].filter((rid) => stateCache.get(rid) === undefined));
    if (missing.size > 0) {
      const [what, them, they] =
        missing.size === 1
          ? ['1 lamp', 'it', 'it stays']
          : [`${missing.size} lamps`, 'them', 'they stay'];
      this.options.warn(
        `What ran on ${what} has ended: the bridge does not have ${them} any more. If another bridge is set now, ${they} as the program left ${them}.`,
      );
    }
    this.#runningPrograms.observeDeletion(missing);
    this.#runningPrograms.resume();
    this.#runningPrograms.observeConnectivity(stateCache.byType('light').map(({ id }) => id));
  }

  #findLampRids(rid: string): readonly string[] {
    return this.options.client.stateCache.get(rid) === undefined
      ? [rid]
      : this.findLamps(rid).map(({ id }) => id);
  }

  #isDeployed(starter: ProgramStarterNode | undefined): boolean {
    const { environment } = this.options;
    return starter === undefined || environment?.findDigest(starter.nodeId) === starter.digest;
  }

  #getLamp(rid: string): Resource | undefined {
    return this.options.client.stateCache.get(rid, 'light');
  }

  #isReachable(lamp: Resource): boolean {
    return collectDeviceMembers(this.options.client.stateCache, lamp).device?.reachable !== false;
  }

  #endChangedNodes(): void {
    if (!this.#isClosed) this.#runningPrograms.keepOnly((starter) => this.#isDeployed(starter));
  }

  /** Leaves out daylight: its node starts its own programs again. */
  #listKept(): readonly StoredProgram[] {
    const keptAt = systemClock.wallTime();
    return this.#runningPrograms
      .list()
      .filter(({ content }) => content.kind !== 'daylight')
      .map((program) => ({ ...program, keptAt }));
  }

  #onChange(): void {
    if (this.#isClosed) return;
    this.options.environment?.keep(() => this.#listKept());
    if (this.#runningPrograms.needsChanges) this.#watch.start();
    else this.#watch.stop();
  }
}

const seedRange = 4_294_967_296;

/** Programs leave 1/10 of the rate to other commands. */
const leastShare = 10;
