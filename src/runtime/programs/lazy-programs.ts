import type { RequestedWrite } from '../../bridge/watch/watch';
import { PendingPrograms } from '../../programs/pending-programs';
import type { PendingProgram } from '../../programs/pending-programs';
import { nodeClosedError, toError } from '../node-errors';
import type { BridgeProgramRunner, BridgeProgramRunnerOptions } from './bridge-program-runner';

/** The programs of a bridge, whose code is loaded with the first of them. */
export interface LazyPrograms {
  /** Undefined while there was none. */
  readonly host: BridgeProgramRunner | undefined;
  /**
   * Takes note of a program whose message has just arrived: what is asked for from now on comes after it.
   *
   * @param nodeId the node that got the message
   */
  announce(nodeId: string | undefined): PendingProgram;
  /**
   * Loads the code, once.
   *
   * @throws {BridgeError} ERR_BRIDGE_CLOSED after `close`
   */
  load(): Promise<BridgeProgramRunner>;
  close(): void;
}

/** Creates the programs of a bridge, and takes up those that ran before a restart. */
export function createLazyPrograms(options: BridgeProgramRunnerOptions): LazyPrograms {
  const programs = new LazilyLoadedPrograms(options);
  programs.resume();
  return programs;
}

class LazilyLoadedPrograms implements LazyPrograms {
  readonly #options: BridgeProgramRunnerOptions;
  readonly #pending: PendingPrograms;
  #host: BridgeProgramRunner | undefined;
  #isClosed = false;

  constructor(options: BridgeProgramRunnerOptions) {
    this.#options = options;
    const observe = (write: RequestedWrite): undefined => {
      if (!write.isBackground) this.#pending.observeWrite(write);
    };
    this.#pending = new PendingPrograms(() => options.client.onWrite(observe));
  }

  get host(): BridgeProgramRunner | undefined {
    return this.#host;
  }

  announce(nodeId: string | undefined): PendingProgram {
    const digest = nodeId === undefined ? undefined : this.#options.environment?.findDigest(nodeId);
    const origin = nodeId === undefined || digest === undefined ? undefined : { nodeId, digest };
    return this.#pending.add(origin);
  }

  async load(): Promise<BridgeProgramRunner> {
    const { BridgeProgramRunner: RunnerClass } = await import('./bridge-program-runner.js');
    if (this.#isClosed) throw nodeClosedError();
    this.#host ??= new RunnerClass(this.#options, this.#pending);
    return this.#host;
  }

  close(): void {
    this.#isClosed = true;
    this.#host?.close();
  }

  /** Takes up what was kept before a restart. */
  resume(): void {
    this.#resumeKept().catch((error: unknown) => {
      if (!this.#isClosed)
        this.#options.warn(`What ran on lamps before is not known: ${toError(error).message}`);
    });
  }

  async #resumeKept(): Promise<void> {
    const kept = await this.#options.environment?.readKept();
    if (Array.isArray(kept) && kept.length > 0) (await this.load()).resume(kept);
  }
}
