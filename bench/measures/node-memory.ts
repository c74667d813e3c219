import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { median } from '../statistics';
import type { ComparedNodeKind, NodeMemory } from '../support/node-memory-child';
import { runInChildProcess } from '../support/run-in-child-process';

export const nodeMemoryMeasure: Measure = {
  name: 'node-memory',
  title: 'Memory of a node, as one of 1,000',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const measureBytes = async (kind: ComparedNodeKind): Promise<number> => {
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
    { what: 'a node that does nothing', value: noopBytes / 1_024, unit: 'KB' },
    { what: 'a light node', value: lightBytes / 1_024, unit: 'KB', atMost: 4 },
    { what: 'a poll node', value: pollBytes / 1_024, unit: 'KB', atMost: 6 },
    {
      what: 'a light node, over a node that does nothing',
      value: (lightBytes - noopBytes) / 1_024,
      unit: 'KB',
      atMost: 2.5,
    },
    {
      what: 'a light node, against a node that does nothing',
      value: lightBytes / noopBytes,
      unit: 'x',
    },
    {
      what: 'a poll node, against a node that does nothing',
      value: pollBytes / noopBytes,
      unit: 'x',
    },
  ];
}
