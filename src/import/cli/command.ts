#!/usr/bin/env node
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import catalogue from '../../editor/locales/en-US/plugin.json';
import { fillPlaceholders } from '../../resources/problems';
import { getNestedMember, parseJsonOrUndefined } from '../../resources/members';
import { readBridgeResources } from '../bridge-contents';
import type { ImportResource } from '../bridge-contents';
import { parseFlowFileJson } from '../flow';
import type { FlowFileProblem } from '../flow';
import { importHueMagicFlows } from '../import-flows';
import { importOutcomes } from '../report';
import type { ImportEntry, ImportOutcome, ImportSentence } from '../report';
import { parseArgs } from 'node:util';

interface ImportCommand {
  /** `-` for the standard input. */
  readonly file: string;
  readonly output: string | undefined;
  readonly report: string | undefined;
  readonly resources: string | undefined;
  readonly check: boolean;
  readonly withoutKey: boolean;
}

const exitStatus = { done: 0, failed: 1, needsLook: 2 } as const;

const helpText = `Usage: lighting-bridge-import [options] <flows.json>

Rewrites the flows of HueMagic, as Node-RED exports them, to nodes of this package. The new flows go to the
standard output, what became of each node to the standard error. The file itself is not changed.

  lighting-bridge-import flows.json > flows.new.json

  <flows.json>          exported flows; - for the standard input
  --output <file>       write the new flows to this file, which only you can read
  --report <file>       write what became of each node to this file; as JSON where its name ends so
  --check               write no flows, only say what would become of each node
  --resources <file>    what your bridge holds, its answer to GET /clip/v2/resource: ids are checked
                        with it, and those of HueMagic 3 found
  --no-key              leave the key out: get a new one in the settings of the bridge
  --help                print this

HueMagic keeps the key of the bridge as plain text in the flow. The new flows hold it once, in the member
"credentials" of the bridge. Import them in the menu of Node-RED: it then keeps the key encrypted, apart from the
flows. Do not put the file in the place of flows.json, where the key would stay as plain text; and delete it, and
the old one, afterwards. A terminal never shows the key.

Exit status: 0 when all runs as before or as the report says, 2 when a node needs a look or has no counterpart,
1 when the flows cannot be read or written.
`;

const optionDefinitions = {
  output: { type: 'string' },
  report: { type: 'string' },
  resources: { type: 'string' },
  check: { type: 'boolean', default: false },
  'no-key': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/**
 * @returns undefined for `--help`
 * @throws Error that names the invalid argument
 */
function parseCommandLine(args: readonly string[]): ImportCommand | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: optionDefinitions,
    strict: true,
    allowPositionals: true,
  });
  if (values.help) return undefined;
  const [file, another] = positionals;
  if (file === undefined)
    throw new Error('Name the flow file: lighting-bridge-import flows.json. See --help.');
  if (another !== undefined)
    throw new Error(`Name one flow file; "${another}" is another. See --help.`);
  return {
    file,
    output: values.output,
    report: values.report,
    resources: values.resources,
    check: values.check,
    withoutKey: values['no-key'],
  };
}

async function run(): Promise<number> {
  const command = parseCommandLine(process.argv.slice(2));
  if (command === undefined) {
    process.stdout.write(helpText);
    return exitStatus.done;
  }
  await assertDistinctFiles(command);
  const source = await (command.file === '-' ? text(process.stdin) : readText(command.file));
  const parsed = parseFlowFileJson(source);
  if ('key' in parsed) throw new Error(formatFileProblem(parsed));
  const goesToTerminal = command.output === undefined && process.stdout.isTTY;
  const result = importHueMagicFlows(parsed.value, {
    removesOldKeys: true,
    withoutKeys: command.withoutKey || goesToTerminal,
    resources: await readResources(command.resources),
  });
  if (!result.ok) throw new Error(formatFileProblem(result.problem));
  if (!command.check) await writeFlows(command, formatLike(source, result.flows));
  await writeReport(command, result.report);
  return result.report.some(needsLook) ? exitStatus.needsLook : exitStatus.done;
}

/** @throws Error if the command would replace a file that it reads, or write two texts to one file */
async function assertDistinctFiles({
  file,
  output,
  report,
  resources,
}: ImportCommand): Promise<void> {
  const given = [file === '-' ? undefined : file, resources, output, report];
  const paths = await Promise.all(
    given.map(async (path) => path && realpath(path).catch(() => resolve(path))),
  );
  for (const [index, path] of paths.entries())
    if (path !== undefined && index >= 2 && paths.indexOf(path) < index)
      throw new Error(
        `${given[index] ?? ''} is named twice. Choose another file for --output or --report: the command replaces no file that it reads.`,
      );
}

const needsLook = ({ outcome }: ImportEntry): boolean =>
  outcome === 'needs-a-look' || outcome === 'no-counterpart';

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${toReason(error)}.`, { cause: error });
  }
}

async function readResources(file: string | undefined): Promise<readonly ImportResource[]> {
  if (file === undefined) return [];
  const resources = readBridgeResources(parseJsonOrUndefined(await readText(file)));
  if (resources !== undefined) return resources;
  throw new Error(`${file} does not hold the answer of a bridge to GET /clip/v2/resource.`);
}

function formatLike(source: string, flows: unknown): string {
  const [, indentation = ''] = /^[^"]*?\n([ \t]+)/.exec(source) ?? [];
  return `${JSON.stringify(flows, null, indentation)}\n`;
}

async function writeFlows({ output }: ImportCommand, flows: string): Promise<void> {
  if (output === undefined) process.stdout.write(flows);
  else await writeText(output, flows, 0o600);
}

async function writeReport(
  { report }: ImportCommand,
  entries: readonly ImportEntry[],
): Promise<void> {
  if (report === undefined) process.stderr.write(formatReport(entries));
  else
    await writeText(
      report,
      report.endsWith('.json') ? formatAsJson(entries) : formatReport(entries),
    );
}

const formatAsJson = (entries: readonly ImportEntry[]): string =>
  `${JSON.stringify(
    entries.map((entry) => ({ ...entry, texts: entry.sentences.map(formatSentence) })),
    null,
    2,
  )}\n`;

/** Returns the key if the catalogue lacks the text. */
function translate(key: string, values: Readonly<Record<string, string>> = {}): string {
  const sentence = getNestedMember(catalogue, ...key.split('.'));
  return typeof sentence === 'string' ? fillPlaceholders(sentence, (name) => values[name]) : key;
}

const formatFileProblem = ({ key, values }: FlowFileProblem): string =>
  translate(`import.problem.${key}`, values);

const formatSentence = ({ key, values }: ImportSentence): string =>
  translate(`import.sentence.${key}`, values);

/** Entries that ask most of people come first. */
function formatReport(report: readonly ImportEntry[]): string {
  const chapters = importOutcomes.toReversed().flatMap((outcome) => {
    const entries = report.filter((entry) => entry.outcome === outcome);
    return entries.length === 0 ? [] : [formatChapter(outcome, entries)];
  });
  return chapters.length === 0
    ? 'There is no node of HueMagic in these flows.\n'
    : [...chapters, ''].join('\n');
}

function formatChapter(outcome: ImportOutcome, entries: readonly ImportEntry[]): string {
  const title = `${translate(`import.outcome.${outcome}`)} (${entries.length})`;
  return [title, ...entries.map(formatEntry)].join('\n');
}

function formatEntry({ id, name, tab, type, sentences }: ImportEntry): string {
  const place = [type, tab, id].filter((part) => part !== '').join(', ');
  const title = name === '' ? place : `${name} (${place})`;
  return [`  ${title}`, ...sentences.map((sentence) => `    ${formatSentence(sentence)}`)]
    .map(removeControlCharacters)
    .join('\n');
}

/** Anybody may have written the names of the file: they must not move the cursor of the terminal. */
const removeControlCharacters = (line: string): string =>
  line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');

/** @param mode permissions of a new file */
async function writeText(file: string, content: string, mode = 0o666): Promise<void> {
  try {
    await writeFile(file, content, { mode });
  } catch (error) {
    throw new Error(`${file} cannot be written: ${toReason(error)}.`, { cause: error });
  }
}

const toReason = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';

function reportError(error: unknown): number {
  console.error(error instanceof Error ? error.message : error);
  return exitStatus.failed;
}

async function runAndExit(): Promise<void> {
  process.exitCode = await run().catch(reportError);
}

void runAndExit();
