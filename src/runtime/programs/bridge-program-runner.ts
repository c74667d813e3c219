import type { BridgeClient } from '../../bridge';
import type { ResourceDisplayNames } from '../../bridge/state/mirror';
import type { ClientLimits } from '../../bridge/limits/client-limits';
import { findLightsAffectedByWrite } from '../../bridge/state/own-write-tracker';
import { systemClock, unrefTimerClock } from '../../bridge/time/clock';
import type { Resource } from '../../resources';
import { DaylightFollower } from '../../programs/daylight/daylight-follower';
import type {
  DaylightHomeAccess,
  DaylightFollowerOptions,
} from '../../programs/daylight/daylight-follower';
import type { DaylightOverrideStartTimes } from '../../programs/daylight/daylight-overrides';
import { isStoredProgram } from '../../programs/is-stored-program';
import { RunningPrograms } from '../../programs/running-programs';
import type {
  ParsedProgram,
  StoredProgram,
  ProgramStarterNode,
  ProgramTarget,
} from '../../programs/program';
import { collectDeviceMembers } from '../device/device-info';
import { nodeClosedError, toError, toNodeError } from '../node-errors';
import { readOnceConnected } from '../read-once-connected';
import type { ProgramEnvironment } from './program-environment';
import { toProgramInfo } from './program-info';
import type { ProgramInfo } from './program-info';
import { ProgramLampWatch } from './program-lamp-watch';
import { ProgramStorage } from './program-storage';
import { sendProgramUpdate } from './send-program-update';

/** What the programs of a bridge use. */
export interface BridgeProgramRunnerOptions {
  client: Pick<BridgeClient, 'mirror' | 'send' | 'watch' | 'onWrite' | 'onConnectionChange'>;
  limits: Pick<ClientLimits, 'lampsPerSecond' | 'groupsPerSecond'>;
  /** Missing where nothing is kept and no deploys happen. */
  environment?: ProgramEnvironment | undefined;
  warn(warning: string): void;
}

/** What a daylight node leaves to the one with its id after a deploy. */
export interface DaylightHandoverState {
  readonly isEnabled: boolean;
  readonly overrides: DaylightOverrideStartTimes;
}

/** Runs programs on the lamps of one bridge by its client: the client sends, watches and knows the state. */
export class BridgeProgramRunner {
  readonly #options: BridgeProgramRunnerOptions;
  readonly #set: RunningPrograms;
  readonly #keeper: ProgramStorage;
  readonly #stopListening: () => void;
  readonly #watch: ProgramLampWatch;
  /** Ends with the first read of the bridge after a restart; missing when nothing waits for one. */
  #firstRead: Promise<void> | undefined;
  #isClosed = false;
  /** What the daylight nodes that a deploy has ended leave to those with the same id. */
  readonly daylightStates = new Map<string, DaylightHandoverState>();

  constructor(options: BridgeProgramRunnerOptions) {
    this.#options = options;
    const { client, environment } = options;
    this.#set = new RunningPrograms({
      clock: systemClock,
      send: (target, members, signal, origin) =>
        sendProgramUpdate(options, { target, members, origin }, signal),
      getLamp: (rid) => this.#getLamp(rid),
      findLamps: (rid) => this.findLamps(rid).map(({ id }) => id),
      isReachable: (lamp) => this.#isReachable(lamp),
      whenStateKnown: () => this.#firstRead,
      onChange: () => this.#onChange(),
    });
    this.#watch = new ProgramLampWatch(client, this.#set);
    this.#keeper = new ProgramStorage(
      () => this.#set.list(),
      (programs) => this.#keep(programs),
    );
    const stopWrites = client.onWrite((write) => this.#set.observeWrite(write));
    const stopDeploys = environment?.onDeploy(() => this.#endChangedNodes());
    this.#stopListening = () => {
      stopWrites();
      stopDeploys?.();
    };
  }

  /** What runs, oldest first. */
  list(): readonly ProgramInfo[] {
    const { mirror } = this.#options.client;
    return this.#set.list().map((program) => toProgramInfo(mirror, program));
  }

  /** The lamps that an update of a resource acts on. */
  findLamps(rid: string): readonly Resource[] {
    const { mirror } = this.#options.client;
    const resource = mirror.get(rid);
    return resource === undefined ? [] : findLightsAffectedByWrite(mirror, resource);
  }

  /** Names of a resource, for people. */
  names(rid: string): ResourceDisplayNames {
    return this.#options.client.mirror.displayNames(rid);
  }

  /**
   * Reads the lamps, since the report of a change that was just made may still be on its way. While the bridge is away
   * the last known state counts, as for what runs already.
   *
   * @throws {BridgeError} ERR_BRIDGE_CLOSED when the bridge is closed meanwhile
   */
  async refreshLamps(): Promise<void> {
    const { mirror } = this.#options.client;
    await mirror.refreshType('light').catch((thrown: unknown) => {
      if (this.#isClosed) throw nodeClosedError('no');
      const { code } = toNodeError(thrown);
      this.#options.warn(`The lamps could not be read before a program on them: ${code}`);
    });
  }

  /** Creates what lets lamps follow the day for a node, by programs of their own; it is not started yet. */
  createDaylightFollower(
    home: Pick<DaylightHomeAccess, 'listLamps' | 'onChange' | 'onBusy'>,
    options: DaylightFollowerOptions,
  ): DaylightFollower {
    return new DaylightFollower(
      {
        clock: unrefTimerClock,
        programs: this.#set,
        getLamp: (rid) => this.#getLamp(rid),
        isReachable: (lamp) => this.#isReachable(lamp),
        ...home,
      },
      options,
    );
  }

  /** A start for random numbers. */
  createSeed(): number {
    return Math.floor(systemClock.random() * seedRange);
  }

  /** Shortest time between two commands of one more sequence, in ms, so that all together keep to the pace of the bridge. */
  shortestStep(rtype: ProgramTarget['rtype']): number {
    const { lampsPerSecond, groupsPerSecond } = this.#options.limits;
    const rate = rtype === 'light' ? lampsPerSecond : groupsPerSecond;
    const free = rate - this.#set.usedRate(rtype);
    return free <= rate / leastShare ? Infinity : Math.ceil(1_000 / free);
  }

  /** The origin of what a deployed node begins; undefined for a node that is not known. */
  findOrigin(nodeId: string | undefined): ProgramStarterNode | undefined {
    const digest = nodeId === undefined ? undefined : this.#options.environment?.findDigest(nodeId);
    return nodeId === undefined || digest === undefined ? undefined : { nodeId, digest };
  }

  /**
   * Starts a program now, in the place of what sets the same properties of the same lamps.
   *
   * @param origin node that begins it, as `findOrigin` returns it
   * @throws {BridgeError} ERR_BRIDGE_CLOSED after `close`
   */
  start(
    { content, properties }: ParsedProgram,
    target: ProgramTarget,
    lamps: readonly string[],
    origin: ProgramStarterNode | undefined,
  ): ProgramInfo {
    if (this.#isClosed) throw nodeClosedError('no');
    const program: StoredProgram = {
      target,
      lamps,
      properties,
      content,
      startedAt: systemClock.wallTime(),
      ...(origin === undefined ? {} : { origin }),
    };
    this.#set.start(program);
    return toProgramInfo(this.#options.client.mirror, program);
  }

  /**
   * Takes up what was kept before a restart, and warns of what is no program.
   *
   * @param kept what the environment kept
   */
  resume(kept: readonly unknown[]): void {
    const programs = kept.filter(isStoredProgram);
    const unreadable = kept.length - programs.length;
    if (unreadable > 0)
      this.#options.warn(
        `${unreadable} of the ${kept.length} programs that were kept for a restart cannot be read and do not go on. Start them again.`,
      );
    this.#firstRead = this.#catchUp().finally(() => {
      this.#firstRead = undefined;
    });
    for (const program of programs) this.#set.start(program);
    this.#endChangedNodes();
  }

  /** Stops everything where it is; nothing is sent afterwards. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#watch.stop();
    this.#keeper.close();
    this.#set.close();
  }

  /** Takes note of what no change reports: a lamp came on or was deleted before the bridge was read. */
  async #catchUp(): Promise<void> {
    const { client } = this.#options;
    const { mirror } = client;
    const isRead = await readOnceConnected(client, {
      read: () => mirror.refresh(),
      isNeeded: () => !this.#isClosed,
    });
    if (!isRead) return;
    const lamps = this.#set.list().flatMap((program) => program.lamps);
    this.#set.observeDeletion(new Set(lamps.filter((rid) => mirror.get(rid) === undefined)));
    this.#set.observeConnectivity(mirror.byType('light').map(({ id }) => id));
  }

  #getLamp(rid: string): Resource | undefined {
    return this.#options.client.mirror.get(rid, 'light');
  }

  #isReachable(lamp: Resource): boolean {
    return collectDeviceMembers(this.#options.client.mirror, lamp).device?.reachable !== false;
  }

  #endChangedNodes(): void {
    const { environment } = this.#options;
    const digests = new Map<string, string | undefined>();
    this.#set.keepOnly(({ nodeId, digest }) => {
      if (!digests.has(nodeId)) digests.set(nodeId, environment?.findDigest(nodeId));
      return digests.get(nodeId) === digest;
    });
  }

  #keep(programs: readonly StoredProgram[]): void {
    this.#options.environment?.keep(programs).catch((error: unknown) => {
      this.#options.warn(
        `What runs on lamps cannot be kept for a restart: ${toError(error).message}`,
      );
    });
  }

  #onChange(): void {
    if (this.#isClosed) return;
    this.#keeper.onChange();
    if (this.#set.needsChanges) this.#watch.start();
    else this.#watch.stop();
  }
}

/** Number of starts for random numbers. */
const seedRange = 4_294_967_296;

/** Part of the pace that stays free for what is no program, as one in so many. */
const leastShare = 10;
