import type { MeasureResult } from './measure';
import { measures } from './measures';

export type MeasureReport =
  | { kind: 'results'; results: MeasureResult[] }
  | { kind: 'failed'; problem: string };

/** Reports to the parent process. */
async function main(): Promise<void> {
  const [name, mode] = process.argv.slice(2);
  process.send?.(await runMeasure(name, mode === 'quick'));
}

async function runMeasure(name: string | undefined, quick: boolean): Promise<MeasureReport> {
  try {
    const measure = measures.find((candidate) => candidate.name === name);
    if (measure === undefined) throw new Error(`There is no measure "${name}".`);
    return { kind: 'results', results: await measure.run({ quick }) };
  } catch (error) {
    return { kind: 'failed', problem: error instanceof Error ? `${error.stack}` : String(error) };
  }
}

process.on('disconnect', () => process.exit());
void main();
