import type { MeasureReport } from './measure';
import { measures } from './measures';

/** Reports to the parent process. */
async function main(): Promise<void> {
  const [name, extent] = process.argv.slice(2);
  process.send?.(await measure(name, extent === 'quick'));
}

async function measure(name: string | undefined, quick: boolean): Promise<MeasureReport> {
  try {
    const chosen = measures.find((candidate) => candidate.name === name);
    if (chosen === undefined) throw new Error(`There is no measure "${name}".`);
    return { kind: 'results', results: await chosen.run({ quick }) };
  } catch (error) {
    return { kind: 'failed', problem: error instanceof Error ? `${error.stack}` : String(error) };
  }
}

process.on('disconnect', () => process.exit());
void main();
