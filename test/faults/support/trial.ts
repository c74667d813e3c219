import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { BridgeClient, defaultLimits, isBridgeError } from '../../../src/bridge';
import type { BridgeClientOptions, BridgeError, ClientLimits } from '../../../src/bridge';
import { startSimulator } from '../../../src/simulator';
import type { Simulator, SimulatorOptions } from '../../../src/simulator';
import { startScriptedBridge } from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import type { RunMode, Invariant } from '../fault-case';
import { KeyLeakDetector, findRateViolations, interceptOutput } from './checks';
import type { TimedRequest } from './checks';
import { withTimeout } from './timing';

export type RequestOutcome<Value> = { value: Value } | { error: BridgeError };

/** Of a bridge or of a test server. */
export interface PinnedAddress {
  host: string;
  port: number;
  fingerprint: string;
}

type Cleanup = () => unknown;

/** In ms; longer beside other tests. */
const closeTimeLimitByMode = { short: 8_000, long: 2_000 } as const;

/** Starts and stops what it needs, and checks the invariants. */
export class Trial {
  /** No other trial has this key. */
  readonly key = `fault-trial-${randomBytes(12).toString('hex')}`;
  readonly keyLeakDetector = new KeyLeakDetector(this.key);
  readonly measured: string[] = [];
  readonly warnings: string[] = [];
  /** In ms: requests may be too early because earlier requests were late. */
  rateTolerance = 500;
  readonly #cleanups: Cleanup[] = [];
  readonly #problems: string[] = [];
  readonly #crashes: string[] = [];
  readonly #expectedRates = new Map<number, { limits: ClientLimits; clients: number }>();
  readonly #requests = new Map<number, () => readonly TimedRequest[]>();
  readonly #stopOutputInterception: () => void;
  #asked = 0;
  #answered = 0;

  constructor(readonly mode: RunMode) {
    this.#stopOutputInterception = interceptOutput((text) =>
      this.keyLeakDetector.check('the output', text),
    );
  }

  chooseByMode<Option>(short: Option, long: Option): Option {
    return this.mode === 'short' ? short : long;
  }

  /** The last cleanup runs first at the end of the trial. */
  addCleanup(cleanup: Cleanup): void {
    this.#cleanups.push(cleanup);
  }

  /** Otherwise the error would have ended the process. */
  recordCrash(reason: unknown): void {
    this.#crashes.push(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason));
  }

  async simulator(options: SimulatorOptions = {}): Promise<Simulator> {
    const simulator = await startSimulator({ key: this.key, requestLog: 1_000_000, ...options });
    this.addCleanup(() => simulator.stop());
    this.#requests.set(simulator.port, () =>
      simulator.requests.map(({ method, path, receivedAt: at }) => ({
        method,
        path,
        at: at.getTime(),
      })),
    );
    return simulator;
  }

  async scripted(options: Parameters<typeof startScriptedBridge>[0] = {}): Promise<ScriptedBridge> {
    const bridge = await startScriptedBridge(options);
    this.addCleanup(() => bridge.stop());
    this.#requests.set(bridge.port, () => bridge.requests);
    return bridge;
  }

  /** Creates a client with the trial's key that pins the certificate. */
  client(address: PinnedAddress, options: Partial<BridgeClientOptions> = {}): BridgeClient {
    const { host, port, fingerprint } = address;
    const client = new BridgeClient({
      host,
      port,
      key: this.key,
      trust: { fingerprint },
      onWarning: (warning) => this.recordWarning(warning),
      ...options,
    });
    this.addCleanup(async () => {
      await withTimeout(closeTimeLimitByMode[this.mode], 'closing a client', () => client.close());
      this.keyLeakDetector.check('the state of a connection', client.connectionState);
    });
    this.expectRate(options.port ?? port, options.limits);
    return client;
  }

  /** Registers a client for the rate check of a port. */
  expectRate(port: number, limits: Partial<ClientLimits> = {}): void {
    const existing = this.#expectedRates.get(port);
    const clients = (existing?.clients ?? 0) + 1;
    this.#expectedRates.set(port, { limits: { ...defaultLimits, ...limits }, clients });
  }

  recordWarning(warning: string): void {
    this.warnings.push(warning);
    this.keyLeakDetector.check('a warning', warning);
  }

  /** Counts the answer. */
  async ask<Value>(pending: Promise<Value>): Promise<RequestOutcome<Value>> {
    this.#asked += 1;
    try {
      const value = await pending;
      this.#answered += 1;
      return { value };
    } catch (error) {
      this.keyLeakDetector.check('an error', error);
      if (!isBridgeError(error)) throw error;
      this.#answered += 1;
      return { error };
    }
  }

  /** @param answeredOnce exactly once */
  countMessages(sentCount: number, answeredOnce: number): void {
    this.#asked += sentCount;
    this.#answered += answeredOnce;
  }

  /** All must be done. */
  tally(what: string, done: number, all: number): void {
    this.measured.push(`${done} of ${all} ${what}`);
    assert.equal(done, all, `${done} of ${all} ${what}`);
  }

  /** Measures a value with a bound. */
  atMost(what: string, value: number, bound: number, unit = ''): void {
    const text = `${what}: ${roundToHundredths(value)}${unit}`;
    this.measured.push(`${text} (at most ${roundToHundredths(bound)}${unit})`);
    assert.ok(value <= bound, `${text}, which is more than ${roundToHundredths(bound)}${unit}`);
  }

  /** Measures without a bound. */
  note(what: string): void {
    this.measured.push(what);
  }

  /** Stops everything, and checks the invariants. */
  async end(): Promise<{ problems: string[]; held: Partial<Record<Invariant, boolean>> }> {
    for (const cleanup of this.#cleanups.toReversed()) {
      try {
        await cleanup();
      } catch (error) {
        this.#problems.push(`At the end: ${error instanceof Error ? error.message : 'a failure'}`);
      }
    }
    const early = this.#findEarlyRequests();
    this.#stopOutputInterception();
    const unanswered = this.#asked - this.#answered;
    if (unanswered !== 0) {
      this.#problems.push(`${this.#answered} answers to ${this.#asked} messages and requests`);
    }
    for (const crash of this.#crashes)
      this.#problems.push(`The process would have ended: ${crash}`);
    for (const leak of this.keyLeakDetector.leaks) this.#problems.push(`The key was in ${leak}`);
    this.#problems.push(...early.problems);
    return {
      problems: this.#problems,
      held: {
        A: this.#crashes.length === 0,
        ...(this.#asked > 0 && { B: unanswered === 0 }),
        C: this.keyLeakDetector.leaks.length === 0,
        ...(early.checked && { D: early.problems.length === 0 }),
      },
    };
  }

  #findEarlyRequests(): { checked: boolean; problems: string[] } {
    const problems: string[] = [];
    let checked = false;
    for (const [port, requests] of this.#requests) {
      for (const { path } of requests())
        this.keyLeakDetector.check('the address of a request', path);
      const expected = this.#expectedRates.get(port);
      if (expected?.clients !== 1) continue;
      checked = true;
      problems.push(...findRateViolations(requests(), expected.limits, this.rateTolerance));
    }
    return { checked, problems };
  }
}

const roundToHundredths = (value: number): string => String(Math.round(value * 100) / 100);
