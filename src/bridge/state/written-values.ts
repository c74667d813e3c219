import { getNestedMember, getNumericMember } from '../../resources/values/member-access';
import { lightTolerances, showsBrightness, showsColor } from '../../resources/shown-light';
import type { Resource, Members } from '../../resources';
import type { Clock } from '../time/clock';

interface RecordedWrite {
  /** Undefined if the body does not determine the state of the lamp or group. */
  readonly members: Members | undefined;
  readonly number: number;
  /** End of the transition or timed effect, or the answer if that is later, in ms of the clock. */
  endsAt: number;
}

/** Per lamp or group. A moved slider sends many. */
const maxWrites = 50;
/**
 * In ms after a transition: a group reports the average of lamps that change one after the other. The end of a timed
 * effect may be reported that much too early.
 */
const settling = 1_000;

/** Each aspect is compared as a whole. */
const comparedMembers = {
  power: ['on'],
  brightness: ['dimming'],
  color: ['color', 'color_temperature', 'gradient'],
  effect: ['effects', 'effects_v2'],
} as const;
type Aspect = keyof typeof comparedMembers;
const aspects: readonly Aspect[] = ['power', 'brightness', 'color', 'effect'];

const unpredictable = [
  'color_temperature_delta',
  'gradient',
  'effects',
  'effects_v2',
  'timed_effects',
  'alert',
  'signaling',
  'identify',
];
const endingEffects = ['on', 'color', 'color_temperature', ...unpredictable];

export interface StateBeforeAndAfter {
  readonly resource: Resource;
  readonly previous?: Resource | undefined;
}

/** Timed effect or transition, in ms. */
export const getWriteDuration = (members: Members | undefined): number =>
  getNumericMember(members, 'timed_effects', 'duration') ??
  getNumericMember(members, 'dynamics', 'duration') ??
  0;

/** Decides by value whether one of our writes explains a reported change. */
export class WrittenValues {
  #writes: RecordedWrite[] = [];
  #count = 0;
  readonly #oldestNumbers: Record<Aspect, number> = {
    power: 0,
    brightness: 0,
    color: 0,
    effect: 0,
  };

  /** @param memory in ms after its transition or timed effect, in which a write explains changes */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly memory: number,
  ) {}

  record(members: Members | undefined): void {
    const endsAt = this.clock.now() + getWriteDuration(members);
    this.#writes.push({ members, number: this.#count, endsAt });
    this.#count += 1;
    if (this.#writes.length > maxWrites) this.#writes.shift();
  }

  recordAnswer(): void {
    const last = this.#writes.at(-1);
    if (last !== undefined) last.endsAt = Math.max(last.endsAt, this.clock.now());
  }

  /**
   * @param since writes after this time in ms of the clock count as recent: the start of the read before a poll
   * @returns true if the writes explain the change, including values during a transition; undefined if no compared
   * member changed
   */
  explain({ resource, previous }: StateBeforeAndAfter, since = Infinity): boolean | undefined {
    if (previous === undefined) return false;
    const now = this.clock.now();
    this.#writes = this.#writes.filter(
      (write) => !isInterrupted(write, { resource, previous, now }),
    );
    const recent = this.#writes.filter(
      ({ endsAt }) => endsAt >= since || now <= endsAt + this.memory,
    );
    const explainedBy = aspects.flatMap((aspect): [Aspect, number | undefined][] => {
      if (!differs(resource, previous, aspect)) return [];
      const oldest = this.#oldestNumbers[aspect];
      const explaining = recent.findLast(
        (write) =>
          (write.number >= oldest || now <= write.endsAt + settling) &&
          sets[aspect](write, { resource, previous, now }),
      );
      return [[aspect, explaining?.number]];
    });
    // Earlier writes explain late reports only: an equal value set afterwards is an external change.
    for (const [aspect, number] of explainedBy)
      if (number !== undefined)
        this.#oldestNumbers[aspect] = Math.max(number, this.#oldestNumbers[aspect]);
    if (explainedBy.length === 0) return undefined;
    return explainedBy.every(([, number]) => number !== undefined);
  }
}

const differs = (resource: Resource, previous: Resource, aspect: Aspect): boolean =>
  comparedMembers[aspect].some(
    (name) => JSON.stringify(resource[name]) !== JSON.stringify(previous[name]),
  );

interface Difference {
  readonly resource: Resource;
  readonly previous: Resource;
  readonly now: number;
}

const has = (members: Members | undefined, names: readonly string[]): boolean =>
  names.some((name) => getNestedMember(members, name) !== undefined);

const getTimedEffect = (members: Members | undefined): unknown =>
  getNestedMember(members, 'timed_effects', 'effect');

/** A later command, by anyone, stops a timed effect before its end. */
function isInterrupted(
  { members, endsAt }: RecordedWrite,
  { resource, previous, now }: Difference,
): boolean {
  const effect = getTimedEffect(members);
  const wasRunning =
    effect !== undefined && getNestedMember(previous, 'timed_effects', 'status') === effect;
  const isRunning = getNestedMember(resource, 'timed_effects', 'status') === effect;
  return wasRunning && !isRunning && now < endsAt - settling;
}

const { recentWrite } = lightTolerances;

const sets: Readonly<Record<Aspect, (write: RecordedWrite, difference: Difference) => boolean>> = {
  power({ members, endsAt }, { resource, now }) {
    if (members === undefined) return true;
    const isOn = getNestedMember(resource, 'on', 'on');
    const isTurnedOffAtEnd = getTimedEffect(members) === 'sunset' && now >= endsAt - settling;
    return isOn === getNestedMember(members, 'on', 'on') || (isTurnedOffAtEnd && isOn === false);
  },
  brightness({ members, endsAt }, { resource, previous, now }) {
    if (members === undefined) return true;
    const from = now <= endsAt + settling ? previous : undefined;
    // A lamp turns on with a brightness that the write does not contain.
    return (
      showsBrightness(resource, members, recentWrite, from) ??
      has(members, ['on', 'dimming_delta', ...unpredictable])
    );
  },
  color({ members, endsAt }, { resource, previous, now }) {
    if (members === undefined || has(members, unpredictable)) return true;
    const from = now < endsAt ? previous : undefined;
    return showsColor(resource, members, recentWrite, from) ?? false;
  },
  effect: ({ members }) => members === undefined || has(members, endingEffects),
};
