import { maxTimerDelay } from './clock';
import { BridgeError } from './errors';

/**
 * The default limits. Times are in ms; sizes name their unit; the others are rates and counts. Sources of the rates and
 * of the concurrent requests: Hue developer documentation; Signify support in home-assistant-libs/aiohue#104.
 */
export const defaultLimits = {
  /** Writes to lamps per second. A burst may use one second's worth at once. */
  lampsPerSecond: 10,
  /** Writes to grouped lights, scenes and smart scenes per second. */
  groupsPerSecond: 1,
  /** All other writes per second. */
  othersPerSecond: 5,
  /** Maximum requests in flight to one bridge. */
  maxConcurrentRequests: 3,
  /**
   * Maximum waiting requests; commands merged into one request count once. A command beyond it fails with
   * ERR_BRIDGE_QUEUE_FULL.
   */
  maxQueuedRequests: 500,
  /** Maximum waiting commands, including merged ones. */
  maxQueuedCommands: 10_000,
  /** Maximum length of all waiting bodies together, in characters (UTF-16 units). */
  maxQueuedBodyLength: 16_777_216,
  /** Maximum wait of a command in ms. Then it fails with ERR_BRIDGE_EXPIRED. */
  maxQueueTime: 60_000,
  /** Timeout of one attempt in ms, from connecting to the last byte read. */
  requestTimeout: 10_000,
  /** Timeout for TCP and TLS in ms. */
  connectTimeout: 5_000,
  /** Idle time in ms after which the client closes a connection. A new connection costs a handshake. */
  keepAliveTimeout: 300_000,
  /** Maximum size of a request body, in bytes. */
  maxRequestBodySize: 262_144,
  /** Maximum size of a response body, in bytes. A longer one is cut off. */
  maxResponseSize: 16_777_216,
  /**
   * Maximum attempts for refused reads and for lost requests that are safe to repeat. 1 also disables repeats of
   * refused changes.
   */
  maxAttempts: 5,
  /** First wait in ms after 503 without `Retry-After`. It doubles, with full jitter. */
  initialBackoff: 500,
  /** Maximum wait in ms between two requests while the bridge answers 503, unless it asks for more. */
  maxBusyBackoff: 2_000,
  /** Maximum wait in ms that a bridge may request with `Retry-After`. */
  maxRetryAfter: 600_000,
  /** Time in ms in which the rate rises from zero to its setting after the bridge answered 429. */
  rateRecoveryTime: 50_000,
  /**
   * Time in ms after which an unanswered write no longer counts toward `maxConcurrentRequests`, if the bridge answers
   * others. If writes usually take longer, three times their usual time; less while other requests hang.
   */
  hangingWriteAfter: 80,
  /** As `hangingWriteAfter`, for a read. */
  hangingReadAfter: 500,
  /**
   * Maximum unanswered requests that the client waits for while it sends others. With one more, it cancels the
   * oldest.
   */
  maxHangingRequests: 16,
  /** Wait in ms before the next write to a resource that did not answer in time. It doubles. */
  initialTargetBackoff: 1_000,
  /** Maximum of that wait in ms. */
  maxTargetBackoff: 15_000,
  /** Wait in ms before an unreachable bridge is tried again, up to a fifth shorter or longer. */
  probeInterval: 1_000,
  /**
   * As `probeInterval`, after the bridge was unreachable for `lateProbeAfter`, or while another host answers at its
   * address.
   */
  lateProbeInterval: 5_000,
  /** Time in ms after which an unreachable bridge is tried less often. */
  lateProbeAfter: 600_000,
  /** Timeout of one probe in ms, from connecting to the last byte read. */
  probeTimeout: 5_000,
  /** Minimum interval in ms between two polls of one resource type. */
  minPollInterval: 1_000,
  /** Interval in ms of a watch without an interval. */
  defaultPollInterval: 5_000,
  /** Maximum changes that wait for code that iterates over them. */
  maxBufferedChanges: 20_000,
  /** Maximum time in ms that closing waits for requests in flight. */
  closeTimeout: 200,
  /** Minimum time in ms between two polls of one resource type that messages ask for. */
  minOnDemandPollInterval: 200,
  /**
   * Maximum delay in ms of a reported change. A later change does not say when it happened, so a button press in it
   * is not emitted.
   */
  maxReportDelay: 5_000,
  /** Time in ms between the first polls of two resource types. */
  pollStagger: 50,
  /**
   * First wait in ms after the bridge ended the event stream, refused it or refused polls. It doubles, each wait up
   * to a fifth shorter or longer.
   */
  initialReconnectDelay: 1_000,
  /** Maximum of that wait in ms; for polls, `lateProbeInterval` if that is shorter. */
  maxReconnectDelay: 30_000,
  /**
   * Wait in ms before the first search for an unreachable bridge by mDNS, up to a fifth shorter or
   * longer.
   */
  initialDiscoveryDelay: 2_000,
  /**
   * Wait in ms between two searches for an unreachable bridge by mDNS, up to a fifth shorter or
   * longer.
   */
  discoveryInterval: 30_000,
  /** Maximum addresses tried after one search, because any device may announce itself as a bridge. */
  maxDiscoveryCandidates: 8,
  /** Wait in ms between two attempts while the bridge rejects the key. */
  unauthorizedRetryInterval: 300_000,
  /** Maximum wait in ms between two polls of a resource type whose polls fail. */
  maxFailingPollInterval: 300_000,
  /** Time in ms between two polls that check the event stream for missed changes, and maximum silence before one. */
  streamCheckInterval: 30_000,
  /** Uptime in ms after which an event stream counts as connected. */
  streamConnectedAfter: 500,
  /** Uptime in ms after which an event stream resets its backoff. */
  streamStableAfter: 10_000,
  /** Wait in ms before a bridge without an event stream is asked for one again. */
  streamUnsupportedRetryInterval: 3_600_000,
  /**
   * Time in ms that the event stream stays open after the last watch ended, because a deploy ends watches and starts
   * new ones.
   */
  streamLingerTime: 2_000,
  /** Maximum size of an event, in characters (UTF-16 units). */
  maxEventSize: 4_194_304,
  /** Maximum events buffered while the initial state is read. */
  maxBufferedEvents: 10_000,
  /** Time in ms after a write in which a change counts as caused by it. */
  ownWriteWindow: 3_000,
  /** Maximum writes remembered for that. The oldest is dropped first. */
  maxRememberedWrites: 5_000,
  /** Time in ms before the same warning is reported again. */
  warningRepeatInterval: 3_600_000,
} as const;

export type ClientLimits = { -readonly [Name in keyof typeof defaultLimits]: number };

/** Minimum values of limits that would stop all requests at 0. */
const minimumLimits: Readonly<Partial<ClientLimits>> = {
  lampsPerSecond: 0.01,
  groupsPerSecond: 0.01,
  othersPerSecond: 0.01,
  maxConcurrentRequests: 1,
  maxQueuedRequests: 1,
  maxQueuedCommands: 1,
  maxAttempts: 1,
  rateRecoveryTime: 1,
  probeInterval: 100,
  lateProbeInterval: 100,
};

const isLimitName = (name: string): name is keyof ClientLimits =>
  Object.hasOwn(defaultLimits, name);

/**
 * Completes limits with the defaults. Values are limited to the longest delay of a timer.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED for a limit that is not a number or below its minimum
 */
export function resolveClientLimits(overrides: Partial<ClientLimits> = {}): ClientLimits {
  const limits: ClientLimits = { ...defaultLimits };
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
