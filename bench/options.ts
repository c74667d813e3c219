import { parseArgs } from 'node:util';
import { InvalidOptionError, parseNumberOption } from '../scripts/process/command-line';

export interface BenchOptions {
  /** Names of measures, in running order. */
  readonly measures: readonly string[];
  /** Fewer samples, for a rough result. */
  readonly quick: boolean;
  readonly against?: { readonly commit: string; readonly pairs: number };
}

export const benchHelp = `npm run bench -- [options]

Measures the build of this folder and compares it with the aims.

  --only storm,memory  only measures with one of these words in their name
  --quick              fewer samples, for a rough result
  --against COMMIT     builds the commit in a temporary clone, runs both builds in
                       alternation, and exits with 1 where a figure with an aim is
                       worse here than there, beyond the spread
  --pairs 3            with --against: how often each of the two runs
  --help               prints this`;

/**
 * Reads the command line of the benchmark.
 *
 * @param measures names of all measures, in running order
 * @returns undefined if the help is asked for
 * @throws Error whose message says which option is wrong, and what is allowed
 */
export function parseBenchOptions(
  args: readonly string[],
  measures: readonly string[],
): BenchOptions | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean', default: false },
      against: { type: 'string' },
      pairs: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return undefined;
  const [word] = positionals;
  if (word !== undefined)
    throw new InvalidOptionError(`Measures are chosen with --only, such as --only ${word}.`);
  const { only, quick, against: commit, pairs } = values;
  const chosen = { measures: chooseMeasures(only, measures), quick };
  if (commit !== undefined) return { ...chosen, against: { commit, pairs: parsePairs(pairs) } };
  if (pairs === undefined) return chosen;
  throw new InvalidOptionError('--pairs needs --against, with the commit of the other build.');
}

function chooseMeasures(
  only: readonly string[] | undefined,
  measures: readonly string[],
): readonly string[] {
  if (only === undefined) return measures;
  const words = only.flatMap((list) => list.split(',')).map((word) => word.trim());
  const unknown = words.find(
    (word) => word === '' || !measures.some((name) => name.includes(word)),
  );
  if (unknown !== undefined)
    throw new InvalidOptionError(
      `No measure has "${unknown}" in its name. Measures: ${measures.join(', ')}.`,
    );
  return measures.filter((name) => words.some((word) => name.includes(word)));
}

/** One pair has no spread. */
const parsePairs = (text = '3'): number =>
  parseNumberOption('--pairs', text, { above: 1, most: 50, whole: true });
