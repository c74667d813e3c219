import { longestDelay } from './time/clock';
import { BridgeError } from './errors/errors';

/** Every bound of the client in one table. Times are in ms; sizes say their unit, the rest are rates and counts. */
export interface Limits {
  /** Writes to lamps, a second; a burst of one second's worth may go at once. */
  lampsPerSecond: number;
  /** Writes to grouped lights, scenes and smart scenes, a second. */
  groupsPerSecond: number;
  /** All other writes, a second. */
  othersPerSecond: number;
  /** Requests that may be under way to one bridge at a time. */
  requestsUnderWay: number;
  /**
   * Requests that may wait, each for all commands merged into it; a command that needs one more is answered
   * with ERR_BRIDGE_QUEUE_FULL.
   */
  waitingRequests: number;
  /** Commands that may wait, those that were merged into others included. */
  waitingCommands: number;
  /** Length of all bodies that may wait, in characters (UTF-16 units). */
  waitingSize: number;
  /** How long a command may wait before it is answered with ERR_BRIDGE_EXPIRED. */
  commandAge: number;
  /** For one attempt, connecting included, to the last byte read. */
  requestDeadline: number;
  /** Until TCP and TLS are set up. */
  connectTimeout: number;
  /** Idle time after which a kept connection is closed from this side; a new one costs a handshake. */
  idleConnection: number;
  /** Largest body sent, in bytes. */
  bodySize: number;
  /** Largest answer read, in bytes; a longer one is cut off. */
  answerSize: number;
  /** Attempts of a request that may safely be repeated, the first included. */
  attempts: number;
  /** First wait after 429 or 503 without `Retry-After`, and after a lost connection; it doubles, with full jitter. */
  firstHold: number;
  /** Longest wait between two probes while the bridge asks for patience. */
  longestHold: number;
  /** Longest wait that a bridge may ask for with `Retry-After`. */
  longestRetryAfter: number;
  /** Longest wait between two attempts to reach a bridge that is away. */
  longestAway: number;
  /** Shortest interval between two polls of one resource type. */
  shortestPoll: number;
  /** Longest time that closing waits for requests under way. */
  closeTimeout: number;
  /** Shortest time between two polls of one resource type that flows ask for at once. */
  pollSpacing: number;
  /** News that comes so much later than it is looked for does not say when it happened: a press among them is none. */
  lateAnswer: number;
  /** Time between the first polls of two resource types. */
  pollStagger: number;
  /** First wait after the bridge went away; it doubles, each wait up to a fifth shorter or longer. */
  firstRetry: number;
  /** Longest wait between two attempts to find a bridge that is away. */
  longestRetry: number;
  /** Wait before the first search for a bridge that is away, up to a fifth shorter or longer. */
  firstSearch: number;
  /** Wait between two searches for a bridge that is away, up to a fifth shorter or longer. */
  searchInterval: number;
  /** Addresses that are looked at after one search: anybody may announce anything. */
  searchCandidates: number;
  /** Wait between two attempts while the bridge refuses the key. */
  keyCheck: number;
  /** Longest wait between two polls of a type that the bridge does not let us read. */
  typeCheck: number;
  /** Time between two checks of what the event stream tells, and longest silence before one. */
  streamCheck: number;
  /** How long an event stream must live before it counts as connected. */
  streamProof: number;
  /** How long an event stream must live before the wait before the next one starts small again. */
  streamSettled: number;
  /** Wait before asking again a bridge that has no event stream. */
  streamMissing: number;
  /** How long the event stream outlives its last watcher: a deploy ends watches and begins them anew. */
  streamLinger: number;
  /** Largest event taken from the stream, in characters (UTF-16 units). */
  eventSize: number;
  /** Events that may wait while the first state is read behind a new stream. */
  waitingEvents: number;
  /** How long after a write a change of what it touches counts as caused by it. */
  ownWindow: number;
  /** Writes that are remembered for that; the oldest are forgotten first. */
  rememberedWrites: number;
  /** Time before the same warning may be told again. */
  sameWarning: number;
}

/**
 * The bounds where nothing else is set. Pace and requests under way: what bridges of this kind take
 * (Hue developer documentation; Signify support in home-assistant-libs/aiohue#104).
 */
export const defaultLimits: Readonly<Limits> = {
  lampsPerSecond: 10,
  groupsPerSecond: 1,
  othersPerSecond: 5,
  requestsUnderWay: 3,
  waitingRequests: 500,
  waitingCommands: 10_000,
  waitingSize: 16_777_216,
  commandAge: 60_000,
  requestDeadline: 10_000,
  connectTimeout: 5_000,
  idleConnection: 300_000,
  bodySize: 262_144,
  answerSize: 16_777_216,
  attempts: 5,
  firstHold: 500,
  longestHold: 30_000,
  longestRetryAfter: 600_000,
  longestAway: 5_000,
  shortestPoll: 1_000,
  closeTimeout: 1_000,
  pollSpacing: 200,
  lateAnswer: 5_000,
  pollStagger: 50,
  firstRetry: 1_000,
  longestRetry: 30_000,
  firstSearch: 2_000,
  searchInterval: 30_000,
  searchCandidates: 8,
  keyCheck: 300_000,
  typeCheck: 300_000,
  streamCheck: 30_000,
  streamProof: 500,
  streamSettled: 10_000,
  streamMissing: 3_600_000,
  streamLinger: 2_000,
  eventSize: 4_194_304,
  waitingEvents: 10_000,
  ownWindow: 3_000,
  rememberedWrites: 5_000,
  sameWarning: 3_600_000,
};

/** Least values of the bounds that mean nothing at 0: then nothing would ever be sent. */
const leastLimits: Readonly<Partial<Limits>> = {
  lampsPerSecond: 0.01,
  groupsPerSecond: 0.01,
  othersPerSecond: 0.01,
  requestsUnderWay: 1,
  waitingRequests: 1,
  waitingCommands: 1,
  attempts: 1,
};

const isLimit = (name: string): name is keyof Limits => Object.hasOwn(defaultLimits, name);

/**
 * The bounds that a program wants, the rest as by default. A wait longer than timers know is the longest
 * that they know.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED for a bound that is no number, or with which nothing could be sent
 */
export function limitsOf(wanted: Partial<Limits> = {}): Limits {
  const limits = { ...defaultLimits };
  for (const [name, limit] of Object.entries(wanted)) {
    if (!isLimit(name) || limit === undefined) continue;
    const least = leastLimits[name] ?? 0;
    if (typeof limit !== 'number' || !(limit >= least)) {
      throw new BridgeError(
        'ERR_BRIDGE_NOT_CONFIGURED',
        `The bound ${name} must be a number that is not below ${least}. Leave it out to have the usual one.`,
      );
    }
    limits[name] = Math.min(limit, longestDelay);
  }
  return limits;
}
