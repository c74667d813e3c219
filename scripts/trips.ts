import './source-maps';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';
import RED from 'node-red';
import { findSourceMap } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from './user-directory';
import { startBenchNodeRed } from '../bench/support/bench-node-red';
import {
  createBridgeNodes,
  createCredentials,
  createNoopNode,
  createPollNode,
} from '../bench/support/flows';
import { deriveRid } from '../bench/support/sample-home';
import { startSimulatorProcess } from '../bench/support/simulator-process';

/** Records which functions of this process run. */
class CallRecorder {
  readonly #session = new Session();

  start(): void {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** @returns the source files of this package of which a function ran since the last call */
  takeFiles(): string[] {
    const files: string[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      files.push(...result.flatMap(findSourceFiles));
    });
    return [...new Set(files)].filter((file) => /^(src|nodes)\//.test(file)).toSorted();
  }

  stop(): void {
    this.#session.disconnect();
  }
}

/** The source files of the functions of a script that ran, or went on; the script itself is a function at 0. */
function findSourceFiles({ url, functions }: Profiler.ScriptCoverage): string[] {
  const script = url.startsWith(`file://${packageFolder}/dist/`) ? fileURLToPath(url) : '';
  const sourceMap = findSourceMap(script);
  if (sourceMap === undefined) return [];
  const code = readFileSync(script, 'utf8');
  return functions.flatMap(({ ranges }) => {
    const start = ranges.some(({ count }) => count > 0) ? (ranges[0]?.startOffset ?? 0) : 0;
    if (start === 0) return [];
    const lines = code.slice(0, start).split('\n');
    const entry = sourceMap.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
    return 'originalSource' in entry ? relative(packageFolder, toPath(entry.originalSource)) : [];
  });
}

const toPath = (source: string): string =>
  source.startsWith('file:') ? fileURLToPath(source) : source;

/** Prints the files on the trip of an event: from the bytes of an update of a lamp to `node.send` of a poll node. */
async function main(): Promise<void> {
  const simulator = await startSimulatorProcess(5, { batch: 0 });
  const { address } = simulator;
  const rid = deriveRid('light', 1);
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  await nodeRed.deploy([
    ...createBridgeNodes(address),
    { ...createPollNode('poll', 'light', { rid, interval: 60, wires: ['sink'] }), output: 'value' },
    createNoopNode('sink'),
  ]);
  await pause(3_000);
  const recorder = new CallRecorder();
  recorder.start();
  const trips: string[][] = [];
  RED.hooks.add('onSend.trips', () => void trips.push(recorder.takeFiles()));
  for (const brightness of [31, 32, 33]) {
    recorder.takeFiles();
    await simulator.change(rid, { dimming: { brightness } });
    await pause(500);
  }
  recorder.stop();
  // The first one also finds the names of the lamp, which are kept.
  const files = trips.at(-1) ?? [];
  console.log(`From the bytes of an event to the message: ${files.length} files`);
  for (const file of files) console.log(`  ${file}`);
  await nodeRed.stop();
  await simulator.stop();
}

void main();
