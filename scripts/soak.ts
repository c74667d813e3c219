import './process/source-maps';
import { parseArgs } from 'node:util';
import type { SoakSample, SoakResult } from '../test/faults/soak/run-soak';
import { runSoak } from '../test/faults/soak/run-soak';
import { stopSharedNodeRed } from '../test/faults/support/node-red/shared-node-red';
import { Trial } from '../test/faults/support/trial';
import { reportScriptFailure, parseNumberOption } from './process/command-line';

const minute = 60_000;

/** Longest soak. */
const maxMinutes = 10_080;

/** Messages per second. */
const maxRate = 500;

/** In MB, by the slope over a soak. */
const maxHeapGrowth = 15;

/** Fewer samples give no meaningful slope. */
const minSamples = 20;

/**
 * Runs a mixed workload on real nodes, with 2 % of the simulator's requests failing. Prints a line each minute; exits
 * with 0 if memory, handles, state and invariants are as expected. `--minutes` is the length, `--rate` the messages per
 * second.
 */
async function soak(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      rate: { type: 'string', default: '7' },
    },
  });
  const duration =
    parseNumberOption('--minutes', values.minutes, { above: 0, most: maxMinutes }) * minute;
  const seed = parseNumberOption('--seed', values.seed, { above: 0, most: 2 ** 31, whole: true });
  const rate = parseNumberOption('--rate', values.rate, { above: 0, most: maxRate });
  const trial = new Trial('long');
  process.on('uncaughtException', (error) => trial.recordCrash(error));
  process.on('unhandledRejection', (reason) => trial.recordCrash(reason));
  const result = await runSoak(trial, {
    duration,
    interval: Math.min(minute, duration / 12),
    seed,
    rate,
    onSample: (figures, share) => console.log(formatSample(figures, share)),
  });
  const { problems } = await trial.end();
  await stopSharedNodeRed();
  const failures = [...findProblems(result), ...problems];
  printSummary(result, failures);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function formatSample(sample: SoakSample, share: number): string {
  const filled = Math.round(share * 20);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(20 - filled)}`;
  const {
    at,
    heap,
    resident,
    activeResources: open,
    messages,
    answered,
    requests,
    faults,
    warnings,
  } = sample;
  const parts = [
    `${bar} ${(at / minute).toFixed(1)} min`,
    `heap ${heap.toFixed(1)} MB`,
    `process ${resident.toFixed(0)} MB`,
    `${open} handles`,
    `${answered} of ${messages} messages answered`,
    `${requests} requests`,
    `${faults} faults`,
    `${warnings} warnings`,
  ];
  return parts.join(', ');
}

const findProblems = ({
  growth,
  resourceGrowth: moreOpen,
  divergence,
  unreported,
}: SoakResult): string[] => [
  ...(growth > maxHeapGrowth ? [`The heap grew by ${growth.toFixed(1)} MB.`] : []),
  ...(moreOpen === undefined ? [] : [`More is open than before: ${moreOpen}.`]),
  ...(divergence.length === 0 ? [] : [`The client is wrong about ${divergence.join(', ')}.`]),
  ...(unreported.length === 0
    ? []
    : [`The nodes reported something else of ${unreported.join(', ')}.`]),
];

function printSummary(
  { samples: figures, slope, growth, divergence, unreported }: SoakResult,
  failures: string[],
): void {
  const remark = figures.length < minSamples ? ' (so short a time shows the warm-up most)' : '';
  console.log(`\nMemory: ${slope.toFixed(1)} MB an hour, ${growth.toFixed(1)} MB in all${remark}`);
  console.log(
    `State: ${divergence.length} resources apart in the client, ${unreported.length} in the nodes`,
  );
  for (const failure of failures) console.log(`! ${failure}`);
  console.log(failures.length === 0 ? 'Everything is as it should be.' : 'Not as it should be.');
}

soak().catch(reportScriptFailure);
