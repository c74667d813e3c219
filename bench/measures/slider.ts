import type { Measure, Result } from '../measure';
import { pause, sharedNow } from '../support/clock';
import { bridgeCredentials, bridgeNodes, lampNode, lightNode } from '../support/flows';
import { ridOf } from '../support/homes';
import { sendEvenly, writesUntilQuiet } from '../support/messages';
import { startNodeRedHere, type NodeRedHere } from '../support/node-red-here';
import { startSimulatorProcess, type SimulatorProcess } from '../support/simulator-process';

/** A person at a slider, and a lamp behind many group commands. */
export const slider: Measure = { name: 'slider', title: 'A slider, and a busy group', run };

async function run(): Promise<Result[]> {
  const simulator = await startSimulatorProcess(10);
  const { address } = simulator;
  const group = lightNode('group', ridOf('grouped_light', 0));
  const flows = [...bridgeNodes(address), lampNode('lamp', 0), group];
  const nodeRed = await startNodeRedHere(flows, bridgeCredentials(address));
  await pause(1_500);
  const results = [...(await slide(simulator, nodeRed)), await lampBehindGroup(simulator, nodeRed)];
  await nodeRed.stop();
  await simulator.stop();
  return results;
}

async function slide(simulator: SimulatorProcess, nodeRed: NodeRedHere): Promise<Result[]> {
  await simulator.arrivals();
  const lastSent = await sendEvenly(200, 2_000, (index) =>
    nodeRed.send('lamp', { payload: 1 + (index % 99) }),
  );
  const writes = await writesUntilQuiet(simulator);
  const late = (writes.at(-1)?.at ?? Infinity) - lastSent;
  return [
    { what: '200 slider messages in 2 s: requests', value: writes.length, unit: '', atMost: 25 },
    {
      what: '200 slider messages in 2 s: last value late by',
      value: late,
      unit: 'ms',
      atMost: 1_000,
    },
  ];
}

/** Group commands that cannot be merged, and right behind them one lamp. */
async function lampBehindGroup(simulator: SimulatorProcess, nodeRed: NodeRedHere): Promise<Result> {
  await pause(1_500);
  await simulator.arrivals();
  for (let index = 0; index < 30; index += 1) {
    nodeRed.send('group', { payload: { on: true, brightness: 1 + index } });
  }
  const sent = sharedNow();
  nodeRed.send('lamp', { payload: 77 });
  await pause(1_000);
  const arrivals = await simulator.arrivals();
  const lamp = arrivals.find(({ method, path }) => method === 'PUT' && path.includes('/light/'));
  return {
    what: '30 group commands, then one lamp: the lamp after',
    value: (lamp?.at ?? Infinity) - sent,
    unit: 'ms',
    atMost: 300,
  };
}
