import type { Clock, TimerHandle } from '../../../src/bridge/clock';
import type { ClientLimits } from '../../../src/bridge';
import { LiveState } from '../../../src/bridge/live-state';
import { BridgeConnection } from '../../../src/bridge/connection';
import type { PinnedAddress, Trial } from './trial';

/** Longest delay of a timer of Node.js, in ms. */
const longestDelay = 2_147_483_647;

/** Runs faster than real time, and can jump. */
export class FastClock implements Clock {
  readonly #speed: number;
  readonly #start = performance.now();
  readonly #pending = new Map<TimerHandle, { at: number; callback: () => void }>();
  #offset = 0;

  /** @param speed ms of this clock per real ms */
  constructor(speed: number) {
    this.#speed = speed;
  }

  now(): number {
    return (performance.now() - this.#start) * this.#speed + this.#offset;
  }

  wallTime(): number {
    return this.now();
  }

  setTimeout(callback: () => void, delay: number): TimerHandle {
    const fire = (): void => {
      this.#pending.delete(timer);
      callback();
    };
    const timer = setTimeout(fire, Math.min(delay / this.#speed, longestDelay));
    this.#pending.set(timer, { at: this.now() + delay, callback });
    return timer;
  }

  clearTimeout(timer: TimerHandle | undefined): void {
    if (timer !== undefined) this.#pending.delete(timer);
    clearTimeout(timer);
  }

  random(): number {
    return Math.random();
  }

  /** Due timers fire at once, as after a suspend. */
  jump(ms: number): void {
    this.#offset += ms;
    const now = this.now();
    for (const [timer, { at, callback }] of this.#pending) {
      if (at > now) continue;
      this.clearTimeout(timer);
      setImmediate(callback);
    }
  }
}

/** Opens the parts of a client, driven by the given clock. */
export function openConnectionWithClock(
  trial: Trial,
  { host, port, fingerprint }: PinnedAddress,
  clock: FastClock,
  limits: Partial<ClientLimits> = {},
): { connection: BridgeConnection; state: LiveState } {
  const parts: { state?: LiveState } = {};
  const connection = new BridgeConnection({
    host,
    port,
    key: trial.key,
    trust: { fingerprint },
    limits,
    clock,
    onWarning: (warning) => trial.recordWarning(warning),
    onResponse: ({ status }) => parts.state?.recordResponse(status),
  });
  const state = new LiveState(connection, true, () => undefined);
  parts.state = state;
  trial.addCleanup(async () => {
    state.close();
    await connection.close();
  });
  return { connection, state };
}
