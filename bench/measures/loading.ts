import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Extent, Measure, Result } from '../measure';
import { median } from '../statistics';
import type { LoadCost } from '../support/load-child';

/** What the package costs those who start Node-RED with it. */
export const loading: Measure = {
  name: 'loading',
  title: 'Loading all node files, over a bare Node-RED',
  run,
};

async function run({ quick }: Extent): Promise<Result[]> {
  const costs: LoadCost[] = [];
  for (let round = 0; round < (quick ? 3 : 7); round += 1) costs.push(await loadOnce());
  const bytes = median(costs.map(({ memory }) => memory));
  return [
    { what: 'time', value: median(costs.map(({ time }) => time)), unit: 'ms', atMost: 30 },
    { what: 'memory', value: bytes / 1e6, unit: 'MB', atMost: 6 },
  ];
}

/** In a fresh process each time: what is loaded once is there already the second time. */
const loadOnce = (): Promise<LoadCost> =>
  new Promise((resolve, reject) => {
    const child = fork(join(__dirname, '..', 'support', 'load-child.js'), {
      execArgv: ['--expose-gc'],
    });
    child.once('message', (cost: LoadCost) => {
      resolve(cost);
      child.disconnect();
    });
    child.once('exit', (code) => reject(new Error(`Loading ended with code ${code}.`)));
  });
