import type { Extent, Measure, Result } from '../measure';
import { median } from '../statistics';
import { barePool, bareRequest } from '../support/bare';
import { pause, sharedNow } from '../support/clock';
import { bridgeCredentials, bridgeNodes, lampNode } from '../support/flows';
import { ridOf } from '../support/homes';
import { startNodeRedHere } from '../support/node-red-here';
import { startSimulatorProcess, type SimulatorProcess } from '../support/simulator-process';

/** Lamps that are set through nodes; as many others are set by bare requests. The queue lets ten go at once. */
const lamps = 10;
/** Until the queue would let ten go at once again, in ms. */
const rest = 1_150;
/** Long enough for a request to arrive and to be answered, in ms. */
const between = 8;

/** From a message that reaches a light node until its request reaches the bridge. */
export const commandLatency: Measure = {
  name: 'command-latency',
  title: 'Message to request on the wire',
  run,
};

type Act = (lamp: number, brightness: number) => unknown;

async function run({ quick }: Extent): Promise<Result[]> {
  const simulator = await startSimulatorProcess(2 * lamps);
  const { address } = simulator;
  const bare = barePool(address);
  const nodes = Array.from({ length: lamps }, (_, lamp) => lampNode(`lamp-${lamp}`, lamp));
  const flows = [...bridgeNodes(address), ...nodes];
  const nodeRed = await startNodeRedHere(flows, bridgeCredentials(address));
  const sendMessage: Act = (lamp, brightness) =>
    nodeRed.send(`lamp-${lamp}`, { payload: { brightness } });
  const sendBare: Act = (lamp, brightness) =>
    bareRequest(bare, address, bareLamp(lamp), { dimming: { brightness } });
  await warmUp(sendMessage, sendBare);
  const throughNode: number[] = [];
  const withoutNode: number[] = [];
  for (let round = 0; round < (quick ? 8 : 30); round += 1) {
    await pause(rest);
    await simulator.arrivals();
    const began = await actInTurn(round, sendMessage, sendBare);
    const arrived = await arrivalTimes(simulator);
    for (const [path, at] of began) {
      const taken = (arrived.get(path) ?? Infinity) - at;
      (bareLamps.has(path) ? withoutNode : throughNode).push(taken);
    }
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

const nodeLamp = (lamp: number): string => `light/${ridOf('light', lamp)}`;
const bareLamp = (lamp: number): string => nodeLamp(lamps + lamp);
const bareLamps = new Set(Array.from({ length: lamps }, (_, lamp) => bareLamp(lamp)));

/** What has run only a few times is slow, whoever wrote it. */
async function warmUp(sendMessage: Act, sendBare: Act): Promise<void> {
  for (let round = 0; round < 40; round += 1) {
    for (let count = 0; count < 50; count += 1) sendMessage(count % lamps, 1 + count);
    for (let count = 0; count < 20; count += 1) await sendBare(count % lamps, 1 + count);
    await pause(30);
  }
}

/** A message and a bare request to each lamp, the order changing. @returns when each began, by path */
async function actInTurn(
  round: number,
  sendMessage: Act,
  sendBare: Act,
): Promise<Map<string, number>> {
  const began = new Map<string, number>();
  for (let lamp = 0; lamp < lamps; lamp += 1) {
    const turns = [
      { path: nodeLamp(lamp), act: sendMessage },
      { path: bareLamp(lamp), act: sendBare },
    ];
    if ((round + lamp) % 2 === 1) turns.reverse();
    for (const { path, act } of turns) {
      began.set(path, sharedNow());
      void act(lamp, 1 + ((round + lamp) % 99));
      await pause(between);
    }
  }
  return began;
}

/** When the PUTs of a round arrived, by path. */
async function arrivalTimes(simulator: SimulatorProcess): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (let look = 0; look < 20 && times.size < 2 * lamps; look += 1) {
    await pause(20);
    for (const { method, path, at } of await simulator.arrivals()) {
      if (method === 'PUT') times.set(path.replace('/clip/v2/resource/', ''), at);
    }
  }
  return times;
}
