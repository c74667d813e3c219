import { systemClock } from '../../bridge/time/clock';
import type { StoredProgram } from '../../programs/program';

/** Has what runs kept at the end of each turn in which it changed: a room starts a program for each of its lamps in one. */
export class ProgramStorage {
  readonly #list: () => readonly StoredProgram[];
  readonly #keep: (programs: readonly StoredProgram[]) => void;
  #isDue = false;
  #isClosed = false;

  /**
   * @param list returns what runs
   * @param keep keeps it for a restart
   */
  constructor(
    list: () => readonly StoredProgram[],
    keep: (programs: readonly StoredProgram[]) => void,
  ) {
    this.#list = list;
    this.#keep = keep;
  }

  /** Takes note that what runs has changed. */
  onChange(): void {
    if (this.#isDue || this.#isClosed) return;
    this.#isDue = true;
    queueMicrotask(() => this.#keepDue());
  }

  /** Keeps what runs for the last time: what ends afterwards is taken up again after a restart. */
  close(): void {
    this.#keepDue();
    this.#isClosed = true;
  }

  #keepDue(): void {
    if (!this.#isDue) return;
    this.#isDue = false;
    const keptAt = systemClock.wallTime();
    // A daylight node starts its own programs anew.
    const programs = this.#list().filter(({ content }) => content.kind !== 'daylight');
    this.#keep(programs.map((program) => ({ ...program, keptAt })));
  }
}
