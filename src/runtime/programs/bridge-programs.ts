import type { MessagePlace } from '../../bridge/queue/message-place';
import type { RequestedWrite } from '../../bridge/watch/watch';
import { PendingPrograms } from '../../programs/pending-programs';
import type { PendingProgram } from '../../programs/pending-programs';
import { nodeClosedError, toError } from '../settings/node-errors';
import type { BridgeAttachment } from '../bridge/bridge-session';
import type { AttachToBridge } from '../bridge/bridge-node';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import type { BridgeProgramRunner, BridgeProgramRunnerOptions } from './bridge-program-runner';
import { createProgramEnvironment } from './program-environment';

/** The programs of a bridge, whose code is loaded with the first of them. */
export interface BridgePrograms extends BridgeAttachment {
  /** Undefined while there was none. */
  readonly runner: BridgeProgramRunner | undefined;
  /**
   * Takes note of a program whose message has just arrived: what is asked for from now on comes after it.
   *
   * @param nodeId the node that got the message
   * @param place that of the message among all writes; after all others when missing
   * @param announced takes note for the same message since before
   */
  announce(
    nodeId: string | undefined,
    place?: MessagePlace,
    announced?: PendingProgram,
  ): PendingProgram;
  /**
   * Loads the code, once, after the programs that were kept are taken up.
   *
   * @throws {BridgeError} ERR_BRIDGE_CLOSED after `close`
   */
  load(): Promise<BridgeProgramRunner>;
}

const programsOfBridges = new WeakMap<OpenedBridge, BridgePrograms>();

/** Attaches programs to a bridge that was opened, and takes up those that ran before a restart. */
export const attachPrograms: AttachToBridge = (RED, bridge, warn) => {
  const { client, limits, store } = bridge;
  const environment = createProgramEnvironment(RED, store);
  const programs = createBridgePrograms({ client, limits, environment, warn });
  programsOfBridges.set(bridge, programs);
  return programs;
};

/**
 * The programs of a bridge.
 *
 * @throws {Error} when none were attached to it
 */
export function getBridgePrograms(bridge: OpenedBridge): BridgePrograms {
  const programs = programsOfBridges.get(bridge);
  if (programs === undefined) throw new Error('No programs are attached to the bridge.');
  return programs;
}

/** Creates the programs of a bridge, and takes up those that ran before a restart. */
export function createBridgePrograms(options: BridgeProgramRunnerOptions): BridgePrograms {
  const programs = new LazilyLoadedPrograms(options);
  programs.resume();
  return programs;
}

class LazilyLoadedPrograms implements BridgePrograms {
  readonly #options: BridgeProgramRunnerOptions;
  readonly #pending: PendingPrograms;
  #runner: BridgeProgramRunner | undefined;
  #isClosed = false;
  /** Resolves when the kept programs are taken up, or cannot be. */
  #resumed: Promise<void> = Promise.resolve();

  constructor(options: BridgeProgramRunnerOptions) {
    this.#options = options;
    const observe = (write: RequestedWrite): undefined => {
      if (!write.isBackground) this.#pending.observeWrite(write);
    };
    this.#pending = new PendingPrograms(() => options.client.onWrite(observe));
  }

  get runner(): BridgeProgramRunner | undefined {
    return this.#runner;
  }

  announce(
    nodeId: string | undefined,
    place?: MessagePlace,
    announced?: PendingProgram,
  ): PendingProgram {
    const digest = nodeId === undefined ? undefined : this.#options.environment?.findDigest(nodeId);
    const origin = nodeId === undefined || digest === undefined ? undefined : { nodeId, digest };
    return this.#pending.add(origin, place, announced);
  }

  async load(): Promise<BridgeProgramRunner> {
    // A program that replaces a kept one returns its lamps to what they were before that.
    if (this.#options.environment?.mayHaveKept === true) await this.#resumed;
    return this.#loadRunner();
  }

  async #loadRunner(): Promise<BridgeProgramRunner> {
    const { BridgeProgramRunner: RunnerClass } = await import('./bridge-program-runner.js');
    if (this.#isClosed) throw nodeClosedError();
    this.#runner ??= new RunnerClass(this.#options, this.#pending);
    return this.#runner;
  }

  close(): void {
    this.#isClosed = true;
    this.#runner?.close();
  }

  async end(timeout: number): Promise<readonly string[]> {
    return (await this.#runner?.endAll(timeout)) ?? [];
  }

  /** Takes up what was kept before a restart. */
  resume(): void {
    this.#resumed = this.#resumeKept().catch((error: unknown) => {
      if (!this.#isClosed)
        this.#options.warn(`What ran on lamps before is not known: ${toError(error).message}`);
    });
  }

  async #resumeKept(): Promise<void> {
    const { environment } = this.#options;
    // What is asked for while the kept programs are read comes after them.
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
