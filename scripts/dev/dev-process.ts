import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PartReport } from './dev-part';

/** Time until a process that does not stop is killed, in ms; longer than its own limit. */
const stopTimeout = 12_000;

/** The process of one part of the development loop, which can be started again and again. */
export class DevProcess<Order extends object, Details> {
  readonly #title: string;
  readonly #file: string;
  #child: ChildProcess | undefined;
  #loaded: ReadonlySet<string> = new Set();
  #started = false;

  /**
   * @param title as a sentence begins, such as `The simulator`
   * @param file compiled script beside this one, such as `dev-simulator.js`
   */
  constructor(title: string, file: string) {
    this.#title = title;
    this.#file = join(__dirname, file);
  }

  /** False before the start, after the end, and when it has ended by itself. */
  get runs(): boolean {
    return this.#child !== undefined;
  }

  /** Absolute paths of the modules that were loaded when it had started; of the last start, where it does not run. */
  get loaded(): ReadonlySet<string> {
    return this.#loaded;
  }

  /** Starts the process. @returns its details, or undefined if it failed and printed why */
  async start(order: Order): Promise<Details | undefined> {
    const child = fork(this.#file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child = child;
    this.#started = false;
    child.once('exit', (code, signal) => this.#hasEnded(child, String(code ?? signal)));
    child.send(order);
    const report = await reportOf<Details>(child);
    if (report === undefined) return undefined;
    this.#loaded = new Set(report.loaded);
    this.#started = true;
    return report.details;
  }

  /** Stops the process; kills it when it takes too long. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
    if (child.connected) child.disconnect();
    await ended;
    clearTimeout(killTimer);
  }

  #hasEnded(child: ChildProcess, how: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    if (!this.#started) return;
    console.error(`${this.#title} has ended (${how}). It starts again after the next change.`);
  }
}

/** The one report of a process, or undefined when it ends without one. */
function reportOf<Details>(child: ChildProcess): Promise<PartReport<Details> | undefined> {
  return new Promise((resolve) => {
    child.once('message', (report: PartReport<Details>) => resolve(report));
    child.once('exit', () => resolve(undefined));
  });
}
