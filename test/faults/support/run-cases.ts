import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { CaseReport, Form } from '../fault-case';
import type { Order } from './case-child';

/** Longest time that the process may live on after its last case, in ms. */
const longestStay = 5_000;

/**
 * Runs cases one after the other in a process of their own. When one ends the process, it has failed
 * and the others go on in a new process.
 *
 * @param told called with each report as it comes
 */
export async function runCases(
  numbers: readonly number[],
  form: Form,
  told: (report: CaseReport) => void,
): Promise<void> {
  const left = [...numbers];
  while (left.length > 0) {
    const problem = await runInChild({ form, numbers: left }, (report) => {
      left.splice(left.indexOf(report.number), 1);
      told(report);
    });
    const [failed] = left;
    if (failed === undefined) return;
    left.shift();
    told({
      number: failed,
      passed: false,
      problems: [`The process ended. ${problem}`],
      measured: [],
      held: { A: false },
      duration: 0,
    });
  }
}

function runInChild(order: Order, told: (report: CaseReport) => void): Promise<string> {
  const child = fork(join(__dirname, 'case-child.js'), {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const append = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-10_000);
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  child.on('message', (report: CaseReport) => told(report));
  child.send(order);
  return new Promise((resolve) => {
    let stay: NodeJS.Timeout | undefined;
    child.once('disconnect', () => {
      stay = setTimeout(() => child.kill('SIGKILL'), longestStay);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(stay);
      resolve(`Exit code ${code ?? signal ?? 'unknown'}. ${output}`);
    });
  });
}
