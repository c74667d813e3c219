import type { Measure, Result } from '../measure';
import { pause, sharedNow } from '../support/clock';
import { bridgeCredentials, bridgeNodes, lampNode } from '../support/flows';
import { startNodeRedHere } from '../support/node-red-here';
import { startSimulatorProcess } from '../support/simulator-process';
import { sendEvenly, writesUntilQuiet } from '../support/messages';
import { member } from '../../src/resources';

/** Far more messages to one lamp than a bridge can take. */
export const messageFlood: Measure = {
  name: 'message-flood',
  title: '1,000 messages to one lamp in one second',
  run,
};

async function run(): Promise<Result[]> {
  const simulator = await startSimulatorProcess(1);
  const { address } = simulator;
  const flows = [...bridgeNodes(address), lampNode('lamp', 0)];
  const nodeRed = await startNodeRedHere(flows, bridgeCredentials(address));
  await pause(1_500);
  await simulator.arrivals();
  const began = sharedNow();
  const lastSent = await sendEvenly(1_000, 1_000, (index) =>
    nodeRed.send('lamp', { payload: { brightness: brightnessOf(index) } }),
  );
  const writes = await writesUntilQuiet(simulator);
  await nodeRed.stop();
  await simulator.stop();
  const last = writes.at(-1);
  const waited = Math.max(1_000, (last?.at ?? began) - began) / 1_000;
  const lastBrightness = member(JSON.parse(last?.body ?? '{}'), 'dimming', 'brightness');
  return [
    { what: 'requests', value: writes.length, unit: '' },
    {
      what: 'requests a second of waiting',
      value: writes.length / waited,
      unit: 'a second',
      atMost: 11,
    },
    {
      what: 'last value that is not the last wish',
      value: lastBrightness === brightnessOf(999) ? 0 : 1,
      unit: '',
      atMost: 0,
    },
    {
      what: 'delay of the last value',
      value: (last?.at ?? Infinity) - lastSent,
      unit: 'ms',
      atMost: 1_000,
    },
  ];
}

const brightnessOf = (index: number): number => 1 + ((index * 7) % 99);
