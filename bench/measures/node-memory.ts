import type { Extent, Measure, Result } from '../measure';
import { median } from '../statistics';
import type { NodeKind, NodeMemory } from '../support/node-memory-child';
import { inOwnProcess } from '../support/own-process';

/** What a node costs while nothing happens. */
export const nodeMemory: Measure = {
  name: 'node-memory',
  title: 'Memory of 1,000 nodes',
  run,
};

async function run({ quick }: Extent): Promise<Result[]> {
  /** Bytes for each node of a kind. */
  const bytesOf = async (kind: NodeKind): Promise<number> => {
    const bytes: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      bytes.push((await inOwnProcess<NodeMemory>('node-memory-child.js', kind)).bytes);
    }
    return median(bytes);
  };
  const nothing = await bytesOf('nothing');
  const light = await bytesOf('light');
  const poll = await bytesOf('poll');
  return [
    { what: '1,000 nodes that do nothing', value: nothing / 1_000, unit: 'MB' },
    { what: '1,000 light nodes', value: light / 1_000, unit: 'MB' },
    { what: 'light nodes, against nodes that do nothing', value: light / nothing, unit: 'x' },
    { what: '1,000 poll nodes', value: poll / 1_000, unit: 'MB' },
    { what: 'poll nodes, against nodes that do nothing', value: poll / nothing, unit: 'x' },
  ];
}
