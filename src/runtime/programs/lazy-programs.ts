import { nodeClosedError, toError } from '../node-errors';
import type { BridgeProgramRunner, BridgeProgramRunnerOptions } from './bridge-program-runner';

/** The programs of a bridge, whose code is loaded with the first of them. */
export interface LazyPrograms {
  /** Undefined while there was none. */
  readonly host: BridgeProgramRunner | undefined;
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
  let host: BridgeProgramRunner | undefined;
  let isClosed = false;
  const programs: LazyPrograms = {
    get host() {
      return host;
    },
    async load() {
      const { BridgeProgramRunner: RunnerClass } = await import('./bridge-program-runner.js');
      if (isClosed) throw nodeClosedError();
      host ??= new RunnerClass(options);
      return host;
    },
    close() {
      isClosed = true;
      host?.close();
    },
  };
  resume(programs, options).catch((error: unknown) => {
    if (!isClosed) options.warn(`What ran on lamps before is not known: ${toError(error).message}`);
  });
  return programs;
}

async function resume(
  programs: LazyPrograms,
  { environment }: BridgeProgramRunnerOptions,
): Promise<void> {
  const kept = await environment?.readKept();
  if (Array.isArray(kept) && kept.length > 0) (await programs.load()).resume(kept);
}
