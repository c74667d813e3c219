/** Every bound of the client in one table. Times are in ms, sizes in bytes. */
export interface Limits {
  /** Writes to lamps, a second; a burst of one second's worth may go at once. */
  lampsPerSecond: number;
  /** Writes to grouped lights, scenes and smart scenes, a second. */
  groupsPerSecond: number;
  /** All other writes, a second. */
  othersPerSecond: number;
  /** Requests that may be under way to one bridge at a time. */
  requestsUnderWay: number;
  /** Commands that may wait; one more is answered with ERR_BRIDGE_QUEUE_FULL. */
  waitingCommands: number;
  /** How long a command may wait before it is answered with ERR_BRIDGE_EXPIRED. */
  commandAge: number;
  /** From the first byte sent to the last byte read, for one attempt. */
  requestDeadline: number;
  /** Until TCP and TLS are set up. */
  connectTimeout: number;
  /** Largest body sent. */
  bodySize: number;
  /** Largest answer read; a longer one is cut off. */
  answerSize: number;
  /** Attempts of a request that may safely be repeated, the first included. */
  attempts: number;
  /** First wait after 429 or 503 without `Retry-After`; it doubles, with full jitter. */
  firstHold: number;
  /** Longest wait between two probes while the bridge asks for patience. */
  longestHold: number;
  /** Shortest interval between two polls of one resource type. */
  shortestPoll: number;
  /** Longest time that closing waits for requests under way. */
  closeTimeout: number;
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
  waitingCommands: 500,
  commandAge: 60_000,
  requestDeadline: 10_000,
  connectTimeout: 5_000,
  bodySize: 262_144,
  answerSize: 16_777_216,
  attempts: 3,
  firstHold: 500,
  longestHold: 30_000,
  shortestPoll: 1_000,
  closeTimeout: 1_000,
};
