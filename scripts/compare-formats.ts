import './process/source-maps';
import { parseArgs } from 'node:util';
import { alexaMessages } from '../test/vocabulary/formats/support/alexa-messages';
import { amazonEchoMessages } from '../test/vocabulary/formats/support/amazon-echo-messages';
import { dashboardMessages } from '../test/vocabulary/formats/support/dashboard-messages';
import { googleMessages } from '../test/vocabulary/formats/support/google-messages';
import { homekitMessages } from '../test/vocabulary/formats/support/homekit-messages';
import { knxMessages } from '../test/vocabulary/formats/support/knx-messages';
import { openhabMessages } from '../test/vocabulary/formats/support/openhab-messages';
import type { ComparedRow, FormatComparison } from './compare-formats/format-comparison';
import { createMessageComparison } from './compare-formats/message-comparison';
import { observePackage } from './compare-formats/observe-package';
import { zigbee2mqttComparison } from './compare-formats/zigbee2mqtt';
import { InvalidOptionError, reportScriptFailure } from './process/command-line';

const comparisons: readonly FormatComparison[] = [
  zigbee2mqttComparison,
  createMessageComparison(homekitMessages),
  createMessageComparison(googleMessages, { withoutDependencies: true }),
  createMessageComparison(knxMessages),
  createMessageComparison(openhabMessages),
  createMessageComparison(dashboardMessages),
  createMessageComparison(alexaMessages),
  createMessageComparison(amazonEchoMessages),
];

/**
 * Compares the formats of the light node with the real packages that speak them, and prints each command and state on
 * which the two differ. Takes names of comparisons, or compares all. Fails for a difference without a reason.
 */
async function compareFormats(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const rows: ComparedRow[] = [];
  for (const comparison of selectComparisons(positionals)) {
    const compared = comparison.compare(await observePackage(comparison));
    printComparison(comparison, compared);
    rows.push(...compared);
  }
  console.log(`\nTogether: ${summarize(rows)}`);
  process.exitCode = rows.every((row) => !isUnexplained(row)) ? 0 : 1;
}

function selectComparisons(names: readonly string[]): readonly FormatComparison[] {
  const unknown = names.find((name) => !comparisons.some((one) => one.name === name));
  if (unknown !== undefined) {
    const known = comparisons.map(({ name }) => name).join(', ');
    throw new InvalidOptionError(`There is no comparison "${unknown}". Comparisons: ${known}.`);
  }
  return names.length === 0 ? comparisons : comparisons.filter(({ name }) => names.includes(name));
}

function printComparison({ name, packages }: FormatComparison, rows: readonly ComparedRow[]): void {
  console.log(`\n${name}, with ${packages.join(', ')}: ${summarize(rows)}`);
  for (const { direction, input, theirs, ours, reason } of rows.filter(({ agrees }) => !agrees)) {
    console.log(`  ${reason === undefined ? '✘' : '≠'} ${direction} ${JSON.stringify(input)}`);
    console.log(`      theirs: ${JSON.stringify(theirs)}`);
    console.log(`      ours:   ${JSON.stringify(ours)}`);
    if (reason !== undefined) console.log(`      reason: ${reason}`);
  }
}

function summarize(rows: readonly ComparedRow[]): string {
  const count = (matches: (row: ComparedRow) => boolean): number => rows.filter(matches).length;
  return [
    `${count(({ direction }) => direction === 'command')} commands`,
    `${count(({ direction }) => direction === 'state')} states`,
    `${count(isExplained)} explained differences`,
    `${count(isUnexplained)} unexplained`,
  ].join(', ');
}

const isExplained = ({ agrees, reason }: ComparedRow): boolean => !agrees && reason !== undefined;

const isUnexplained = ({ agrees, reason }: ComparedRow): boolean => !agrees && reason === undefined;

compareFormats().catch(reportScriptFailure);
