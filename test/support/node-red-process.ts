import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { AdminRoute, Command, Report } from './node-red-protocol';
import { createObservationLog } from './observations';
import type { ObservationLog } from './observations';

/** A Node-RED in a process of its own, so that a crash is seen and harms nothing else. */
export interface NodeRedProcess {
  readonly port: number;
  readonly log: ObservationLog;
  tell(command: Command): void;
  /** All routes that nodes have added to the editor's server. */
  routes(): Promise<readonly AdminRoute[]>;
  /** Rejects when Node-RED does not stop or when it had crashed. */
  stop(): Promise<void>;
}

const longestStart = 30_000;
/** Node-RED that takes so long hangs; how fast it promises to stop is for the tests of faults to say. */
const longestStop = 30_000;

/** Starts the process and waits until its flows run and its port listens. */
export async function startNodeRedProcess(
  start: Extract<Command, { kind: 'start' }>,
): Promise<NodeRedProcess> {
  const child = fork(join(__dirname, 'node-red-child.js'), {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = collectOutput(child);
  const log = createObservationLog();
  const tell = (command: Command): void => {
    child.send(command);
  };
  child.on('message', (report: Report) => {
    if (report.kind === 'observed') log.add(report.observation);
    if (report.kind === 'failed') log.end(new Error(report.problem));
  });
  child.once('exit', () => log.end(new Error(`Node-RED has ended. ${output()}`)));

  tell(start);
  const ready = await reported(child, 'ready', longestStart, output);
  return {
    port: ready.port,
    log,
    tell,
    async routes() {
      const listed = reported(child, 'routes', longestStart, output);
      tell({ kind: 'list routes' });
      return (await listed).routes;
    },
    async stop() {
      assert.ok(child.connected, `Node-RED has crashed. ${output()}`);
      tell({ kind: 'stop' });
      try {
        await reported(child, 'stopped', longestStop, output);
      } finally {
        await killed(child);
      }
    },
  };
}

/** The report of a kind; rejects when another end comes first. */
function reported<Kind extends Report['kind']>(
  child: ChildProcess,
  kind: Kind,
  within: number,
  output: () => string,
): Promise<Extract<Report, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const onReport = (report: Report): void => {
      if (isKind(report, kind)) settle(() => resolve(report));
      else if (report.kind === 'failed') settle(() => reject(new Error(report.problem)));
    };
    const onExit = (): void =>
      settle(() => reject(new Error(`Node-RED ended before it was ${kind}. ${output()}`)));
    const timer = setTimeout(() => {
      settle(() => reject(new Error(`Node-RED was not ${kind} in ${within} ms. ${output()}`)));
    }, within);
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      child.off('message', onReport).off('exit', onExit);
      finish();
    };
    child.on('message', onReport).on('exit', onExit);
  });
}

const isKind = <Kind extends Report['kind']>(
  report: Report,
  kind: Kind,
): report is Extract<Report, { kind: Kind }> => report.kind === kind;

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (!child.kill('SIGKILL')) resolve();
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
