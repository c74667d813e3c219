import { getNestedMember } from '../../src/resources/members';
import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { median, quantile } from '../statistics';
import { pause, monotonicNow } from '../support/clock';
import {
  createCredentials,
  createBridgeNodes,
  createNoopNode,
  createPollNode,
} from '../support/flows';
import { deriveRid } from '../support/sample-home';
import { startBenchNodeRed } from '../support/bench-node-red';
import { messageListeners } from '../support/noop-node';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';

export const changeLatencyMeasure: Measure = {
  name: 'change-latency',
  title: 'Change at the bridge to message in the flow',
  run,
};

/** In seconds. */
const interval = 1;
/** In ms. No fraction of the interval, so that changes are spread over it. */
const pauseBetween = 137;

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const sensors = quick ? 30 : 100;
  const simulator = await startSimulatorProcess(sensors, { batch: 0 });
  const { address } = simulator;
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  const flow = [
    createPollNode('poll', 'temperature', { interval, wires: ['sink'] }),
    createNoopNode('sink'),
  ];
  const latencies: number[][] = [];
  for (const events of ['never', 'auto']) {
    await nodeRed.deploy([...createBridgeNodes(address, { events }), ...flow]);
    await pause(3_000);
    latencies.push(await measureLatencies(simulator, sensors, 30 + latencies.length));
  }
  await nodeRed.stop();
  await simulator.stop();
  const [polling = [], stream = []] = latencies;
  return [
    { what: 'event stream, median', value: median(stream), unit: 'ms', atMost: 50 },
    { what: 'event stream, 95th percentile', value: quantile(stream, 0.95), unit: 'ms' },
    { what: 'polling every second, median', value: median(polling), unit: 'ms' },
    { what: 'polling every second, 95th percentile', value: quantile(polling, 0.95), unit: 'ms' },
    {
      what: 'polling, against the event stream, median',
      value: median(polling) / median(stream),
      unit: 'x',
    },
  ];
}

async function measureLatencies(
  simulator: SimulatorProcess,
  sensors: number,
  temperature: number,
): Promise<number[]> {
  const arrived = new Map<unknown, number>();
  const onMessage = (message: object): void => {
    arrived.set(getNestedMember(message, 'payload', 'id'), monotonicNow());
  };
  messageListeners.add(onMessage);
  const changed = new Map<string, number>();
  for (let index = 0; index < sensors; index += 1) {
    const report = { changed: new Date().toISOString(), temperature };
    const part = { temperature: { temperature, temperature_report: report } };
    const rid = deriveRid('temperature', index);
    changed.set(rid, await simulator.change(rid, part));
    await pause(pauseBetween);
  }
  await pause(2_000);
  messageListeners.delete(onMessage);
  return [...changed].map(([rid, at]) => (arrived.get(rid) ?? Infinity) - at);
}
