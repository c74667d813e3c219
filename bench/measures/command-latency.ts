import type { Extent, Measure, Result } from '../measure';
import { median } from '../statistics';
import { barePool, bareRequest } from '../support/bare';
import { pause, sharedNow } from '../support/clock';
import { bridgeCredentials, bridgeNodes, lampNode } from '../support/flows';
import { ridOf } from '../support/homes';
import { startNodeRedHere } from '../support/node-red-here';
import { startSimulatorProcess, type SimulatorProcess } from '../support/simulator-process';

/** Slower than the pace of lamps, so that no message has to wait, in ms. */
const between = 115;

const bareLamp = `light/${ridOf('light', 1)}`;

/** From a message that reaches a light node until its request reaches the bridge. */
export const commandLatency: Measure = {
  name: 'command-latency',
  title: 'Message to request on the wire',
  run,
};

async function run({ quick }: Extent): Promise<Result[]> {
  const simulator = await startSimulatorProcess(2);
  const { address } = simulator;
  const bare = barePool(address);
  const flows = [...bridgeNodes(address), lampNode('lamp', 0)];
  const nodeRed = await startNodeRedHere(flows, bridgeCredentials(address));
  const throughNode: number[] = [];
  const withoutNode: number[] = [];
  const sendMessage = (brightness: number): void =>
    nodeRed.send('lamp', { payload: { brightness } });
  const sendBare = (brightness: number): Promise<unknown> =>
    bareRequest(bare, address, bareLamp, { dimming: { brightness } });
  const rounds = quick ? 40 : 200;
  for (let round = -5; round < rounds; round += 1) {
    const brightness = 10 + (round % 80);
    const node = await timed(simulator, () => sendMessage(Math.abs(brightness)));
    const plain = await timed(simulator, () => void sendBare(Math.abs(brightness)));
    if (round < 0) continue;
    throughNode.push(node);
    withoutNode.push(plain);
  }
  await Promise.all([nodeRed.stop(), bare.close()]);
  await simulator.stop();
  return [
    {
      what: 'through a light node, against a bare keep-alive request',
      value: median(throughNode) / median(withoutNode),
      unit: 'x',
      atMost: 1.15,
    },
    { what: 'through a light node, median', value: median(throughNode), unit: 'ms' },
    { what: 'bare keep-alive request, median', value: median(withoutNode), unit: 'ms' },
  ];
}

/** From the call until the PUT that it leads to has reached the bridge, in ms. */
async function timed(simulator: SimulatorProcess, act: () => void): Promise<number> {
  await simulator.arrivals();
  const began = sharedNow();
  act();
  await pause(between / 2);
  const arrivals = await simulator.arrivals();
  const arrived = arrivals.find(({ method }) => method === 'PUT');
  if (arrived === undefined) throw new Error('No request has reached the bridge.');
  return arrived.at - began;
}
