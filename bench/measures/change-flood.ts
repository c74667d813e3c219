import { createParser } from 'eventsource-parser';
import { Client } from 'undici';
import { member } from '../../src/resources';
import type { Extent, Measure, Result } from '../measure';
import { quantile } from '../statistics';
import { cpuTime, pause } from '../support/clock';
import { bridgeCredentials, bridgeNodes, nothingNode, pollNode } from '../support/flows';
import { ridOf } from '../support/homes';
import { startNodeRedHere } from '../support/node-red-here';
import { listeners } from '../support/nothing-node';
import { startSimulatorProcess, type SimulatorProcess } from '../support/simulator-process';
import type { Address } from '../support/simulator-protocol';

const perSecond = 2_000;
const nodes = 100;

/** Many changes a second, each for one of many nodes. */
export const changeFlood: Measure = {
  name: 'change-flood',
  title: '2,000 changes a second to 100 nodes',
  run,
};

async function run({ quick }: Extent): Promise<Result[]> {
  const seconds = quick ? 3 : 10;
  const simulator = await startSimulatorProcess(nodes, { batch: 0 });
  const { address } = simulator;
  const nodeRed = await startNodeRedHere([], bridgeCredentials(address));
  const burst = (): Promise<number> => simulator.burst({ perSecond, seconds, sensors: nodes });
  const bare = await bareReading(address, burst);
  const indexes = Array.from({ length: nodes }, (_, index) => index);
  const polls = indexes.map((index) =>
    pollNode(`poll-${index}`, 'temperature', {
      rid: ridOf('temperature', index),
      interval: 60,
      wires: ['sink'],
    }),
  );
  await nodeRed.deploy([...bridgeNodes(address), ...polls, nothingNode('sink')]);
  await pause(3_000);
  const flow = await flowReading(simulator, burst);
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
    { what: 'CPU, against a bare reader of the stream', value: flow.cpu / bare, unit: 'x' },
    { what: 'CPU of one core', value: flow.cpu / (10 * seconds), unit: '%' },
    { what: 'CPU of one core, bare reader', value: bare / (10 * seconds), unit: '%' },
    {
      what: 'delay, 95th percentile',
      value: quantile(flow.delays, 0.95),
      unit: 'ms',
      atMost: 1_000,
    },
  ];
}

/** CPU time of reading the stream and parsing its messages, and nothing else, in ms. */
async function bareReading(address: Address, burst: () => Promise<number>): Promise<number> {
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
  const reading = readEvents(answer.body);
  await pause(500);
  const before = cpuTime();
  await burst();
  await pause(500);
  const used = cpuTime() - before;
  await client.destroy();
  await reading;
  return used;
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

interface FlowReading {
  changes: number;
  cpu: number;
  /** Of each message, in ms. */
  delays: number[];
}

async function flowReading(
  simulator: SimulatorProcess,
  burst: () => Promise<number>,
): Promise<FlowReading> {
  const delays: number[] = [];
  const onMessage = (message: object): void => {
    const report = member(message, 'payload', 'temperature', 'temperature_report', 'changed');
    delays.push(Date.now() - Date.parse(String(report)));
  };
  listeners.add(onMessage);
  await simulator.arrivals();
  const before = cpuTime();
  const changes = await burst();
  await pause(500);
  const cpu = cpuTime() - before;
  await pause(2_000);
  listeners.delete(onMessage);
  return { changes, cpu, delays };
}
