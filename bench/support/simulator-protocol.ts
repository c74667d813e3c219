export interface RequestArrival {
  /** On the shared clock, in ms. */
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
  /** `batch`: time to collect changes before an event, in ms. */
  | { kind: 'start'; lamps: number; batch: number }
  | { kind: 'arrivals' }
  | { kind: 'change'; rid: string; part: Record<string, unknown> }
  /** Changes temperatures in turn, evenly. */
  | { kind: 'burst'; perSecond: number; seconds: number; sensors: number }
  | ({ kind: 'storm' } & StormOptions)
  /** Adds lamps with devices in one event; the home itself does not change. */
  | { kind: 'add'; lamps: number; from: number };

/**
 * Dims lamps in turn, evenly. The brightness is the wall time in seconds, modulo 100: its reader then knows the delay.
 */
export interface StormOptions {
  perSecond: number;
  seconds: number;
  lamps: number;
  /** Each of another lamp. */
  changesPerEvent: number;
}

export type SimulatorCommandResult =
  | { kind: 'started'; address: SimulatorAddress }
  | { kind: 'arrivals'; arrivals: RequestArrival[] }
  /** On the shared clock. */
  | { kind: 'changed'; at: number }
  | { kind: 'burst'; changes: number }
  | { kind: 'storm'; changes: number }
  | { kind: 'added' }
  | { kind: 'failed'; problem: string };
