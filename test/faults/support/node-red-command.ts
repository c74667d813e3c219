import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkPackage, writeFlows } from '../../../scripts/user-directory';
import type { FlowCredentials, FlowNode } from '../../../scripts/user-directory';
import { isObject } from '../../../src/resources';
import { nodeRedVersion } from '../../support/node-red';
import { within } from './wait';
import { until } from '../../support/until';

/** Messages that the nodes of this package had got and ended, as the process saw it at its end. */
export interface Account {
  received: number;
  /** By signal: messages that had no answer when it came. */
  openAtSignal: number;
  completed: number;
}

/** Node-RED as its own command runs it, in a process of its own. */
export interface NodeRedCommand {
  /** Everything it has written. */
  output(): string;
  /** Waits until its flows run, or until it says that they do not. */
  started(): Promise<void>;
  /** Sends SIGTERM and waits for the end. @returns exit code, ms until the end, and the account */
  terminate(): Promise<{ code: number | null; took: number; account: Account }>;
  /** True until the process has ended. */
  running(): boolean;
  /** Ends the process if it runs, and removes its directory. */
  remove(): void;
}

/** Starts the command. @param settings further lines of the settings file, as members of an object */
export async function startNodeRedCommand(
  flows: readonly FlowNode[],
  credentials: FlowCredentials | string,
  settings = '',
): Promise<NodeRedCommand> {
  const userDirectory = mkdtempSync(join(tmpdir(), 'node-red-command-'));
  linkPackage(userDirectory);
  writeFlows(userDirectory, flows, typeof credentials === 'string' ? {} : credentials);
  if (typeof credentials === 'string') {
    writeFileSync(join(userDirectory, 'flows_cred.json'), credentials);
  }
  const folder = dirname(require.resolve(`${commandPackage()}/package.json`));
  const accountFile = join(userDirectory, 'account.json');
  const settingsFile = join(userDirectory, 'settings.js');
  writeFileSync(settingsFile, settingsText(folder, accountFile, settings));
  const command = ['--userDir', userDirectory, '--settings', settingsFile];
  const child = fork(join(folder, 'red.js'), command, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  });
  return commandOf(child, userDirectory, accountFile);
}

/** The command of Node-RED 5 does not run before Node.js 22.9, although Node-RED itself does. */
function commandPackage(): 'node-red' | 'node-red-5' {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const runs = major > 22 || (major === 22 && minor >= 9);
  return nodeRedVersion === 5 && runs ? 'node-red-5' : 'node-red';
}

function commandOf(
  child: ChildProcess,
  userDirectory: string,
  accountFile: string,
): NodeRedCommand {
  let output = '';
  let code: number | null | undefined;
  const append = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  const exit = new Promise<void>((resolve) => {
    child.once('exit', (exitCode) => {
      code = exitCode;
      resolve();
    });
  });
  return {
    output: () => output,
    running: () => code === undefined,
    started: () =>
      until(
        'the start of Node-RED',
        () => /Started flows|Flows stopped|Error loading/i.test(output),
        {
          limit: 25_000,
        },
      ),
    async terminate() {
      const start = performance.now();
      child.kill('SIGTERM');
      await within(10_000, 'the end of Node-RED', () => exit);
      const took = performance.now() - start;
      return { code: code ?? null, took, account: readAccount(accountFile) };
    },
    remove() {
      if (code === undefined) child.kill('SIGKILL');
      rmSync(userDirectory, { recursive: true, force: true });
    },
  };
}

function readAccount(file: string): Account {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const count = (name: string): number =>
    Number(isObject(content) ? (content[name] ?? Number.NaN) : Number.NaN);
  return {
    received: count('received'),
    openAtSignal: count('openAtSignal'),
    completed: count('completed'),
  };
}

/** The settings file counts what goes into and out of our nodes, and writes it down at the end. */
const settingsText = (folder: string, account: string, further: string): string => `
const { writeFileSync } = require('node:fs');
const { hooks } = require(require.resolve('@node-red/util', { paths: [${JSON.stringify(folder)}] }));
const counts = { received: 0, completed: 0, openAtSignal: 0 };
const isOurs = ({ node }) => /^bridge-/.test(node?.type ?? '');
hooks.add('onReceive.account', ({ destination }) => { if (isOurs(destination)) counts.received += 1; });
hooks.add('onComplete.account', ({ node }) => { if (isOurs(node)) counts.completed += 1; });
process.once('SIGTERM', () => { counts.openAtSignal = counts.received - counts.completed; });
process.on('exit', () => writeFileSync(${JSON.stringify(account)}, JSON.stringify(counts)));
module.exports = {
  uiPort: 0,
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  disableEditor: true,
  credentialSecret: false,
  telemetry: { enabled: false, updateNotification: false },
  externalModules: { autoInstall: false, palette: { allowInstall: false } },
  ${further}
};
`;
