import { getNestedMember } from '../../src/resources/members';
import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { quantile } from '../statistics';
import { cpuTime, pause } from '../support/clock';
import {
  createCredentials,
  createBridgeNodes,
  createNoopNode,
  createPollNode,
} from '../support/flows';
import { deriveRid } from '../support/sample-home';
import { startBenchNodeRed } from '../support/bench-node-red';
import type { BenchNodeRed } from '../support/bench-node-red';
import { messageListeners, noopNodes } from '../support/noop-node';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';
import { get } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { SimulatorAddress } from '../support/simulator-protocol';

const perSecond = 2_000;
const nodeCount = 100;

export const changeFloodMeasure: Measure = {
  name: 'change-flood',
  title: '2,000 changes of lamps a second to 100 nodes',
  run,
};

/** `atMost`: CPU time as a multiple of a lean reader of the stream. */
const storms = [
  { changesPerEvent: 1, what: 'one in an event', atMost: 3.5 },
  {
    changesPerEvent: 20,
    what: '20 in an event',
    atMost: 3,
    rest: 'of what the package does, the copies of the resource in three members of each message take 38 %, taking in the change 22 %, parsing 10 %.',
  },
] as const;

type Storm = (typeof storms)[number];

/** In ms. */
interface StormCosts {
  lean: number;
  nodeRed: number;
  flow: number;
  delays: number[];
  changes: number;
}

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const seconds = quick ? 3 : 10;
  const rounds = quick ? 1 : 2;
  const simulator = await startSimulatorProcess(nodeCount, { batch: 3_600_000 });
  const { address } = simulator;
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  const costs = new Map<Storm, StormCosts[]>(storms.map((storm) => [storm, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const storm of storms) {
      const burst = (duration: number): Promise<number> =>
        simulator.storm({
          perSecond,
          seconds: duration,
          lamps: nodeCount,
          changesPerEvent: storm.changesPerEvent,
        });
      costs.get(storm)?.push(await measureStorm(simulator, nodeRed, burst, seconds));
    }
  }
  await nodeRed.stop();
  await simulator.stop();
  return storms.flatMap((storm) => formatCosts(storm, costs.get(storm) ?? [], seconds));
}

function formatCosts(storm: Storm, costs: readonly StormCosts[], seconds: number): MeasureResult[] {
  const { what, atMost } = storm;
  // Other work on the machine only adds time.
  const least = (name: 'lean' | 'nodeRed' | 'flow'): number =>
    Math.min(...costs.map((cost) => cost[name]));
  const delays = costs.flatMap((cost) => cost.delays);
  const changes = costs.reduce((sum, cost) => sum + cost.changes, 0);
  return [
    {
      what: `${what}: CPU, against a lean reader of the stream`,
      value: least('flow') / least('lean'),
      unit: 'x',
      atMost,
      ...('rest' in storm ? { rest: storm.rest } : {}),
    },
    {
      what: `${what}: CPU of the lean reader that sends messages through Node-RED, against itself`,
      value: least('nodeRed') / least('lean'),
      unit: 'x',
    },
    { what: `${what}: CPU of one core`, value: least('flow') / (10 * seconds), unit: '%' },
    {
      what: `${what}: CPU of one core, lean reader`,
      value: least('lean') / (10 * seconds),
      unit: '%',
    },
    {
      what: `${what}: changes that became no message`,
      value: changes - delays.length,
      unit: '',
      atMost: 0,
    },
    {
      what: `${what}: delay, 95th percentile`,
      value: quantile(delays, 0.95),
      unit: 'ms',
      atMost: 1_000,
    },
  ];
}

/** @param burst returns the number of changes */
async function measureStorm(
  { address }: SimulatorProcess,
  nodeRed: BenchNodeRed,
  burst: (seconds: number) => Promise<number>,
  seconds: number,
): Promise<StormCosts> {
  const measureBurst = async (): Promise<{ cpu: number; changes: number }> => {
    await burst(1); // The first run includes compilation.
    await pause(200);
    delays.length = 0;
    const before = cpuTime();
    const changes = await burst(seconds);
    await pause(300);
    return { cpu: cpuTime() - before, changes };
  };
  const delays: number[] = [];
  const recordDelay = (message: object): void => void delays.push(getDelay(message));
  const indexes = Array.from({ length: nodeCount }, (_, index) => index);

  const leanReader = await openLeanStreamReader(address, () => undefined);
  const lean = await measureBurst();
  leanReader.close();

  const sources = indexes.map((index) => createNoopNode(`source-${index}`, ['sink']));
  await nodeRed.deploy([...createBridgeNodes(address), ...sources, createNoopNode('sink')]);
  const sendingReader = await openLeanStreamReader(address, sendEntries);
  const alone = await measureBurst();
  sendingReader.close();

  const polls = indexes.map((index) =>
    createPollNode(`poll-${index}`, 'light', {
      rid: deriveRid('light', index),
      interval: 60,
      wires: ['sink'],
    }),
  );
  await nodeRed.deploy([...createBridgeNodes(address), ...polls, createNoopNode('sink')]);
  await pause(3_000);
  messageListeners.add(recordDelay);
  const flow = await measureBurst();
  await pause(2_000);
  messageListeners.delete(recordDelay);
  await nodeRed.deploy([]);
  return { lean: lean.cpu, nodeRed: alone.cpu, flow: flow.cpu, changes: flow.changes, delays };
}

/** Sends one message for each entry. */
function sendEntries(events: unknown): void {
  if (!Array.isArray(events)) return;
  for (const event of events) {
    const data = getNestedMember(event, 'data');
    if (!Array.isArray(data)) continue;
    for (const payload of data) noopNodes.get(nextSource())?.send({ payload, topic: 'lamp' });
  }
}

let sentCount = 0;
const nextSource = (): string => `source-${(sentCount += 1) % nodeCount}`;

/** Returns the ms from a lamp's change to the message. */
function getDelay(message: object): number {
  const brightness = getNestedMember(message, 'payload', 'dimming', 'brightness');
  const changedAt = typeof brightness === 'number' ? brightness * 1_000 : Number.NaN;
  return (Date.now() - changedAt + 100_000) % 100_000;
}

interface LeanStreamReader {
  close(): void;
}

/**
 * Only splits lines and parses their JSON.
 *
 * @param onEvents takes the parsed content of each message
 */
async function openLeanStreamReader(
  { host, port, key, certificate }: SimulatorAddress,
  onEvents: (events: unknown) => void,
): Promise<LeanStreamReader> {
  const request = get({
    host,
    port,
    path: '/eventstream/clip/v2',
    headers: { 'home-application-key': key, accept: 'text/event-stream' },
    ca: certificate,
    checkServerIdentity: () => undefined,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onEvents(JSON.parse(line.slice(6)));
  });
  // `close` ends the response early, which emits an error.
  response.on('error', () => undefined);
  return { close: () => void request.destroy() };
}
