import './process/source-maps';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';
import RED from 'node-red';
import { findSourceMap } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from './node-red/user-directory';
import { startBenchNodeRed } from '../bench/support/bench-node-red';
import {
  createBridgeNodes,
  createCredentials,
  createLampNode,
  createNoopNode,
  createPollNode,
} from '../bench/support/flows';
import { deriveRid } from '../bench/support/sample-home';
import { startSimulatorProcess } from '../bench/support/simulator-process';
import type { Dispatcher } from 'undici';
import { loadHttpClient } from '../src/bridge/http';

class CallRecorder {
  readonly #session = new Session();

  start(): void {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** @returns files of functions that ran since the last call */
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

/** The script itself is a function at 0. */
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

/** Called right before a request reaches the HTTP library, and around stream bytes from it. */
interface HttpObserver {
  onRequest?: (() => void) | undefined;
  onStreamBytes?: (() => void) | undefined;
  onStreamBytesRead?: (() => void) | undefined;
}

function observeHttp(observer: HttpObserver): void {
  const { prototype } = loadHttpClient();
  const dispatch = Reflect.get(prototype, 'dispatch');
  prototype.dispatch = function observedDispatch(...args) {
    const [{ path }, handler] = args;
    if (path.startsWith('/eventstream/')) observeBytes(handler, observer);
    else observer.onRequest?.();
    return Reflect.apply(dispatch, this, args);
  };
}

function observeBytes(handler: Dispatcher.DispatchHandler, observer: HttpObserver): void {
  const handOver = Reflect.get(handler, 'onResponseData');
  if (handOver === undefined) return;
  handler.onResponseData = (...args) => {
    observer.onStreamBytes?.();
    Reflect.apply(handOver, handler, args);
    observer.onStreamBytesRead?.();
  };
}

function print(title: string, files: readonly string[]): void {
  console.log(`${title}: ${files.length} files`);
  for (const file of files) console.log(`  ${file}`);
}

/** Prints the last trip in one turn: on a machine that stalls, trips take more turns and files. */
function printTrip(
  title: string,
  tripsInOneTurn: readonly string[][],
  trips: readonly string[][],
): void {
  const trip = tripsInOneTurn.at(-1);
  print(trip === undefined ? title : `${title}, in one turn`, trip ?? trips.at(-1) ?? []);
}

const listLoadedBundles = (): string[] =>
  Object.keys(require.cache)
    .map((file) => relative(packageFolder, file))
    .filter((file) => file.startsWith(join('dist', 'bundle')));

/** Prints files of a command, from node input to the HTTP library, and of an event; then loaded files. */
async function main(): Promise<void> {
  const simulator = await startSimulatorProcess(5, { batch: 0 });
  const { address } = simulator;
  const rid = deriveRid('light', 1);
  const observer: HttpObserver = {};
  observeHttp(observer);
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  await nodeRed.deploy([
    ...createBridgeNodes(address, { lampsPerSecond: 1_000 }),
    createLampNode('lamp', 0),
    { ...createPollNode('poll', 'light', { rid, interval: 60, wires: ['sink'] }), output: 'value' },
    createNoopNode('sink'),
  ]);
  await pause(2_000);
  const recorder = new CallRecorder();
  const commands: string[][] = [];
  const events: string[][] = [];
  RED.hooks.add('onSend.trips', () => void events.push(recorder.takeFiles()));
  recorder.start();
  observer.onRequest = () => void commands.push(recorder.takeFiles());
  const eventsInOneTurn: string[][] = [];
  let eventsBefore = 0;
  observer.onStreamBytes = () => {
    eventsBefore = events.length;
    recorder.takeFiles();
  };
  observer.onStreamBytesRead = () => {
    eventsInOneTurn.push(...events.slice(eventsBefore));
  };
  // The first command also does work that is kept.
  for (const brightness of [31, 32, 33]) {
    await simulator.change(rid, { dimming: { brightness } });
    await pause(300);
  }
  const commandsInOneTurn: string[][] = [];
  for (const on of [true, false, true]) {
    recorder.takeFiles();
    const sentBefore = commands.length;
    nodeRed.send('lamp', { payload: { on } });
    commandsInOneTurn.push(...commands.slice(sentBefore));
    await pause(300);
  }
  observer.onRequest = undefined;
  observer.onStreamBytes = undefined;
  observer.onStreamBytesRead = undefined;
  recorder.stop();
  printTrip('From the message to the request', commandsInOneTurn, commands);
  printTrip('From the bytes of an event to the message', eventsInOneTurn, events);
  print('What was loaded for both', listLoadedBundles());
  await nodeRed.stop();
  await simulator.stop();
}

void main();
