import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the files of a context keep of programs. */
export interface KeptPrograms {
  readonly text: string;
  /** When they began, in ms since the epoch. */
  readonly startTimes: readonly number[];
}

/** Reads what a context in files keeps for a restart of Node-RED. */
export function readKeptPrograms(userDirectory: string): KeptPrograms {
  const folder = join(userDirectory, 'context');
  const text = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  const startTimes = [...text.matchAll(/"startedAt":\s*(\d+)/g)].map(([, time]) => Number(time));
  return { text, startTimes };
}
