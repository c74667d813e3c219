import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the files of the store keep of programs. */
export interface KeptPrograms {
  readonly text: string;
  /** When they began, in ms since the epoch. */
  readonly startTimes: readonly number[];
}

/** Reads what the store keeps for a restart of Node-RED. */
export function readKeptPrograms(userDirectory: string): KeptPrograms {
  const folder = join(userDirectory, 'lighting-bridge');
  const text = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const startTimes = [...text.matchAll(/"startedAt":\s*(\d+)/g)].map(([, time]) => Number(time));
  return { text, startTimes };
}
