#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { BridgeClient } from '../../bridge';
import { getErrorCode } from '../../bridge/errors';
import { idPattern, toReadableTypeName } from '../../resources/identifiers';
import { isObject, parseJsonOrUndefined } from '../../resources/members';
import { replaceHiddenCharacters } from '../../resources/problems';
import { createBackup, parseBackupText } from '../backup';
import type { Backup } from '../backup';
import { carryOutRestore } from '../carry-out';
import type { DeviceChoices } from '../match';
import { createRestoreState, planRestore } from '../plan';
import type { PlanItem, RestoreOptions, RestorePlan } from '../plan';
import { readHome } from '../read-home';
import { takeOverFlows } from '../take-over';
import { formatBackupText } from '../texts';
import type { SettingChange } from '../writable';

const helpText = `Usage: lighting-bridge-backup <what> [options]

Keeps what people made on a bridge in a file: rooms, zones, scenes, smart scenes, automations, names and settings.

  save <backup.json>              write a new file that only you can read
  plan <backup.json>              say what bringing it back would do; changes nothing
  restore <backup.json>           bring it back; a further run does what the first one left
  flows <backup.json> <flows.json>  put the ids of the bridge in the place of those of the backup, in flows as
                                  Node-RED exports them; the new flows go to the standard output

  --bridge <host>[:<port>]        address of the bridge
  --fingerprint <SHA-256>         accept only the bridge with this certificate; without it, the first one
  --key-file <file>               the file holds the key of the bridge; without it, the environment variable
                                  LIGHTING_BRIDGE_KEY does, or you are asked
  --part <id>                     bring back only this; may be given several times
  --choose <id>=<id>              the device of the backup is this device of the bridge; =none leaves it out
  --delete                        delete rooms, zones, scenes and the like that the backup does not have
  --help                          print this

Exit status: 0 when all is as in the backup, 2 when something could not be brought back, 1 when nothing could be done.
`;

const optionDefinitions = {
  bridge: { type: 'string' },
  fingerprint: { type: 'string' },
  'key-file': { type: 'string' },
  part: { type: 'string', multiple: true },
  choose: { type: 'string', multiple: true },
  delete: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const exitStatus = { done: 0, failed: 1, incomplete: 2 } as const;

const actions = ['save', 'plan', 'restore', 'flows'] as const;

interface BackupCommand {
  readonly action: (typeof actions)[number];
  readonly file: string;
  /** Empty unless the action is `flows`. */
  readonly flows: string;
  readonly host: string;
  readonly port: number | undefined;
  readonly fingerprint: string | undefined;
  readonly keyFile: string | undefined;
  readonly options: RestoreOptions;
}

/**
 * @returns undefined for `--help`
 * @throws Error that names the invalid argument
 */
function parseCommandLine(args: readonly string[]): BackupCommand | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: optionDefinitions,
    strict: true,
    allowPositionals: true,
  });
  if (values.help) return undefined;
  const [word = '', file, flows, another] = positionals;
  const action = actions.find((one) => one === word);
  if (action === undefined)
    throw new Error(`Say what to do: one of ${actions.join(', ')}. See --help.`);
  if (file === undefined) throw new Error(`Name the file of the backup. See --help.`);
  if ((action === 'flows') !== (flows !== undefined) || another !== undefined)
    throw new Error(
      `${action} takes ${action === 'flows' ? 'two files' : 'one file'}. See --help.`,
    );
  const { bridge } = values;
  if (bridge === undefined) throw new Error('Name the bridge: --bridge 192.168.1.2. See --help.');
  return {
    action,
    file,
    flows: flows ?? '',
    ...parseAddress(bridge),
    fingerprint: values.fingerprint,
    keyFile: values['key-file'],
    options: {
      ...(values.part === undefined ? {} : { parts: values.part }),
      choices: parseChoices(values.choose ?? []),
      deletions: values.delete,
    },
  };
}

function parseAddress(address: string): Pick<BackupCommand, 'host' | 'port'> {
  const [, host = '', port] =
    /^(?:https:\/\/)?(\[[^\]]+\]|[^:/]+)(?::(\d+))?\/?$/.exec(address) ?? [];
  if (host === '')
    throw new Error('--bridge: expected a host and perhaps a port, such as 192.168.1.2:443.');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? undefined : Number(port),
  };
}

function parseChoices(choices: readonly string[]): DeviceChoices {
  return Object.fromEntries(
    choices.map((choice) => {
      const [old = '', found = '', another] = choice.split('=');
      if (
        another !== undefined ||
        !idPattern.test(old) ||
        !(found === 'none' || idPattern.test(found))
      )
        throw new Error(`--choose: expected <id>=<id> or <id>=none, got "${choice}".`);
      return [old, found === 'none' ? null : found];
    }),
  );
}

async function run(): Promise<number> {
  const command = parseCommandLine(process.argv.slice(2));
  if (command === undefined) {
    process.stdout.write(helpText);
    return exitStatus.done;
  }
  // Files first: nobody is asked for a key in vain.
  const backup = command.action === 'save' ? undefined : await readBackup(command.file);
  const client = await openClient(command);
  try {
    if (backup === undefined) return await save(client, command.file);
    if (command.action === 'plan') return await plan(client, backup, command.options);
    if (command.action === 'restore') return await restore(client, backup, command.options);
    return await rewriteFlows(client, backup, command);
  } finally {
    await client.close();
  }
}

async function readBackup(file: string): Promise<Backup> {
  const parsed = parseBackupText(await readText(file));
  if (!parsed.ok) throw new Error(`${file}: ${formatBackupText(parsed.problem)}`);
  return parsed.backup;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${getErrorCode(error) ?? 'unknown reason'}.`, {
      cause: error,
    });
  }
}

async function openClient({
  host,
  port,
  fingerprint,
  keyFile,
}: BackupCommand): Promise<BridgeClient> {
  const onFirstUse = (certificate: { fingerprint: string }): void =>
    say(`The bridge shows the certificate ${certificate.fingerprint}.`);
  return new BridgeClient({
    host,
    ...(port === undefined ? {} : { port }),
    key: await findKey(keyFile),
    trust: fingerprint === undefined ? { onFirstUse } : { fingerprint },
    events: 'never',
    onWarning: say,
  });
}

/** Never on the command line, where each user of the machine can read it. */
async function findKey(keyFile: string | undefined): Promise<string> {
  const given =
    keyFile === undefined ? process.env['LIGHTING_BRIDGE_KEY'] : await readText(keyFile);
  const key = (given ?? (await askForKey())).trim();
  if (key !== '') return key;
  throw new Error(
    'There is no key. Put it into LIGHTING_BRIDGE_KEY, or into a file for --key-file.',
  );
}

async function askForKey(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  process.stderr.write('Key of the bridge (not shown): ');
  // The terminal would show what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const key = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return key;
}

async function save(client: BridgeClient, file: string): Promise<number> {
  const backup = createBackup(await readHome(client));
  try {
    await writeFile(file, `${JSON.stringify(backup, null, 1)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const reason = getErrorCode(error) ?? 'unknown reason';
    const hint = reason === 'EEXIST' ? ' It exists already: name another file.' : '';
    throw new Error(`${file} cannot be written: ${reason}.${hint}`, { cause: error });
  }
  say(`${file} holds ${backup.resources.length} resources.`);
  return exitStatus.done;
}

async function plan(
  client: BridgeClient,
  backup: Backup,
  options: RestoreOptions,
): Promise<number> {
  const planned = planRestore(backup, await readHome(client), options);
  process.stdout.write(formatPlan(planned));
  return planned.items.some(({ action }) => action === 'cannot')
    ? exitStatus.incomplete
    : exitStatus.done;
}

function formatPlan({ items, devices, warnings }: RestorePlan): string {
  const count = (action: PlanItem['action']): number =>
    items.filter((item) => item.action === action).length;
  const lines = items.filter(({ action }) => action !== 'same').flatMap(formatItem);
  const uncertain = devices.flatMap(({ device, candidates }) =>
    candidates.length === 0
      ? []
      : [
          `Which one is ${clean(device.name)} (${device.id})?`,
          ...candidates.map(
            ({ id, name, room }) => `  --choose ${device.id}=${id}  ${clean(`${name} ${room}`)}`,
          ),
        ],
  );
  const summary =
    `${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete, ` +
    `${count('same')} as in the backup, ${count('cannot')} that cannot be brought back.`;
  return [...warnings.map(formatBackupText), ...lines, ...uncertain, summary, ''].join('\n');
}

const formatItem = (item: PlanItem): readonly string[] => [
  `${item.action}  ${describeItem(item)}${item.id === '' ? '' : `  ${item.id}`}`,
  ...item.changes.map((change) => `  ${formatChange(change)}`),
  ...[...(item.why === undefined ? [] : [item.why]), ...item.notes].map(
    (sentence) => `  ${formatBackupText(sentence)}`,
  ),
];

const describeItem = ({ type, name, group }: PlanItem): string =>
  clean(`${toReadableTypeName(type)} ${name}${group === '' ? '' : ` (${group})`}`.trim());

const formatChange = ({ member, from, to }: SettingChange): string =>
  clean(`${member}: ${formatValue(from)} becomes ${formatValue(to)}`);

/** Longer ones are for a program. */
const maxValueLength = 60;

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} entries`;
  const json = value === undefined ? 'nothing' : JSON.stringify(value);
  return json.length > maxValueLength ? `${json.slice(0, maxValueLength)}…` : json;
}

async function restore(
  client: BridgeClient,
  backup: Backup,
  options: RestoreOptions,
): Promise<number> {
  const cancelling = new AbortController();
  process.once('SIGINT', () => cancelling.abort());
  process.once('SIGTERM', () => cancelling.abort());
  const { results, stopped } = await carryOutRestore(client, backup, {
    ...options,
    signal: cancelling.signal,
    onProgress: ({ done, total, result }) => {
      if (result.outcome === 'same') return;
      const why = result.why === undefined ? [] : [formatBackupText(result.why)];
      const notes = [...why, ...result.notes.map(formatBackupText), clean(result.problem)];
      const tail = notes.filter((note) => note !== '').join(' ');
      say(`${done}/${total} ${result.outcome}: ${describeItem(result)} ${tail}`.trim());
    },
  });
  if (stopped !== undefined) say(formatBackupText(stopped));
  const open = results.filter(({ outcome }) => outcome !== 'done' && outcome !== 'same').length;
  say(`${results.length - open} of ${results.length} are as in the backup.`);
  return open === 0 && stopped === undefined ? exitStatus.done : exitStatus.incomplete;
}

async function rewriteFlows(
  client: BridgeClient,
  backup: Backup,
  { flows: file, options }: BackupCommand,
): Promise<number> {
  const parsed = parseJsonOrUndefined(await readText(file));
  const flows = isObject(parsed) ? parsed['flows'] : parsed;
  if (!Array.isArray(flows)) throw new Error(`${file} holds no flows, as Node-RED exports them.`);
  const { match } = createRestoreState(backup, await readHome(client), options);
  const known = new Set(backup.resources.map(({ id }) => id));
  const taken = takeOverFlows(flows, match.ids, known);
  for (const { type, name, tab, setting, from, to } of taken.changes)
    say(clean(`${type} ${name} (${tab}): ${setting}: ${from} becomes ${to}`));
  for (const { type, name, tab, ids } of taken.foreign)
    say(clean(`${type} ${name} (${tab}) is of another package. Change it yourself: ${ids.join()}`));
  for (const { type, name, tab, ids } of taken.lost)
    say(clean(`${type} ${name} (${tab}) names what is not on the bridge: ${ids.join()}`));
  const rewritten = isObject(parsed) ? { ...parsed, flows: taken.flows } : taken.flows;
  process.stdout.write(`${JSON.stringify(rewritten, null, 4)}\n`);
  return taken.foreign.length + taken.lost.length === 0 ? exitStatus.done : exitStatus.incomplete;
}

/** Anybody may have written the names of the file: they must not move the cursor of the terminal. */
const clean = (line: string): string => replaceHiddenCharacters(line, () => ' ');

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function reportError(error: unknown): number {
  say(clean(error instanceof Error ? error.message : String(error)));
  return exitStatus.failed;
}

async function runAndExit(): Promise<void> {
  process.exitCode = await run().catch(reportError);
}

void runAndExit();
