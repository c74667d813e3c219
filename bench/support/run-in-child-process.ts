import { fork } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs a process whose memory can be measured alone.
 *
 * @returns the file's report
 */
export function runInChildProcess<Result>(file: string, ...args: string[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(join(__dirname, file), args, { execArgv: ['--expose-gc'] });
    child.once('message', (report: Result) => {
      resolve(report);
      child.disconnect();
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code}.`)));
  });
}
