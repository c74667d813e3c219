import type { Extent, Measure, Result } from '../measure';
import { median, quantile } from '../statistics';
import { barePool, bareRequest } from '../support/bare';
import { pause, sharedNow } from '../support/clock';
import { bridgeCredentials, bridgeNodes, lampNode, nothingNode } from '../support/flows';
import { ridOf } from '../support/homes';
import { startNodeRedHere } from '../support/node-red-here';
import { listeners } from '../support/nothing-node';
import { startSimulatorProcess, type SimulatorProcess } from '../support/simulator-process';

/** Fast enough that no message of this measure has to wait for its turn. */
const pace = { lampsPerSecond: 1_000 };
/** Long enough for a request to arrive and to be answered, in ms. */
const between = 6;
/** Messages and requests between two looks at what has arrived. */
const turns = 50;

const nodePath = `light/${ridOf('light', 0)}`;
const barePath = `light/${ridOf('light', 1)}`;

/** From a message that reaches a light node until its request reaches the bridge. */
export const commandLatency: Measure = {
  name: 'command-latency',
  title: 'Message to request on the wire',
  run,
};

type Act = (brightness: number) => unknown;

async function run({ quick }: Extent): Promise<Result[]> {
  const simulator = await startSimulatorProcess(2);
  const { address } = simulator;
  const bare = barePool(address);
  const flows = [...bridgeNodes(address, pace), lampNode('lamp', 0), nothingNode('nothing')];
  const nodeRed = await startNodeRedHere(flows, bridgeCredentials(address));
  const message: Act = (brightness) => nodeRed.send('lamp', { payload: { brightness } });
  const request: Act = (brightness) =>
    bareRequest(bare, address, barePath, { dimming: { brightness } });
  const throughNode: number[] = [];
  const withoutNode: number[] = [];
  await pause(1_000);
  for (let round = 0; round < (quick ? 12 : 42); round += 1) {
    const taken = await takenInTurns(simulator, message, request);
    // What has run only a few times is slow, whoever wrote it.
    if (round < 2) continue;
    throughNode.push(...taken.throughNode);
    withoutNode.push(...taken.withoutNode);
  }
  const delivery = await deliveryTimes((text) => nodeRed.send('nothing', { payload: text }));
  await Promise.all([nodeRed.stop(), bare.close()]);
  await simulator.stop();
  return [
    {
      what: 'through a light node, against a bare keep-alive request, median',
      value: median(throughNode) / median(withoutNode),
      unit: 'x',
      atMost: 1.15,
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

interface Taken {
  throughNode: number[];
  withoutNode: number[];
}

/** Messages and bare requests in turn. @returns how long each took to the bridge, in ms */
async function takenInTurns(
  simulator: SimulatorProcess,
  message: Act,
  request: Act,
): Promise<Taken> {
  await simulator.arrivals();
  const began: Record<string, number[]> = { [nodePath]: [], [barePath]: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    const acts: [string, Act][] = [
      [nodePath, message],
      [barePath, request],
    ];
    if (turn % 2 === 1) acts.reverse();
    for (const [path, act] of acts) {
      began[path]?.push(sharedNow());
      void act(1 + turn);
      await pause(between);
    }
  }
  await pause(100);
  const arrivals = await simulator.arrivals();
  const taken = (path: string): number[] => {
    const arrived = arrivals.filter((one) => one.method === 'PUT' && one.path.endsWith(path));
    const times = began[path] ?? [];
    // When the machine was busy, two messages became one request: then nobody knows which took how long.
    if (arrived.length !== times.length) return [];
    return arrived.map(({ at }, index) => at - (times[index] ?? at));
  };
  return { throughNode: taken(nodePath), withoutNode: taken(barePath) };
}

/** What it takes Node-RED to hand a message to a node that does nothing, in ms. */
async function deliveryTimes(send: (text: string) => void): Promise<number[]> {
  const times: number[] = [];
  let began = 0;
  const onMessage = (): void => {
    times.push(sharedNow() - began);
  };
  listeners.add(onMessage);
  for (let count = 0; count < 400; count += 1) {
    began = sharedNow();
    send(`message ${count}`);
    await pause(between / 2);
  }
  listeners.delete(onMessage);
  return times;
}
