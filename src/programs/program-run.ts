import type { Turn } from '../bridge/turn';
import type { Resource } from '../resources/resource';
import { getNumericMember } from '../resources/members';
import type { Members } from '../resources/members';
import type { LampStateReport } from './lamp-state-report';
import type { ProgramEnd, Program, ProgramTarget } from './program';
import { getMirekRange } from '../resources/types/light';
import type { Clock, TimerHandle } from '../bridge/clock';

export interface ProgramSendOutcome {
  /**
   * `sent`: accepted. `failed`: can be retried. `refused`: rejected finally. `withdrawn`: cancelled before sending.
   */
  readonly result: 'sent' | 'failed' | 'refused' | 'withdrawn';
  readonly missed: readonly string[];
}

/** The home as its programs see it: they read its lamps, send to them, and tell what happened. */
export interface ProgramHome {
  clock: Clock;
  /**
   * Never rejects.
   *
   * @param signal cancels the update while it is not sent
   * @param program its starter and kind tell what asked for the update
   */
  send(
    target: ProgramTarget,
    members: Members,
    signal: AbortSignal,
    program: Pick<Program, 'starter' | 'content'>,
  ): Promise<ProgramSendOutcome>;
  getLamp(rid: string): Resource | undefined;
  /** Lamps that an update of a resource sets; the id itself if unknown. */
  findLampRids(rid: string): readonly string[];
  isReachable(lamp: Resource): boolean;
  /**
   * Called if the process or the machine was suspended, or the system date was set. The programs must be suspended
   * until the lamps are read.
   */
  onTimeGap(): void;
  /** Takes a sentence about a program that did not end as requested. */
  warn(warning: string): void;
  nameOf(rid: string): string;
  onChange(): void;
}

/** Carries out one program on its lamps, with `ProgramRequests`, and `RetryTimer` where a request fails. */
export interface ProgramRun {
  /** Sends due updates; continues after `suspend`. */
  start(): void;
  /** Sends nothing until `start`. The caller cancels the updates that were not sent. */
  suspend(): void;
  onLampReady(rid: string): void;
  isExternal(lamp: Resource, report: LampStateReport): boolean;
  /** After a time without reports, the program may have caused this state. */
  mayShow(lamp: Resource): boolean;
  /** Advances the program by ms that the clock did not count. */
  skipTime?(duration: number): void;
}

export interface ProgramRunContext {
  readonly home: ProgramHome;
  /** Lamps may be removed from it. */
  program: Program;
  /** Called before the first request, or after the first accepted request if the earlier states are unknown. */
  readonly onBegin: () => void;
  /** Called with the delay of a late timer in ms, before anything is sent. It may suspend the run. */
  readonly onWake: (delay: number) => void;
  readonly onEnd: (lamps: readonly string[], end: 'over' | 'refused') => void;
}

export interface RunningProgram extends ProgramRunContext {
  readonly requests: ProgramRequests;
  readonly run: ProgramRun;
  readonly isResumed: boolean;
  /** Their states before come from an earlier program, so they are not read at the start. */
  readonly inherited: ReadonlySet<string>;
  /** For a restore: end of the program before it. */
  readonly end: ProgramEnd;
  /** Among all writes; undefined for a program before all others. */
  readonly turn: Turn | undefined;
}

interface ActiveRequest {
  /** Undefined for all lamps of the program. */
  readonly rid: string | undefined;
  readonly aborting: AbortController;
}

/** Sends the updates of a program to those of its lamps that are reachable, and withdraws them. */
export class ProgramRequests {
  readonly #active = new Set<ActiveRequest>();

  constructor(private readonly context: Pick<ProgramRunContext, 'home' | 'program'>) {}

  /**
   * Sends one request if the lamps are all lamps of the target, otherwise one per lamp.
   *
   * @param onRefused called with a lamp for which the bridge refuses the update while it accepts others
   */
  async send(members: Members, onRefused: (rid: string) => void): Promise<ProgramSendOutcome> {
    const { target, lamps } = this.context.program;
    if (target.rtype === 'light') return this.sendToLamp(target.rid, members);
    if (isProgramSentAsOne(this.context.home, { target, lamps })) {
      const { result, missed } = await this.#send(target, members);
      return { result, missed: [...new Set([...missed, ...lamps.filter(this.#isAway)])] };
    }
    const outcomes = await Promise.all(
      lamps.map(async (rid) => ({ rid, ...(await this.sendToLamp(rid, members)) })),
    );
    const results = new Set(outcomes.map(({ result }) => result));
    const missed = outcomes.flatMap((outcome) => outcome.missed);
    if (results.has('withdrawn')) return { result: 'withdrawn', missed };
    if (results.has('failed')) return { result: 'failed', missed };
    if (!results.has('sent')) return { result: 'refused', missed };
    for (const { rid, result } of outcomes) if (result === 'refused') onRefused(rid);
    return { result: 'sent', missed };
  }

  /** Omits the properties that the lamp does not support. */
  async sendToLamp(rid: string, members: Members): Promise<ProgramSendOutcome> {
    if (this.#isAway(rid)) return { result: 'sent', missed: [rid] };
    const fitting =
      this.context.program.target.rtype === 'light'
        ? members
        : fitToLamp(members, this.context.home.getLamp(rid));
    return Object.keys(fitting).some((name) => name !== 'dynamics')
      ? this.#send({ rid, rtype: 'light' }, fitting)
      : { result: 'sent', missed: [] };
  }

  /** Cancels updates that were not sent yet: those of the lamps, or all. */
  withdraw(lamps?: readonly string[]): void {
    for (const { rid, aborting } of this.#active)
      if (lamps === undefined || rid === undefined || lamps.includes(rid)) aborting.abort();
  }

  async #send(target: ProgramTarget, members: Members): Promise<ProgramSendOutcome> {
    const aborting = new AbortController();
    const request = { rid: target.rtype === 'light' ? target.rid : undefined, aborting };
    this.#active.add(request);
    const { signal } = aborting;
    const { home, program } = this.context;
    const outcome = await home.send(target, members, signal, program);
    this.#active.delete(request);
    return signal.aborted && outcome.result !== 'sent'
      ? { result: 'withdrawn', missed: [] }
      : outcome;
  }

  readonly #isAway = (rid: string): boolean => !mayReachLamp(this.context.home, rid);
}

/** Also true for an unknown lamp. */
export function mayReachLamp(
  home: Pick<ProgramHome, 'getLamp' | 'isReachable'>,
  rid: string,
): boolean {
  const lamp = home.getLamp(rid);
  return lamp === undefined || home.isReachable(lamp);
}

/**
 * False for a group if one of its lamps does not take part, was removed from the program, or has joined the group
 * since.
 */
export function isProgramSentAsOne(
  home: Pick<ProgramHome, 'findLampRids'>,
  { target, lamps }: Pick<Program, 'target' | 'lamps'>,
): boolean {
  if (target.rtype === 'light') return true;
  const present = new Set(home.findLampRids(target.rid));
  return present.size === lamps.length && lamps.every((lamp) => present.has(lamp));
}

/** A group ignores these for a lamp without them. */
const membersOfSomeLamps = ['dimming', 'color', 'color_temperature'] as const;

export function fitToLamp(members: Members, lamp: Resource | undefined): Members {
  if (lamp === undefined) return members;
  const fitting: Record<string, unknown> = { ...members };
  for (const name of membersOfSomeLamps) if (lamp[name] === undefined) delete fitting[name];
  const mirek = getNumericMember(fitting, 'color_temperature', 'mirek');
  if (mirek === undefined) return fitting;
  const [least, most] = getMirekRange(lamp);
  return { ...fitting, color_temperature: { mirek: Math.min(most, Math.max(least, mirek)) } };
}

/** For a request that did not reach the bridge, in ms. */
export const retryDelay = 5_000;

/** For a lamp that did not accept a request, in ms. */
const longestRetryDelay = 60_000;

/** Calls for another attempt; the delay doubles after each failure. */
export class RetryTimer {
  #timer: TimerHandle | undefined;
  #delay = retryDelay;

  constructor(
    private readonly clock: Clock,
    private readonly retry: () => void,
  ) {}

  /** Does nothing while an attempt is scheduled. */
  schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = this.clock.setTimeout(() => {
      this.#timer = undefined;
      this.retry();
    }, this.#delay);
    this.#delay = Math.min(longestRetryDelay, 2 * this.#delay);
  }

  cancel(): void {
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Call it after a success. The next delay is the first one again. */
  reset(): void {
    this.cancel();
    this.#delay = retryDelay;
  }
}
