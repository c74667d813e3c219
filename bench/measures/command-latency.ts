import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { median, quantile } from '../statistics';
import { createBaselinePool, sendBaselineRequest } from '../support/baseline-client';
import { pause, monotonicNow } from '../support/clock';
import {
  createCredentials,
  createBridgeNodes,
  createLampNode,
  createNoopNode,
} from '../support/flows';
import { deriveRid } from '../support/sample-home';
import { startBenchNodeRed } from '../support/bench-node-red';
import { messageListeners } from '../support/noop-node';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';

/** No message may wait in the queue. */
const rate = { lampsPerSecond: 1_000 };
/** In ms. Enough for a request and its answer. */
const pauseBetween = 6;
/** Per round. */
const messagesPerRound = 50;

const nodePath = `light/${deriveRid('light', 0)}`;
const baselinePath = `light/${deriveRid('light', 1)}`;

export const commandLatencyMeasure: Measure = {
  name: 'command-latency',
  title: 'Message to request on the wire',
  run,
};

type SendFunction = (brightness: number) => unknown;

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const simulator = await startSimulatorProcess(2);
  const { address } = simulator;
  const baselinePool = createBaselinePool(address);
  const flows = [
    ...createBridgeNodes(address, rate),
    createLampNode('lamp', 0),
    createNoopNode('nothing'),
  ];
  const nodeRed = await startBenchNodeRed(flows, createCredentials(address));
  const message: SendFunction = (brightness) => nodeRed.send('lamp', { payload: { brightness } });
  const request: SendFunction = (brightness) =>
    sendBaselineRequest(baselinePool, address, baselinePath, { dimming: { brightness } });
  const throughNode: number[] = [];
  const withoutNode: number[] = [];
  await pause(1_000);
  for (let round = 0; round < (quick ? 12 : 42); round += 1) {
    const taken = await measureAlternating(simulator, message, request);
    // The first rounds run uncompiled code.
    if (round < 2) continue;
    throughNode.push(...taken.throughNode);
    withoutNode.push(...taken.withoutNode);
  }
  const delivery = await deliveryTimes((text) => nodeRed.send('nothing', { payload: text }));
  await Promise.all([nodeRed.stop(), baselinePool.close()]);
  await simulator.stop();
  return [
    {
      what: 'through a light node, against a bare keep-alive request, median',
      value: median(throughNode) / median(withoutNode),
      unit: 'x',
      atMost: 1.25,
      rest: 'of 0.37 ms until undici has the request (0.15 without the node) Node-RED takes 0.08, the settings with the copy of the payload 0.05, the words and the check of the body 0.08, client and queue 0.08, the node itself 0.07: some 60 short functions.',
    },
    { what: 'through a light node, median', value: median(throughNode), unit: 'ms' },
    {
      what: 'through a light node, 95th percentile',
      value: quantile(throughNode, 0.95),
      unit: 'ms',
    },
    { what: 'bare keep-alive request, median', value: median(withoutNode), unit: 'ms' },
    {
      what: 'bare keep-alive request, 95th percentile',
      value: quantile(withoutNode, 0.95),
      unit: 'ms',
    },
    { what: 'of it Node-RED, to bring a message to a node', value: median(delivery), unit: 'ms' },
  ];
}

interface AlternatingLatencies {
  throughNode: number[];
  withoutNode: number[];
}

/** Alternates messages and requests. Returns times until the bridge, in ms. */
async function measureAlternating(
  simulator: SimulatorProcess,
  message: SendFunction,
  request: SendFunction,
): Promise<AlternatingLatencies> {
  await simulator.arrivals();
  const began: Record<string, number[]> = { [nodePath]: [], [baselinePath]: [] };
  for (let turn = 0; turn < messagesPerRound; turn += 1) {
    const sendFunctions: [string, SendFunction][] = [
      [nodePath, message],
      [baselinePath, request],
    ];
    if (turn % 2 === 1) sendFunctions.reverse();
    for (const [path, send] of sendFunctions) {
      began[path]?.push(monotonicNow());
      void send(1 + turn);
      await pause(pauseBetween);
    }
  }
  await pause(100);
  const arrivals = await simulator.arrivals();
  const taken = (path: string): number[] => {
    const arrived = arrivals.filter((one) => one.method === 'PUT' && one.path.endsWith(path));
    const times = began[path] ?? [];
    // On a busy machine, two messages became one request; their times are unknown.
    if (arrived.length !== times.length) return [];
    return arrived.map(({ at }, index) => at - (times[index] ?? at));
  };
  return { throughNode: taken(nodePath), withoutNode: taken(baselinePath) };
}

/** Returns Node-RED's own delivery times, in ms. */
async function deliveryTimes(send: (text: string) => void): Promise<number[]> {
  const times: number[] = [];
  let began = 0;
  const onMessage = (): void => {
    times.push(monotonicNow() - began);
  };
  messageListeners.add(onMessage);
  for (let count = 0; count < 400; count += 1) {
    began = monotonicNow();
    send(`message ${count}`);
    await pause(pauseBetween / 2);
  }
  messageListeners.delete(onMessage);
  return times;
}
