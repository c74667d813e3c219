import { getNestedMember } from '../../resources/values/member-access';
import { lightTolerances, showsBrightness, showsColor } from '../../resources/shown-light';
import type { Resource } from '../../resources';
import type { Clock } from '../time/clock';

/** Members of the body of a write; undefined where it says nothing of what the lamp or group will show. */
type Members = Readonly<Record<string, unknown>> | undefined;

interface RecordedWrite {
  readonly members: Members;
  readonly number: number;
  /** End of its transition, or when it was answered where that is later, in ms of the clock. */
  endsAt: number;
}

/** Writes remembered of a lamp or group: those of a slider that is moved. */
const maxWrites = 50;
/** How long after its transition a write is still on its way, in ms: reports come late, and a group reports the average of lamps that follow one by one. */
const settling = 1_000;

/** Members of the state that a lamp shows, by what is compared as one. */
const comparedMembers = {
  power: ['on'],
  brightness: ['dimming'],
  color: ['color', 'color_temperature', 'gradient'],
  effect: ['effects', 'effects_v2'],
} as const;
type Aspect = keyof typeof comparedMembers;
const aspects: readonly Aspect[] = ['power', 'brightness', 'color', 'effect'];

/** Members of a write after which a lamp shows what the write does not name. */
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
/** Members of a write that start or end an effect. */
const endingEffects = ['on', 'color', 'color_temperature', ...unpredictable];

/** A lamp or group before and after a change. */
export interface StateBeforeAndAfter {
  readonly resource: Resource;
  readonly previous?: Resource | undefined;
}

/**
 * Recognises by its values what writes have set of a lamp or a group. What others set meanwhile differs from that, and
 * is not taken for it.
 */
export class WrittenValues {
  /** Oldest first. */
  readonly #writes: RecordedWrite[] = [];
  #count = 0;
  /** Number of the oldest write that may explain a change, by aspect. */
  readonly #oldestNumbers: Record<Aspect, number> = {
    power: 0,
    brightness: 0,
    color: 0,
    effect: 0,
  };

  /** @param memory how long after its transition a write explains changes, in ms */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly memory: number,
  ) {}

  /** Records a write when it is sent. */
  record(members: Members): void {
    const duration = getNestedMember(members, 'dynamics', 'duration');
    const endsAt = this.clock.now() + (typeof duration === 'number' ? duration : 0);
    this.#writes.push({ members, number: this.#count, endsAt });
    this.#count += 1;
    if (this.#writes.length > maxWrites) this.#writes.shift();
  }

  /** Records that the last write was answered. */
  recordAnswer(): void {
    const last = this.#writes.at(-1);
    if (last !== undefined) last.endsAt = Math.max(last.endsAt, this.clock.now());
  }

  /**
   * Compares a change with what recent writes have set.
   *
   * @param since time in ms of the clock after which every write counts as recent, whatever the memory is: the start of
   *   the read before a poll
   * @returns true for what they have set, or the way there; undefined where the lamp shows the same as before
   */
  explain({ resource, previous }: StateBeforeAndAfter, since = Infinity): boolean | undefined {
    if (previous === undefined) return false;
    const now = this.clock.now();
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
    // What came before is over, except for reports that come late: the value is now one that somebody else has set.
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

/** Two states of a lamp or group, the later one as of `now`. */
interface Difference {
  readonly resource: Resource;
  readonly previous: Resource;
  readonly now: number;
}

const has = (members: Members, names: readonly string[]): boolean =>
  names.some((name) => getNestedMember(members, name) !== undefined);

const { recentWrite } = lightTolerances;

/** Whether a write brings about what differs, or the way there. */
const sets: Readonly<Record<Aspect, (write: RecordedWrite, difference: Difference) => boolean>> = {
  power: ({ members }, { resource }) =>
    members === undefined ||
    getNestedMember(resource, 'on', 'on') === getNestedMember(members, 'on', 'on'),
  brightness({ members, endsAt }, { resource, previous, now }) {
    if (members === undefined) return true;
    const from = now <= endsAt + settling ? previous : undefined;
    // A lamp comes on with a brightness that the write does not name.
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
