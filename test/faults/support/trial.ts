import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { BridgeClient, defaultLimits, isBridgeError } from '../../../src/bridge';
import type { BridgeClientOptions, BridgeError, Limits } from '../../../src/bridge';
import { startSimulator } from '../../../src/simulator';
import type { Simulator, SimulatorOptions } from '../../../src/simulator';
import { startScriptedBridge } from '../../bridge/scripted-bridge';
import type { ScriptedBridge } from '../../bridge/scripted-bridge';
import type { Form, Invariant } from '../fault-case';
import { KeyWatch } from './key-watch';
import { watchOutput } from './output-watch';
import { paceProblems } from './pace-check';
import type { TimedRequest } from './pace-check';
import { within } from './wait';

/** How something that was asked of a bridge ended. */
export type Ending<Value> = { value: Value } | { error: BridgeError };

/** A bridge, or what passes for one. */
export interface Place {
  host: string;
  port: number;
  fingerprint: string;
}

type Cleanup = () => unknown;

/** Longest time that anything may take to close, in ms. */
const longestClose = 2_000;

/** One run of one case: gives it what it needs, ends that, and looks whether the invariants held. */
export class Trial {
  /** A key that no other trial has. */
  readonly key = `fault-trial-${randomBytes(12).toString('hex')}`;
  readonly keyWatch = new KeyWatch(this.key);
  readonly measured: string[] = [];
  /** What clients told people. */
  readonly warnings: string[] = [];
  /** Ms by which requests may reach a bridge too early, because those before them were late. */
  paceSlack = 500;
  readonly #cleanups: Cleanup[] = [];
  readonly #problems: string[] = [];
  readonly #crashes: string[] = [];
  readonly #paced = new Map<number, { limits: Limits; clients: number }>();
  readonly #requests = new Map<number, () => readonly TimedRequest[]>();
  readonly #unwatchOutput: () => void;
  #asked = 0;
  #answered = 0;

  constructor(readonly form: Form) {
    this.#unwatchOutput = watchOutput((text) => this.keyWatch.see('the output', text));
  }

  /** One count, or time in ms, for the short form and one for the long. */
  choose<Choice>(short: Choice, long: Choice): Choice {
    return this.form === 'short' ? short : long;
  }

  /** Does something when the trial ends, the last first. */
  atEnd(cleanup: Cleanup): void {
    this.#cleanups.push(cleanup);
  }

  /** Notes a crash that would have ended a process without this trial. */
  crashed(reason: unknown): void {
    this.#crashes.push(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason));
  }

  async simulator(options: SimulatorOptions = {}): Promise<Simulator> {
    const simulator = await startSimulator({ key: this.key, requestLog: 1_000_000, ...options });
    this.atEnd(() => simulator.stop());
    this.#requests.set(simulator.port, () =>
      simulator.requests.map(({ method, path, at }) => ({ method, path, at: at.getTime() })),
    );
    return simulator;
  }

  async scripted(options: Parameters<typeof startScriptedBridge>[0] = {}): Promise<ScriptedBridge> {
    const bridge = await startScriptedBridge(options);
    this.atEnd(() => bridge.stop());
    this.#requests.set(bridge.port, () => bridge.requests);
    return bridge;
  }

  /** A client with the key of the trial that pins the certificate of the place. */
  client(place: Place, options: Partial<BridgeClientOptions> = {}): BridgeClient {
    const { host, port, fingerprint } = place;
    const client = new BridgeClient({
      host,
      port,
      key: this.key,
      trust: { fingerprint },
      onWarning: (warning) => this.warned(warning),
      ...options,
    });
    this.atEnd(async () => {
      await within(longestClose, 'closing a client', () => client.close());
      this.keyWatch.see('the state of a connection', client.connection);
    });
    this.paced(options.port ?? port, options.limits);
    return client;
  }

  /** Says that a client with these limits asks the bridge on a port. */
  paced(port: number, limits: Partial<Limits> = {}): void {
    const known = this.#paced.get(port);
    const clients = (known?.clients ?? 0) + 1;
    this.#paced.set(port, { limits: { ...defaultLimits, ...limits }, clients });
  }

  /** Takes a warning for people. */
  warned(warning: string): void {
    this.warnings.push(warning);
    this.keyWatch.see('a warning', warning);
  }

  /** Waits for an answer, and counts that it came. */
  async ask<Value>(asked: Promise<Value>): Promise<Ending<Value>> {
    this.#asked += 1;
    try {
      const value = await asked;
      this.#answered += 1;
      return { value };
    } catch (error) {
      this.keyWatch.see('an error', error);
      if (!isBridgeError(error)) throw error;
      this.#answered += 1;
      return { error };
    }
  }

  /** Counts messages that a flow was given, and how many of them got exactly one answer. */
  messages(given: number, answeredOnce: number): void {
    this.#asked += given;
    this.#answered += answeredOnce;
  }

  /** Measures how many of all did as promised; all must. */
  tally(what: string, done: number, all: number): void {
    this.measured.push(`${done} of ${all} ${what}`);
    assert.equal(done, all, `${done} of ${all} ${what}`);
  }

  /** Measures something that must not be more than a bound. */
  atMost(what: string, value: number, bound: number, unit = ''): void {
    const shown = `${what}: ${rounded(value)}${unit}`;
    this.measured.push(`${shown} (at most ${rounded(bound)}${unit})`);
    assert.ok(value <= bound, `${shown}, which is more than ${rounded(bound)}${unit}`);
  }

  /** Measures something that has no bound of its own. */
  note(what: string): void {
    this.measured.push(what);
  }

  /** Ends everything, and looks at the invariants. */
  async end(): Promise<{ problems: string[]; held: Partial<Record<Invariant, boolean>> }> {
    for (const cleanup of this.#cleanups.toReversed()) {
      try {
        await cleanup();
      } catch (error) {
        this.#problems.push(`At the end: ${error instanceof Error ? error.message : 'a failure'}`);
      }
    }
    const early = this.#earlyRequests();
    this.#unwatchOutput();
    const unanswered = this.#asked - this.#answered;
    if (unanswered !== 0) {
      this.#problems.push(`${this.#answered} answers to ${this.#asked} messages and requests`);
    }
    for (const crash of this.#crashes)
      this.#problems.push(`The process would have ended: ${crash}`);
    for (const leak of this.keyWatch.leaks) this.#problems.push(`The key was in ${leak}`);
    this.#problems.push(...early.problems);
    return {
      problems: this.#problems,
      held: {
        A: this.#crashes.length === 0,
        ...(this.#asked > 0 && { B: unanswered === 0 }),
        C: this.keyWatch.leaks.length === 0,
        ...(early.looked && { D: early.problems.length === 0 }),
      },
    };
  }

  #earlyRequests(): { looked: boolean; problems: string[] } {
    const problems: string[] = [];
    let looked = false;
    for (const [port, requests] of this.#requests) {
      for (const { path } of requests()) this.keyWatch.see('the address of a request', path);
      const paced = this.#paced.get(port);
      if (paced?.clients !== 1) continue;
      looked = true;
      problems.push(...paceProblems(requests(), paced.limits, this.paceSlack));
    }
    return { looked, problems };
  }
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100);
