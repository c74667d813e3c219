export interface RequestArrival {
  /** On the clock that all processes share, in ms. */
  at: number;
  method: string;
  path: string;
  body: string;
}

export interface SimulatorAddress {
  host: string;
  port: number;
  key: string;
  fingerprint: string;
  certificate: string;
  bridgeId: string;
}

export type SimulatorCommand =
  /**
   * `batch` is the time for which the bridge collects changes before it sends them as events, in
   * ms.
   */
  | { kind: 'start'; lamps: number; batch: number }
  | { kind: 'arrivals' }
  | { kind: 'change'; rid: string; part: Record<string, unknown> }
  /** Changes the temperature of the sensors in turn, evenly. */
  | { kind: 'burst'; perSecond: number; seconds: number; sensors: number }
  | ({ kind: 'storm' } & StormOptions)
  /** Adds lamps with their devices by one event of the stream; the home itself does not change. */
  | { kind: 'add'; lamps: number; from: number };

/**
 * Changes of the brightness of lamps in turn, evenly. The brightness is the wall time of the change
 * in seconds, modulo 100, so that its reader knows the delay.
 */
export interface StormOptions {
  perSecond: number;
  seconds: number;
  lamps: number;
  /** Number of changes in one event of the stream, each of another lamp. */
  changesPerEvent: number;
}

/** One answer for each command. */
export type SimulatorCommandResult =
  | { kind: 'started'; address: SimulatorAddress }
  | { kind: 'arrivals'; arrivals: RequestArrival[] }
  /** When the change was made, on the shared clock. */
  | { kind: 'changed'; at: number }
  | { kind: 'burst'; changes: number }
  | { kind: 'storm'; changes: number }
  | { kind: 'added' }
  | { kind: 'failed'; problem: string };
