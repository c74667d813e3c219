import { createParser } from 'eventsource-parser';
import { Client } from 'undici';
import { getMember } from '../../src/resources';
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
import { messageListeners } from '../support/noop-node';
import { startSimulatorProcess, type SimulatorProcess } from '../support/simulator-process';
import type { SimulatorAddress } from '../support/simulator-protocol';

const perSecond = 2_000;
const nodeCount = 100;

/** Many changes a second, each for one of many nodes. */
export const changeFlood: Measure = {
  name: 'change-flood',
  title: '2,000 changes a second to 100 nodes',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const seconds = quick ? 3 : 10;
  const simulator = await startSimulatorProcess(nodeCount, { batch: 0 });
  const { address } = simulator;
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  const burst = (): Promise<number> => simulator.burst({ perSecond, seconds, sensors: nodeCount });
  const baselineCpu = await measureBaseline(address, burst);
  const indexes = Array.from({ length: nodeCount }, (_, index) => index);
  const polls = indexes.map((index) =>
    createPollNode(`poll-${index}`, 'temperature', {
      rid: deriveRid('temperature', index),
      interval: 60,
      wires: ['sink'],
    }),
  );
  await nodeRed.deploy([...createBridgeNodes(address), ...polls, createNoopNode('sink')]);
  await pause(3_000);
  const flow = await measureFlow(simulator, burst);
  await nodeRed.stop();
  await simulator.stop();
  return [
    { what: 'changes', value: flow.changes, unit: '' },
    {
      what: 'changes that became no message',
      value: flow.changes - flow.delays.length,
      unit: '',
      atMost: 0,
    },
    { what: 'CPU, against a bare reader of the stream', value: flow.cpu / baselineCpu, unit: 'x' },
    { what: 'CPU of one core', value: flow.cpu / (10 * seconds), unit: '%' },
    { what: 'CPU of one core, bare reader', value: baselineCpu / (10 * seconds), unit: '%' },
    {
      what: 'delay, 95th percentile',
      value: quantile(flow.delays, 0.95),
      unit: 'ms',
      atMost: 1_000,
    },
  ];
}

/** CPU time of reading the stream and parsing its messages, and nothing else, in ms. */
async function measureBaseline(
  address: SimulatorAddress,
  burst: () => Promise<number>,
): Promise<number> {
  const { host, port, key, certificate } = address;
  const client = new Client(`https://${host}:${port}`, {
    bodyTimeout: 0,
    connect: { ca: certificate, checkServerIdentity: () => undefined },
  });
  const answer = await client.request({
    method: 'GET',
    path: '/eventstream/clip/v2',
    headers: { 'home-application-key': key, accept: 'text/event-stream' },
  });
  const pendingRead = readEvents(answer.body);
  await pause(500);
  const before = cpuTime();
  await burst();
  await pause(500);
  const usedCpu = cpuTime() - before;
  await client.destroy();
  await pendingRead;
  return usedCpu;
}

/** Reads until the connection is ended from this side. */
async function readEvents(body: AsyncIterable<Uint8Array>): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => void JSON.parse(data) });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
  } catch (error) {
    if (!(error instanceof Error && /destroyed|aborted|closed|terminated/iu.test(error.message)))
      throw error;
  }
}

interface FlowMeasurement {
  changes: number;
  cpu: number;
  /** Of each message, in ms. */
  delays: number[];
}

async function measureFlow(
  simulator: SimulatorProcess,
  burst: () => Promise<number>,
): Promise<FlowMeasurement> {
  const delays: number[] = [];
  const onMessage = (message: object): void => {
    const report = getMember(message, 'payload', 'temperature', 'temperature_report', 'changed');
    delays.push(Date.now() - Date.parse(String(report)));
  };
  messageListeners.add(onMessage);
  await simulator.arrivals();
  const before = cpuTime();
  const changes = await burst();
  await pause(500);
  const cpu = cpuTime() - before;
  await pause(2_000);
  messageListeners.delete(onMessage);
  return { changes, cpu, delays };
}
