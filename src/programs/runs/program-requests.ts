import { getNumericMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import { getMirekRange } from '../../resources/types/light';
import type { ProgramTarget, StoredProgram, UpdateMembers } from '../program';
import type { ProgramHomeAccess, ProgramSendOutcome } from '../program-home-access';

/** A request that was not answered yet. */
interface ActiveRequest {
  /** The lamp; undefined for all lamps of the program. */
  readonly rid: string | undefined;
  readonly aborting: AbortController;
}

/** Sends the updates of one program to the lamps that it has at that time. */
export class ProgramRequests {
  readonly #home: ProgramHomeAccess;
  readonly #getProgram: () => StoredProgram;
  readonly #active = new Set<ActiveRequest>();

  constructor(home: ProgramHomeAccess, getProgram: () => StoredProgram) {
    this.#home = home;
    this.#getProgram = getProgram;
  }

  /**
   * Sends an update to all lamps: by one request where they are just those of the target, otherwise to each of them.
   *
   * @param onRefused called with a lamp that the bridge refuses, where it takes the update for others
   */
  async send(
    members: UpdateMembers,
    onRefused: (rid: string) => void,
  ): Promise<ProgramSendOutcome> {
    const { target, lamps } = this.#getProgram();
    if (target.rtype === 'light') return this.sendToLamp(target.rid, members);
    if (isSentAsOne(this.#home, { target, lamps })) {
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

  /** Sends an update to one of the lamps, as far as that lamp can show it. */
  async sendToLamp(rid: string, members: UpdateMembers): Promise<ProgramSendOutcome> {
    if (this.#isAway(rid)) return { result: 'sent', missed: [rid] };
    const fitting =
      this.#getProgram().target.rtype === 'light'
        ? members
        : fitToLamp(members, this.#home.getLamp(rid));
    return Object.keys(fitting).some((name) => name !== 'dynamics')
      ? this.#send({ rid, rtype: 'light' }, fitting)
      : { result: 'sent', missed: [] };
  }

  /**
   * Withdraws what was not sent yet.
   *
   * @param lamps lamps on which it must not act; all where they are missing
   */
  withdraw(lamps?: readonly string[]): void {
    for (const { rid, aborting } of this.#active)
      if (lamps === undefined || rid === undefined || lamps.includes(rid)) aborting.abort();
  }

  async #send(target: ProgramTarget, members: UpdateMembers): Promise<ProgramSendOutcome> {
    const aborting = new AbortController();
    const request = { rid: target.rtype === 'light' ? target.rid : undefined, aborting };
    this.#active.add(request);
    const { signal } = aborting;
    const outcome = await this.#home.send(target, members, signal, this.#getProgram().origin);
    this.#active.delete(request);
    return signal.aborted && outcome.result !== 'sent'
      ? { result: 'withdrawn', missed: [] }
      : outcome;
  }

  readonly #isAway = (rid: string): boolean => {
    const lamp = this.#home.getLamp(rid);
    return lamp !== undefined && !this.#home.isReachable(lamp);
  };
}

/**
 * Returns true if one request sets all lamps of a program: false for a group if one of its lamps takes no part, was taken out
 * of the program, or has joined the group since.
 *
 * @param home finds the lamps of the group
 */
export function isSentAsOne(
  home: Pick<ProgramHomeAccess, 'findLamps'>,
  { target, lamps }: Pick<StoredProgram, 'target' | 'lamps'>,
): boolean {
  if (target.rtype === 'light') return true;
  const present = new Set(home.findLamps(target.rid));
  return present.size === lamps.length && lamps.every((lamp) => present.has(lamp));
}

/** Members that only some lamps have. A group leaves them out by itself for a lamp without. */
const membersOfSomeLamps = ['dimming', 'color', 'color_temperature'] as const;

/** The part of an update of a group that a lamp of it can show. */
export function fitToLamp(members: UpdateMembers, lamp: Resource | undefined): UpdateMembers {
  if (lamp === undefined) return members;
  const fitting: Record<string, unknown> = { ...members };
  for (const name of membersOfSomeLamps) if (lamp[name] === undefined) delete fitting[name];
  const mirek = getNumericMember(fitting, 'color_temperature', 'mirek');
  if (mirek === undefined) return fitting;
  const [least, most] = getMirekRange(lamp);
  return { ...fitting, color_temperature: { mirek: Math.min(most, Math.max(least, mirek)) } };
}
