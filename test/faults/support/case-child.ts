import './settable-date';
import { getFaultCase } from '../all-cases';
import type { RunMode } from '../fault-case';
import { stopSharedNodeRed } from './node-red/shared-node-red';
import { runCase, captureCrashes } from './run-cases';

/** From the parent process. */
export interface CaseRunRequest {
  mode: RunMode;
  numbers: readonly number[];
}

captureCrashes();
process.on('message', (runRequest: CaseRunRequest) => void executeCases(runRequest));

async function executeCases({ mode, numbers }: CaseRunRequest): Promise<void> {
  for (const number of numbers) process.send?.(await runCase(getFaultCase(number), mode));
  await stopSharedNodeRed();
  process.disconnect();
}
