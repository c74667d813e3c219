import { startSimulator, type Simulator } from '../../src/simulator';
import { pause, sharedNow } from './clock';
import { homeOf, ridOf } from './homes';
import type { Arrival, SimulatorCommand, SimulatorReply } from './simulator-protocol';

/** Runs the simulator for a measure, so that its work is not counted as the package's. */
const arrivals: Arrival[] = [];
const state: { simulator?: Simulator } = {};

process.on('message', (command: SimulatorCommand) => {
  answer(command).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ kind: 'failed', problem: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function answer(command: SimulatorCommand): Promise<SimulatorReply> {
  switch (command.kind) {
    case 'start':
      return start(command);
    case 'arrivals':
      return { kind: 'arrivals', arrivals: arrivals.splice(0) };
    case 'change':
      running().home.change(command.rid, command.part);
      return { kind: 'changed', at: sharedNow() };
    default:
      return burst(command);
  }
}

async function start({
  lamps,
  batch,
}: Extract<SimulatorCommand, { kind: 'start' }>): Promise<SimulatorReply> {
  const simulator = await startSimulator({ port: 0, home: homeOf(lamps), events: { batch } });
  state.simulator = simulator;
  simulator.log.on('request', ({ method, path, body }) => {
    arrivals.push({ at: sharedNow(), method, path, body });
  });
  const { host, port, key, fingerprint, certificate, bridgeId } = simulator;
  return { kind: 'started', address: { host, port, key, fingerprint, certificate, bridgeId } };
}

function running(): Simulator {
  if (state.simulator === undefined) throw new Error('The simulator has not been started.');
  return state.simulator;
}

async function burst(
  command: Extract<SimulatorCommand, { kind: 'burst' }>,
): Promise<SimulatorReply> {
  const { home } = running();
  const began = sharedNow();
  const total = command.perSecond * command.seconds;
  let changes = 0;
  while (changes < total) {
    const due = Math.min(total, ((sharedNow() - began) / 1_000) * command.perSecond);
    // Never twice the same sensor in one turn: the bridge would make one event of the two.
    const turn = Math.min(due, changes + command.sensors);
    for (; changes < turn; changes += 1) warm(home, command.sensors, changes);
    await pause(turn < due ? 0 : 2);
  }
  return { kind: 'burst', changes };
}

/** Changes the temperature of the sensor whose turn it is. */
function warm(home: Simulator['home'], sensors: number, change: number): void {
  const temperature = 15 + (change % 1_000) / 100;
  const report = { changed: new Date().toISOString(), temperature };
  home.change(ridOf('temperature', change % sensors), {
    temperature: { temperature, temperature_report: report },
  });
}
