import type { Clock } from '../../bridge/time/clock';
import { getMember, getXy } from '../../resources/member-access';
import { getShownMirek } from '../../resources/light';
import type { Resource } from '../../resources';

/** Members of the body of a command; undefined where it depends on a state that is still to be read. */
type Members = Readonly<Record<string, unknown>> | undefined;

interface SentCommand {
  readonly members: Members;
  /** End of its transition, in ms of the clock. */
  readonly endsAt: number;
}

/** How long after its transition a command explains changes, in ms: a polled bridge shows them late. */
const memory = 10_000;
/** Commands remembered: those of a slider that is moved. */
const maxCommands = 50;
/** How long after its transition a command still moves the brightness, in ms: a group reports the average of lamps that follow one by one. */
const settling = 1_000;
/** Largest difference of a brightness to what was written, in percent: lamps have 254 steps, groups an average. */
const brightnessTolerance = 1;
/** Largest difference of a white, in mirek, and of a colour in the plane of CIE xy: lamps take the nearest that they can. */
const mirekTolerance = 10;
const xyTolerance = 0.1;

/** Members that set what a lamp shows; of those beside colour and white the report is not compared. */
const appearanceMembers = ['color', 'color_temperature', 'gradient', 'effects', 'effects_v2'];
const unknownAppearances = [
  'color_temperature_delta',
  'gradient',
  'effects',
  'effects_v2',
  'timed_effects',
];

/** Ids of the light nodes that send commands, by the signals of those. */
const senders = new WeakMap<AbortSignal, string>();

/** Records which node sends its commands with a signal. */
export const recordSender = (signal: AbortSignal, nodeId: string): void =>
  void senders.set(signal, nodeId);

/** @returns the id of the node that sends with a signal; undefined where it is no light node */
export const findSender = (signal: AbortSignal | undefined): string | undefined =>
  signal && senders.get(signal);

/**
 * Recognises by its values what a node itself has set of the lamp or group whose changes it sends. What others set
 * meanwhile differs from that, and is not taken for it.
 */
export class OwnCommands {
  /** Oldest first. */
  #commands: SentCommand[] = [];

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Records a command of the node when it is sent. */
  record(members: Members): void {
    const duration = getMember(members, 'dynamics', 'duration');
    const endsAt = this.clock.now() + (typeof duration === 'number' ? duration : 0);
    this.#commands = [...this.#commands.slice(1 - maxCommands), { members, endsAt }];
  }

  /** True for a change to what a command of the node has set. */
  explain({
    resource,
    previous,
  }: {
    resource: Resource;
    previous?: Resource | undefined;
  }): boolean {
    const now = this.clock.now();
    this.#commands = this.#commands.filter(({ endsAt }) => now <= endsAt + memory);
    if (previous === undefined) return false;
    const index = this.#commands.findLastIndex((command) =>
      sets(command, { resource, previous, now }),
    );
    if (index < 0) return false;
    // What came before it is over: a value of an earlier command is now one that somebody else has set.
    this.#commands = this.#commands.slice(index);
    return true;
  }
}

/** Two states of a lamp or group, the later one as of `now`. */
interface Difference {
  readonly resource: Resource;
  readonly previous: Resource;
  readonly now: number;
}

/** True where everything that differs between two states is as the command sets it, or on the way there. */
function sets({ members, endsAt }: SentCommand, difference: Difference): boolean {
  if (members === undefined) return true;
  const { now } = difference;
  return (
    setsPower(members, difference) &&
    setsBrightness(members, difference, now <= endsAt + settling) &&
    setsAppearance(members, difference, now < endsAt)
  );
}

function setsPower(members: Members, { resource, previous }: Difference): boolean {
  const on = getMember(resource, 'on', 'on');
  return on === getMember(previous, 'on', 'on') || on === getMember(members, 'on', 'on');
}

function setsBrightness(
  members: Members,
  { resource, previous }: Difference,
  isUnderway: boolean,
): boolean {
  const brightness = Number(getMember(resource, 'dimming', 'brightness'));
  const before = Number(getMember(previous, 'dimming', 'brightness'));
  if (Object.is(brightness, before)) return true;
  const written = getMember(members, 'dimming', 'brightness');
  if (typeof written !== 'number') {
    // A lamp comes on with a brightness that the command does not name.
    return ['on', 'dimming_delta'].some((name) => getMember(members, name) !== undefined);
  }
  if (Math.abs(brightness - written) <= brightnessTolerance) return true;
  return isUnderway && (brightness - before) * (written - brightness) > 0;
}

function setsAppearance(
  members: Members,
  { resource, previous }: Difference,
  isUnderway: boolean,
): boolean {
  const isSame = appearanceMembers.every(
    (name) => JSON.stringify(resource[name]) === JSON.stringify(previous[name]),
  );
  if (isSame || unknownAppearances.some((name) => getMember(members, name) !== undefined))
    return true;
  const mirek = getMember(members, 'color_temperature', 'mirek');
  const written = getXy(members, 'color', 'xy');
  if (isUnderway && (mirek ?? written) !== undefined) return true;
  if (typeof mirek === 'number') {
    const shown = getShownMirek(resource);
    return shown !== undefined && Math.abs(shown - mirek) <= mirekTolerance;
  }
  const shown = getXy(resource, 'color', 'xy');
  if (written === undefined || shown === undefined) return false;
  return Math.hypot(shown.x - written.x, shown.y - written.y) <= xyTolerance;
}
