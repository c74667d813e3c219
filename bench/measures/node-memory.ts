import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { median } from '../statistics';
import type { NodeKind, NodeMemory } from '../support/node-memory-child';
import { runInChildProcess } from '../support/run-in-child-process';

/** What a node costs while nothing happens. */
export const nodeMemory: Measure = {
  name: 'node-memory',
  title: 'Memory of 1,000 nodes',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  /** Bytes for each node of a kind. */
  const measureBytes = async (kind: NodeKind): Promise<number> => {
    const bytes: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      bytes.push((await runInChildProcess<NodeMemory>('node-memory-child.js', kind)).bytes);
    }
    return median(bytes);
  };
  const noopBytes = await measureBytes('nothing');
  const lightBytes = await measureBytes('light');
  const pollBytes = await measureBytes('poll');
  return [
    { what: '1,000 nodes that do nothing', value: noopBytes / 1_000, unit: 'MB' },
    { what: '1,000 light nodes', value: lightBytes / 1_000, unit: 'MB' },
    {
      what: 'light nodes, against nodes that do nothing',
      value: lightBytes / noopBytes,
      unit: 'x',
    },
    { what: '1,000 poll nodes', value: pollBytes / 1_000, unit: 'MB' },
    { what: 'poll nodes, against nodes that do nothing', value: pollBytes / noopBytes, unit: 'x' },
  ];
}
