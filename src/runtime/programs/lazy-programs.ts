import { closedError, toError } from '../node-errors';
import type { ProgramHost, ProgramHostOptions } from './program-host';

/** The programs of a bridge, whose code is loaded with the first of them. */
export interface LazyPrograms {
  /** Undefined while there was none. */
  readonly host: ProgramHost | undefined;
  /**
   * Loads the code, once.
   *
   * @throws {BridgeError} ERR_BRIDGE_CLOSED after `close`
   */
  load(): Promise<ProgramHost>;
  close(): void;
}

/** Creates the programs of a bridge, and takes up those that ran before a restart. */
export function createLazyPrograms(options: ProgramHostOptions): LazyPrograms {
  let host: ProgramHost | undefined;
  let isClosed = false;
  const programs: LazyPrograms = {
    get host() {
      return host;
    },
    async load() {
      const { ProgramHost: Host } = await import('./program-host.js');
      if (isClosed) throw closedError();
      host ??= new Host(options);
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

async function resume(programs: LazyPrograms, { environment }: ProgramHostOptions): Promise<void> {
  const kept = await environment?.readKept();
  if (Array.isArray(kept) && kept.length > 0) (await programs.load()).resume(kept);
}
