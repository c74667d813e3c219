import { isObject } from '../../../src/resources/members';
import type { Members } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { RunningPrograms } from '../../../src/programs/running-programs';
import type { Program, ProgramTarget } from '../../../src/programs/program';
import type { ProgramSendOutcome } from '../../../src/programs/program-run';
import { FakeClock } from '../../bridge/support/fake-clock';
import { colorLamp, id } from '../../vocabulary/support/sample-resources';

/** What a program sent. */
export interface SentUpdate {
  at: number;
  target: ProgramTarget;
  members: Members;
}

/** Id of the grouped light of all lamps of the home. */
export const groupId = id(900);

/** A home of colour lamps on a clock that only the test advances. What is sent to it shows at once. */
export class FakeHome {
  readonly clock = new FakeClock();
  readonly lamps = new Map<string, Resource>();
  readonly sent: SentUpdate[] = [];
  programs: RunningPrograms;
  readonly unreachable = new Set<string>();
  /** How an update ends; by default it is done. */
  answer: ProgramSendOutcome['result'] = 'sent';
  /** How long the bridge takes, in ms. */
  latency = 0;
  /** How long this process is busy with each update, in ms. */
  work = 0;
  kept: readonly Program[] = [];
  readonly warnings: string[] = [];
  /** Lamps that the bridge cannot reach, without knowing it. */
  readonly withoutPower = new Set<string>();
  /** Lamps of the group. */
  readonly groupLamps = new Set<string>();
  /** Number of times in which time has passed unnoticed. */
  timeGaps = 0;

  constructor(lampCount = 2) {
    this.clock.suspend(Date.UTC(2026, 10, 24));
    for (let index = 0; index < lampCount; index += 1) {
      this.lamps.set(id(800 + index), { ...colorLamp, id: id(800 + index) });
      this.groupLamps.add(id(800 + index));
    }
    this.programs = this.createPrograms();
  }

  /** The programs of one process. */
  createPrograms(): RunningPrograms {
    const programs = new RunningPrograms({
      clock: this.clock,
      send: (target, members, signal) => this.#send(target, members, signal),
      getLamp: (rid) => this.lamps.get(rid),
      findLampRids: (rid) => (rid === groupId ? [...this.groupLamps] : [rid]),
      isReachable: ({ id: rid }) => !this.unreachable.has(rid),
      onTimeGap: () => {
        this.timeGaps += 1;
        programs.suspend();
        programs.resume();
      },
      warn: (warning) => this.warnings.push(warning),
      nameOf: (rid) => rid,
      onChange: () => {
        const keptAt = this.clock.wallTime();
        this.kept = structuredClone(programs.list()).map((program) => ({ ...program, keptAt }));
      },
    });
    return programs;
  }

  /** A person or an app sets a lamp. */
  change(rid: string, members: Members, own = false): void {
    const changed = Object.keys(members).flatMap((name) => {
      const value = members[name];
      return isObject(value) ? Object.keys(value).map((member) => `${name}.${member}`) : [name];
    });
    this.#set(rid, members);
    const lamp = this.lamps.get(rid);
    if (lamp !== undefined) this.programs.observeLamp(lamp, changed, own);
  }

  /** A lamp is removed from the bridge. */
  delete(rid: string): void {
    this.lamps.delete(rid);
    this.groupLamps.delete(rid);
    this.programs.observeDeletion(new Set([rid]));
  }

  async #send(
    target: ProgramTarget,
    members: Members,
    signal: AbortSignal,
  ): Promise<ProgramSendOutcome> {
    if (signal.aborted) return { result: 'failed', missed: [] };
    const { answer } = this;
    const busyUntil = performance.now() + this.work;
    while (performance.now() < busyUntil);
    if (answer === 'sent') this.sent.push({ at: this.clock.now(), target, members });
    if (this.latency > 0)
      await new Promise<void>((resolve) => {
        this.clock.setTimeout(resolve, this.latency);
      });
    const rids = target.rid === groupId ? [...this.groupLamps] : [target.rid];
    const isAway = (rid: string): boolean =>
      this.withoutPower.has(rid) || this.unreachable.has(rid);
    if (answer === 'sent') for (const rid of rids) if (!isAway(rid)) this.#set(rid, members);
    return { result: answer, missed: answer === 'sent' ? rids.filter(isAway) : [] };
  }

  #set(rid: string, members: Members): void {
    const lamp = this.lamps.get(rid);
    if (lamp === undefined) return;
    const state: Record<string, unknown> = { ...lamp };
    for (const [name, value] of Object.entries(members)) {
      const before = state[name];
      state[name] = isObject(before) && isObject(value) ? { ...before, ...value } : value;
    }
    if (members['color'] !== undefined)
      state['color_temperature'] = { ...whiteOf(lamp), mirek: null, mirek_valid: false };
    if (members['color_temperature'] !== undefined)
      state['color_temperature'] = { ...whiteOf({ ...lamp, ...state }), mirek_valid: true };
    this.lamps.set(rid, { ...lamp, ...state });
  }
}

const whiteOf = (lamp: Resource): Readonly<Record<string, unknown>> =>
  isObject(lamp['color_temperature']) ? lamp['color_temperature'] : {};
