import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AdminRoute, ChildCommand, ChildReport } from './node-red-protocol';
import { createObservationLog } from './observation-log';
import type { ObservationLog } from './observation-log';

/** A crash ends only its own process. */
export interface NodeRedProcess {
  readonly port: number;
  readonly log: ObservationLog;
  /** @param name such as `SIGSTOP` */
  signal(name: NodeJS.Signals): void;
  /** As a power cut does. */
  kill(): Promise<void>;
  sendCommand(command: ChildCommand): void;
  /** Added by nodes to the editor's server. */
  routes(): Promise<readonly AdminRoute[]>;
  /** Rejects if Node-RED hangs or has crashed. */
  stop(): Promise<void>;
}

/** In ms: a busy machine takes many times as long. */
const startTimeout = 60_000;
/** In ms, before Node-RED counts as hanging; test/faults checks the promised time. */
const stopTimeout = 30_000;
/** After the stop of Node-RED, in ms. */
const exitTimeout = 10_000;

/** Waits for flows and port. */
export async function startNodeRedProcess(
  start: Extract<ChildCommand, { kind: 'start' }>,
): Promise<NodeRedProcess> {
  const child = fork(join(__dirname, 'node-red-child.js'), {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = collectOutput(child);
  const log = createObservationLog();
  const sendCommand = (command: ChildCommand): void => {
    child.send(command);
  };
  child.on('message', (report: ChildReport) => {
    if (report.kind === 'observed') log.add(report.observation);
    if (report.kind === 'failed') log.end(new Error(report.problem));
  });
  child.once('exit', () => log.end(new Error(`Node-RED has ended. ${output()}`)));

  sendCommand(start);
  const ready = await waitForReport(child, 'ready', startTimeout, output);
  return {
    port: ready.port,
    log,
    signal: (name) => void child.kill(name),
    async kill() {
      const hasEnded = once(child, 'exit');
      child.kill('SIGKILL');
      await hasEnded;
    },
    sendCommand,
    async routes() {
      const routesReport = waitForReport(child, 'routes', startTimeout, output);
      sendCommand({ kind: 'list routes' });
      return (await routesReport).routes;
    },
    async stop() {
      assert.ok(child.connected, `Node-RED has crashed. ${output()}`);
      sendCommand({ kind: 'stop' });
      try {
        await waitForReport(child, 'stopped', stopTimeout, output);
      } finally {
        await endAndWait(child);
      }
    },
  };
}

/** Rejects if the process ends first. */
function waitForReport<Kind extends ChildReport['kind']>(
  child: ChildProcess,
  kind: Kind,
  timeout: number,
  output: () => string,
): Promise<Extract<ChildReport, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const onReport = (report: ChildReport): void => {
      if (isKind(report, kind)) settle(() => resolve(report));
      else if (report.kind === 'failed') settle(() => reject(new Error(report.problem)));
    };
    const onExit = (): void =>
      settle(() => reject(new Error(`Node-RED ended before it was ${kind}. ${output()}`)));
    const timer = setTimeout(() => {
      settle(() => reject(new Error(`Node-RED was not ${kind} in ${timeout} ms. ${output()}`)));
    }, timeout);
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      child.off('message', onReport).off('exit', onExit);
      finish();
    };
    child.on('message', onReport).on('exit', onExit);
  });
}

const isKind = <Kind extends ChildReport['kind']>(
  report: ChildReport,
  kind: Kind,
): report is Extract<ChildReport, { kind: Kind }> => report.kind === kind;

/** An ending process writes its coverage; otherwise it is killed. */
function endAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const killTimer = setTimeout(() => child.kill('SIGKILL'), exitTimeout);
    child.once('exit', () => {
      clearTimeout(killTimer);
      resolve();
    });
    if (child.connected) child.disconnect();
  });
}

function collectOutput(child: ChildProcess): () => string {
  let output = '';
  const append = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  return () => (output === '' ? '' : `It said:\n${output}`);
}
