import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { median } from '../statistics';
import type { LoadCost } from '../support/load-child';
import { runInChildProcess } from '../support/run-in-child-process';

export const loadingMeasure: Measure = {
  name: 'loading',
  title: 'Loading all node files, over a bare Node-RED',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const costs: LoadCost[] = [];
  const costsWithoutCode: LoadCost[] = [];
  for (let round = 0; round < (quick ? 3 : 9); round += 1) {
    costs.push(await loadInFreshProcess('package'));
    costsWithoutCode.push(await loadInFreshProcess('no-code'));
  }
  const bytes = median(costs.map(({ memory }) => memory));
  return [
    { what: 'time', value: median(costs.map(({ time }) => time)), unit: 'ms', atMost: 15, rest },
    { what: 'CPU time', value: median(costs.map(({ cpu }) => cpu)), unit: 'ms' },
    {
      what: 'CPU time of the same nodes without code',
      value: median(costsWithoutCode.map(({ cpu }) => cpu)),
      unit: 'ms',
    },
    { what: 'memory', value: bytes / 1e6, unit: 'MB', atMost: 4 },
  ];
}

const rest =
  'mostly Node-RED, which reads dialog, help and texts of each node: see the same nodes without code.';

/** A second load finds cached modules. */
const loadInFreshProcess = (kind: 'package' | 'no-code'): Promise<LoadCost> =>
  runInChildProcess('load-child.js', kind);
