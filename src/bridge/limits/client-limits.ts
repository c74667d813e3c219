import { maxTimerDelay } from '../time/clock';
import { BridgeError } from '../errors/bridge-error';

/** Every bound of the client in one table. Times are in ms; sizes say their unit, the rest are rates and counts. */
export interface ClientLimits {
  /** Writes to lamps, a second; a burst of one second's worth may go at once. */
  lampsPerSecond: number;
  /** Writes to grouped lights, scenes and smart scenes, a second. */
  groupsPerSecond: number;
  /** All other writes, a second. */
  othersPerSecond: number;
  /** Most requests in flight to one bridge at a time. */
  maxConcurrentRequests: number;
  /**
   * Most requests that may wait, each for all commands merged into it; a command that needs one
   * more is answered with ERR_BRIDGE_QUEUE_FULL.
   */
  maxQueuedRequests: number;
  /** Most commands that may wait, those that were merged into others included. */
  maxQueuedCommands: number;
  /** Most characters (UTF-16 units) that all waiting bodies may have together. */
  maxQueuedBodyLength: number;
  /** How long a command may wait, in ms, before it is answered with ERR_BRIDGE_EXPIRED. */
  maxQueueTime: number;
  /** For one attempt, in ms, from connecting to the last byte read. */
  requestTimeout: number;
  /** Until TCP and TLS are set up, in ms. */
  connectTimeout: number;
  /**
   * Idle time in ms after which a kept connection is closed from this side; a new one costs a
   * handshake.
   */
  keepAliveTimeout: number;
  /** Largest body sent, in bytes. */
  maxRequestBodySize: number;
  /** Largest response body read, in bytes; a longer one is cut off. */
  maxResponseSize: number;
  /**
   * Most attempts, the first included, for a read that the bridge refuses, and for a lost request that is safe to
   * repeat. 1 also disables repeats of refused changes.
   */
  maxAttempts: number;
  /** First wait in ms after 503 without `Retry-After`; it doubles, with full jitter. */
  initialBackoff: number;
  /** Longest wait in ms between two requests while the bridge answers 503, unless it asks for a longer one. */
  maxBusyBackoff: number;
  /** Longest wait in ms that a bridge may ask for with `Retry-After`. */
  maxRetryAfter: number;
  /** Time in ms in which the pace rises from nothing to its setting, after the bridge refused it with 429. */
  paceRecoveryTime: number;
  /**
   * Time in ms after which an unanswered write no longer counts toward `maxConcurrentRequests`, if the bridge answers
   * others. If writes usually take longer, three times their usual time; less while other requests hang.
   */
  hangingWriteAfter: number;
  /** As `hangingWriteAfter`, for a read. */
  hangingReadAfter: number;
  /** Most unanswered requests that the client waits for while it sends others. With one more, it gives up the oldest. */
  maxHangingRequests: number;
  /** Wait in ms before the next write to a resource that did not answer in time; it doubles. */
  initialTargetBackoff: number;
  /** Longest such wait in ms. */
  maxTargetBackoff: number;
  /** Wait in ms before a bridge that cannot be reached is tried again, up to a fifth shorter or longer. */
  probeInterval: number;
  /** The same after it was unreachable for `lateProbeAfter`, or while another host answers at its address. */
  lateProbeInterval: number;
  /** Time in ms after which a bridge that cannot be reached is tried less often. */
  lateProbeAfter: number;
  /** For one try, in ms, from connecting to the last byte read. */
  probeTimeout: number;
  /** Shortest interval in ms between two polls of one resource type. */
  minPollInterval: number;
  /** Interval in ms of a watch that sets no interval. */
  defaultPollInterval: number;
  /** Most changes that wait until code that iterates over them takes them. */
  maxBufferedChanges: number;
  /** Longest time in ms that closing waits for requests that were just sent. */
  closeTimeout: number;
  /** Shortest time in ms between two polls of one resource type if messages ask for them. */
  minOnDemandPollInterval: number;
  /**
   * A change reported so many ms later than expected does not say when it happened: a button press
   * in it is not emitted.
   */
  maxReportDelay: number;
  /** Time in ms between the first polls of two resource types. */
  pollStagger: number;
  /**
   * First wait in ms after the bridge ended the event stream, or refused it or polls; it doubles, each wait up
   * to a fifth shorter or longer.
   */
  initialReconnectDelay: number;
  /** Longest such wait in ms; for polls it is `lateProbeInterval`, where that is shorter. */
  maxReconnectDelay: number;
  /**
   * Wait in ms before the first search for an unreachable bridge by mDNS, up to a fifth shorter or
   * longer.
   */
  initialDiscoveryDelay: number;
  /**
   * Wait in ms between two searches for an unreachable bridge by mDNS, up to a fifth shorter or
   * longer.
   */
  discoveryInterval: number;
  /** Most addresses tried after one search: any device may announce itself as a bridge. */
  maxDiscoveryCandidates: number;
  /** Wait in ms between two attempts while the bridge refuses the key. */
  unauthorizedRetryInterval: number;
  /** Longest wait in ms between two polls of a resource type whose polls fail. */
  maxFailingPollInterval: number;
  /**
   * Time in ms between two polls that check the event stream for missed changes, and longest
   * silence before one.
   */
  streamCheckInterval: number;
  /** Uptime in ms after which an event stream counts as connected. */
  streamConnectedAfter: number;
  /** Uptime in ms after which an event stream resets the backoff before the next connection. */
  streamStableAfter: number;
  /** Wait in ms before asking again a bridge that has no event stream. */
  streamUnsupportedRetryInterval: number;
  /**
   * How long in ms the event stream stays open after its last watcher: a deploy ends watches and
   * starts them again.
   */
  streamLingerTime: number;
  /** Largest event taken from the stream, in characters (UTF-16 units). */
  maxEventSize: number;
  /** Most events buffered while the first state is read after a stream was opened. */
  maxBufferedEvents: number;
  /** How long after a write, in ms, a change of what it affects counts as caused by it. */
  ownWriteWindow: number;
  /** Most writes remembered for that; the oldest are dropped first. */
  maxRememberedWrites: number;
  /** Time in ms before the same warning is reported again. */
  warningRepeatInterval: number;
}

/**
 * The bounds where nothing else is set. Rates and concurrent requests: what bridges of this kind
 * take (Hue developer documentation; Signify support in home-assistant-libs/aiohue#104).
 */
export const defaultLimits: Readonly<ClientLimits> = {
  lampsPerSecond: 10,
  groupsPerSecond: 1,
  othersPerSecond: 5,
  maxConcurrentRequests: 3,
  maxQueuedRequests: 500,
  maxQueuedCommands: 10_000,
  maxQueuedBodyLength: 16_777_216,
  maxQueueTime: 60_000,
  requestTimeout: 10_000,
  connectTimeout: 5_000,
  keepAliveTimeout: 300_000,
  maxRequestBodySize: 262_144,
  maxResponseSize: 16_777_216,
  maxAttempts: 5,
  initialBackoff: 500,
  maxBusyBackoff: 2_000,
  maxRetryAfter: 600_000,
  paceRecoveryTime: 50_000,
  hangingWriteAfter: 80,
  hangingReadAfter: 500,
  maxHangingRequests: 16,
  initialTargetBackoff: 1_000,
  maxTargetBackoff: 15_000,
  probeInterval: 1_000,
  lateProbeInterval: 5_000,
  lateProbeAfter: 600_000,
  probeTimeout: 5_000,
  minPollInterval: 1_000,
  defaultPollInterval: 5_000,
  maxBufferedChanges: 20_000,
  closeTimeout: 200,
  minOnDemandPollInterval: 200,
  maxReportDelay: 5_000,
  pollStagger: 50,
  initialReconnectDelay: 1_000,
  maxReconnectDelay: 30_000,
  initialDiscoveryDelay: 2_000,
  discoveryInterval: 30_000,
  maxDiscoveryCandidates: 8,
  unauthorizedRetryInterval: 300_000,
  maxFailingPollInterval: 300_000,
  streamCheckInterval: 30_000,
  streamConnectedAfter: 500,
  streamStableAfter: 10_000,
  streamUnsupportedRetryInterval: 3_600_000,
  streamLingerTime: 2_000,
  maxEventSize: 4_194_304,
  maxBufferedEvents: 10_000,
  ownWriteWindow: 3_000,
  maxRememberedWrites: 5_000,
  warningRepeatInterval: 3_600_000,
};

/** Minimum values of the bounds with which nothing would ever be sent at 0. */
const minimumLimits: Readonly<Partial<ClientLimits>> = {
  lampsPerSecond: 0.01,
  groupsPerSecond: 0.01,
  othersPerSecond: 0.01,
  maxConcurrentRequests: 1,
  maxQueuedRequests: 1,
  maxQueuedCommands: 1,
  maxAttempts: 1,
  paceRecoveryTime: 1,
  probeInterval: 100,
  lateProbeInterval: 100,
};

const isLimitName = (name: string): name is keyof ClientLimits =>
  Object.hasOwn(defaultLimits, name);

/**
 * Completes bounds with the defaults. Values are capped at the longest delay of a timer.
 *
 * @param overrides bounds that differ from the defaults; undefined members are ignored
 * @returns every bound
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED for a bound that is no number, or with which nothing could be sent
 */
export function resolveClientLimits(overrides: Partial<ClientLimits> = {}): ClientLimits {
  const limits = { ...defaultLimits };
  for (const [name, value] of Object.entries(overrides)) {
    if (!isLimitName(name) || value === undefined) continue;
    const minimum = minimumLimits[name] ?? 0;
    if (typeof value !== 'number' || !(value >= minimum)) {
      throw new BridgeError(
        'ERR_BRIDGE_NOT_CONFIGURED',
        `The bound ${name} must be a number that is not below ${minimum}. Leave it out to have the usual one.`,
      );
    }
    limits[name] = Math.min(value, maxTimerDelay);
  }
  return limits;
}
