import { maxTimerDelay } from '../time/clock';
import { BridgeError } from '../errors/bridge-error';

/** Every limit of the client. Times are in ms; sizes name their unit; the others are rates and counts. */
export interface ClientLimits {
  /** Writes to lamps per second. A burst may use one second's worth at once. */
  lampsPerSecond: number;
  /** Writes to grouped lights, scenes and smart scenes per second. */
  groupsPerSecond: number;
  /** All other writes per second. */
  othersPerSecond: number;
  /** Maximum requests in flight to one bridge. */
  maxConcurrentRequests: number;
  /**
   * Maximum waiting requests; commands merged into one request count once. A command beyond it fails with
   * ERR_BRIDGE_QUEUE_FULL.
   */
  maxQueuedRequests: number;
  /** Maximum waiting commands, including merged ones. */
  maxQueuedCommands: number;
  /** Maximum length of all waiting bodies together, in characters (UTF-16 units). */
  maxQueuedBodyLength: number;
  /** Maximum wait of a command in ms. Then it fails with ERR_BRIDGE_EXPIRED. */
  maxQueueTime: number;
  /** Timeout of one attempt in ms, from connecting to the last byte read. */
  requestTimeout: number;
  /** Timeout for TCP and TLS in ms. */
  connectTimeout: number;
  /** Idle time in ms after which the client closes a connection. A new connection costs a handshake. */
  keepAliveTimeout: number;
  /** Maximum size of a request body, in bytes. */
  maxRequestBodySize: number;
  /** Maximum size of a response body, in bytes. A longer one is cut off. */
  maxResponseSize: number;
  /**
   * Maximum attempts for refused reads and for lost requests that are safe to repeat. 1 also disables repeats of
   * refused changes.
   */
  maxAttempts: number;
  /** First wait in ms after 503 without `Retry-After`. It doubles, with full jitter. */
  initialBackoff: number;
  /** Maximum wait in ms between two requests while the bridge answers 503, unless it asks for more. */
  maxBusyBackoff: number;
  /** Maximum wait in ms that a bridge may request with `Retry-After`. */
  maxRetryAfter: number;
  /** Time in ms in which the rate rises from zero to its setting after the bridge answered 429. */
  rateRecoveryTime: number;
  /**
   * Time in ms after which an unanswered write no longer counts toward `maxConcurrentRequests`, if the bridge answers
   * others. If writes usually take longer, three times their usual time; less while other requests hang.
   */
  hangingWriteAfter: number;
  /** As `hangingWriteAfter`, for a read. */
  hangingReadAfter: number;
  /**
   * Maximum unanswered requests that the client waits for while it sends others. With one more, it cancels the
   * oldest.
   */
  maxHangingRequests: number;
  /** Wait in ms before the next write to a resource that did not answer in time. It doubles. */
  initialTargetBackoff: number;
  /** Maximum of that wait in ms. */
  maxTargetBackoff: number;
  /** Wait in ms before an unreachable bridge is tried again, up to a fifth shorter or longer. */
  probeInterval: number;
  /**
   * As `probeInterval`, after the bridge was unreachable for `lateProbeAfter`, or while another host answers at its
   * address.
   */
  lateProbeInterval: number;
  /** Time in ms after which an unreachable bridge is tried less often. */
  lateProbeAfter: number;
  /** Timeout of one probe in ms, from connecting to the last byte read. */
  probeTimeout: number;
  /** Minimum interval in ms between two polls of one resource type. */
  minPollInterval: number;
  /** Interval in ms of a watch without an interval. */
  defaultPollInterval: number;
  /** Maximum changes that wait for code that iterates over them. */
  maxBufferedChanges: number;
  /** Maximum time in ms that closing waits for requests in flight. */
  closeTimeout: number;
  /** Minimum time in ms between two polls of one resource type that messages ask for. */
  minOnDemandPollInterval: number;
  /**
   * Maximum delay in ms of a reported change. A later change does not say when it happened, so a button press in it
   * is not emitted.
   */
  maxReportDelay: number;
  /** Time in ms between the first polls of two resource types. */
  pollStagger: number;
  /**
   * First wait in ms after the bridge ended the event stream, refused it or refused polls. It doubles, each wait up
   * to a fifth shorter or longer.
   */
  initialReconnectDelay: number;
  /** Maximum of that wait in ms; for polls, `lateProbeInterval` if that is shorter. */
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
  /** Maximum addresses tried after one search, because any device may announce itself as a bridge. */
  maxDiscoveryCandidates: number;
  /** Wait in ms between two attempts while the bridge rejects the key. */
  unauthorizedRetryInterval: number;
  /** Maximum wait in ms between two polls of a resource type whose polls fail. */
  maxFailingPollInterval: number;
  /** Time in ms between two polls that check the event stream for missed changes, and maximum silence before one. */
  streamCheckInterval: number;
  /** Uptime in ms after which an event stream counts as connected. */
  streamConnectedAfter: number;
  /** Uptime in ms after which an event stream resets its backoff. */
  streamStableAfter: number;
  /** Wait in ms before a bridge without an event stream is asked for one again. */
  streamUnsupportedRetryInterval: number;
  /**
   * Time in ms that the event stream stays open after the last watch ended, because a deploy ends watches and starts
   * new ones.
   */
  streamLingerTime: number;
  /** Maximum size of an event, in characters (UTF-16 units). */
  maxEventSize: number;
  /** Maximum events buffered while the initial state is read. */
  maxBufferedEvents: number;
  /** Time in ms after a write in which a change counts as caused by it. */
  ownWriteWindow: number;
  /** Maximum writes remembered for that. The oldest is dropped first. */
  maxRememberedWrites: number;
  /** Time in ms before the same warning is reported again. */
  warningRepeatInterval: number;
}

/**
 * The default limits. Sources of the rates and of the concurrent requests: Hue developer documentation; Signify
 * support in home-assistant-libs/aiohue#104.
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
  rateRecoveryTime: 50_000,
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
