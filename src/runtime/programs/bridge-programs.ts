import type { Turn } from '../../bridge/turn';
import type { RequestedWrite } from '../../bridge/watch';
import { PendingPrograms } from '../../programs/pending-programs';
import type { PendingProgram } from '../../programs/pending-programs';
import { createNodeClosedError, toError } from '../errors';
import type { BridgeProgramRunner, BridgeProgramRunnerOptions } from './program-runner';

/** The programs of a bridge until there is one: takes their announcements, and loads what runs them with the first. */
export class BridgePrograms {
  runner: BridgeProgramRunner | undefined;
  readonly #pending: PendingPrograms;
  #isClosed = false;
  /** Resolves also if the stored programs cannot be resumed. */
  readonly #resumed: Promise<void>;

  constructor(private readonly options: BridgeProgramRunnerOptions) {
    const observe = (write: RequestedWrite): undefined => {
      if (!write.isBackground) this.#pending.observeWrite(write);
    };
    this.#pending = new PendingPrograms(() => options.client.onWrite(observe));
    this.#resumed = this.#resumeKept().catch((error: unknown) => {
      if (!this.#isClosed)
        options.warn(`What ran on lamps before is not known: ${toError(error).message}`);
    });
  }

  /**
   * Announces a program before its code is loaded; commands that are later than its message take precedence.
   *
   * @param nodeId receiver of the message
   */
  announce(nodeId: string | undefined, turn: Turn): PendingProgram {
    const digest = nodeId === undefined ? undefined : this.options.environment?.findDigest(nodeId);
    const starter = nodeId === undefined || digest === undefined ? undefined : { nodeId, digest };
    return this.#pending.add(starter, turn);
  }

  /**
   * Records from now on what is asked later than a message that waits: it may announce a program.
   *
   * @returns ends it
   */
  recordLater(turn: Turn): () => void {
    return this.#pending.add(undefined, turn).end;
  }

  /**
   * Waits for stored programs.
   *
   * @throws {BridgeError} ERR_BRIDGE_CLOSED after `close`
   */
  async load(): Promise<BridgeProgramRunner> {
    // A program that replaces a stored one restores the state from before the stored one.
    if (this.options.environment?.mayHaveKept === true) await this.#resumed;
    return this.#loadRunner();
  }

  async #loadRunner(): Promise<BridgeProgramRunner> {
    const { BridgeProgramRunner: RunnerClass } = await import('./program-runner.js');
    if (this.#isClosed) throw createNodeClosedError();
    this.runner ??= new RunnerClass(this.options, this.#pending);
    return this.runner;
  }

  close(): void {
    this.#isClosed = true;
    this.runner?.close();
  }

  /**
   * Ends all programs, and restores their lamps if the programs ask for that.
   *
   * @param timeout in ms
   * @returns the names of the lamps that were not restored in time
   */
  async end(timeout: number): Promise<readonly string[]> {
    return (await this.runner?.endAll(timeout)) ?? [];
  }

  async #resumeKept(): Promise<void> {
    const { environment } = this.options;
    // Commands during the read take precedence over the stored programs.
    const start = environment?.mayHaveKept === true ? this.#pending.add(undefined) : undefined;
    try {
      await environment?.resumeKept(async (programs) => {
        if (programs.length > 0) (await this.#loadRunner()).resume(programs, start);
      });
    } finally {
      start?.end();
    }
  }
}
