import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkPackage, writeFlows } from '../../../../scripts/node-red/user-directory';
import type { FlowCredentials, FlowNode } from '../../../../scripts/node-red/user-directory';
import { isObject } from '../../../../src/resources/members';
import { nodeRedVersion } from '../../../support/node-red/node-red';
import { withTimeout } from '../timing';
import { waitUntil } from '../../../support/wait-until';

/** Of this package's nodes, counted in the process. */
export interface MessageTotals {
  received: number;
  /** Messages without an answer at the signal. */
  openAtSignal: number;
  completed: number;
}

/** Runs Node-RED by its own command. */
export interface NodeRedCli {
  /** All output so far. */
  output(): string;
  /** Waits for running flows or a reported failure. */
  started(): Promise<void>;
  /** Sends SIGTERM. @returns exit code, ms until the end, and the totals */
  terminate(): Promise<{ code: number | null; duration: number; totals: MessageTotals }>;
  running(): boolean;
  /** Also ends the process. */
  remove(): void;
}

/** @param settings lines of the settings file, as members of an object */
export async function startNodeRedCli(
  flows: readonly FlowNode[],
  credentials: FlowCredentials | string,
  settings = '',
): Promise<NodeRedCli> {
  const userDirectory = mkdtempSync(join(tmpdir(), 'node-red-command-'));
  linkPackage(userDirectory);
  writeFlows(userDirectory, flows, typeof credentials === 'string' ? {} : credentials);
  if (typeof credentials === 'string') {
    writeFileSync(join(userDirectory, 'flows_cred.json'), credentials);
  }
  const folder = dirname(require.resolve(`${resolveCliPackage()}/package.json`));
  const totalsFile = join(userDirectory, 'account.json');
  const settingsFile = join(userDirectory, 'settings.js');
  writeFileSync(settingsFile, renderSettings(folder, totalsFile, settings));
  const args = ['--userDir', userDirectory, '--settings', settingsFile];
  const child = fork(join(folder, 'red.js'), args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  });
  return createCli(child, userDirectory, totalsFile);
}

/** The command of Node-RED 5 needs Node.js 22.9; Node-RED itself does not. */
function resolveCliPackage(): 'node-red' | 'node-red-5' {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isSupported = major > 22 || (major === 22 && minor >= 9);
  return nodeRedVersion === 5 && isSupported ? 'node-red-5' : 'node-red';
}

function createCli(child: ChildProcess, userDirectory: string, totalsFile: string): NodeRedCli {
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
      waitUntil(
        'the start of Node-RED',
        () => /Started flows|Flows stopped|Error loading/i.test(output),
        {
          timeout: 60_000,
        },
      ),
    async terminate() {
      const start = performance.now();
      child.kill('SIGTERM');
      await withTimeout(10_000, 'the end of Node-RED', () => exit);
      const duration = performance.now() - start;
      return { code: code ?? null, duration, totals: readTotals(totalsFile) };
    },
    remove() {
      if (code === undefined) child.kill('SIGKILL');
      rmSync(userDirectory, { recursive: true, force: true });
    },
  };
}

function readTotals(file: string): MessageTotals {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const count = (name: string): number =>
    Number(isObject(content) ? (content[name] ?? Number.NaN) : Number.NaN);
  return {
    received: count('received'),
    openAtSignal: count('openAtSignal'),
    completed: count('completed'),
  };
}

/** Counts messages of our nodes; writes the totals at the end. */
const renderSettings = (folder: string, totals: string, extraSettings: string): string => `
const { writeFileSync } = require('node:fs');
const { hooks } = require(require.resolve('@node-red/util', { paths: [${JSON.stringify(folder)}] }));
const counts = { received: 0, completed: 0, openAtSignal: 0 };
const isOurs = ({ node }) => /^bridge-/.test(node?.type ?? '');
hooks.add('onReceive.account', ({ destination }) => { if (isOurs(destination)) counts.received += 1; });
hooks.add('onComplete.account', ({ node }) => { if (isOurs(node)) counts.completed += 1; });
process.once('SIGTERM', () => { counts.openAtSignal = counts.received - counts.completed; });
process.on('exit', () => writeFileSync(${JSON.stringify(totals)}, JSON.stringify(counts)));
module.exports = {
  uiPort: 0,
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  disableEditor: true,
  credentialSecret: false,
  telemetry: { enabled: false, updateNotification: false },
  externalModules: { autoInstall: false, palette: { allowInstall: false } },
  ${extraSettings}
};
`;
