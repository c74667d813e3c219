import { randomUUID } from 'node:crypto';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { pause, monotonicNow } from './clock';
import { createHome, createSmallLamp, deriveRid } from './sample-home';
import type {
  RequestArrival,
  SimulatorCommand,
  SimulatorCommandResult,
} from './simulator-protocol';

/** The simulator's work must not count. */
const arrivals: RequestArrival[] = [];
const state: { simulator?: Simulator } = {};

process.on('message', (command: SimulatorCommand) => {
  handleCommand(command).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ kind: 'failed', problem: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function handleCommand(command: SimulatorCommand): Promise<SimulatorCommandResult> {
  switch (command.kind) {
    case 'start':
      return start(command);
    case 'arrivals':
      return { kind: 'arrivals', arrivals: arrivals.splice(0) };
    case 'change':
      getSimulator().home.change(command.rid, command.part);
      return { kind: 'changed', at: monotonicNow() };
    case 'storm':
      return storm(command);
    case 'add':
      return addLamps(command);
    default:
      return burst(command);
  }
}

async function start({
  lamps,
  batch,
}: Extract<SimulatorCommand, { kind: 'start' }>): Promise<SimulatorCommandResult> {
  const simulator = await startSimulator({ port: 0, home: createHome(lamps), events: { batch } });
  state.simulator = simulator;
  simulator.log.on('request', ({ method, path, body }) => {
    arrivals.push({ at: monotonicNow(), method, path, body });
  });
  const { host, port, key, fingerprint, certificate, bridgeId } = simulator;
  return { kind: 'started', address: { host, port, key, fingerprint, certificate, bridgeId } };
}

function getSimulator(): Simulator {
  if (state.simulator === undefined) throw new Error('The simulator has not been started.');
  return state.simulator;
}

async function burst(
  command: Extract<SimulatorCommand, { kind: 'burst' }>,
): Promise<SimulatorCommandResult> {
  const { home } = getSimulator();
  const began = monotonicNow();
  const total = command.perSecond * command.seconds;
  let changes = 0;
  while (changes < total) {
    const dueCount = Math.min(total, ((monotonicNow() - began) / 1_000) * command.perSecond);
    // The bridge would merge two changes of a sensor in a batch.
    const batchEnd = Math.min(dueCount, changes + command.sensors);
    for (; changes < batchEnd; changes += 1) changeTemperature(home, command.sensors, changes);
    await pause(batchEnd < dueCount ? 0 : 2);
  }
  return { kind: 'burst', changes };
}

function changeTemperature(home: Simulator['home'], sensors: number, change: number): void {
  const temperature = 15 + (change % 1_000) / 100;
  const report = { changed: new Date().toISOString(), temperature };
  home.change(deriveRid('temperature', change % sensors), {
    temperature: { temperature, temperature_report: report },
  });
}

/** Writes events itself: the simulator's stream cannot control the number of changes in one event. */
async function storm({
  perSecond,
  seconds,
  lamps,
  changesPerEvent,
}: Extract<SimulatorCommand, { kind: 'storm' }>): Promise<SimulatorCommandResult> {
  const { home, events } = getSimulator();
  const began = monotonicNow();
  const total = perSecond * seconds;
  let changes = 0;
  while (changes < total) {
    const dueCount = Math.min(total, ((monotonicNow() - began) / 1_000) * perSecond);
    for (; changes + changesPerEvent <= dueCount; changes += changesPerEvent) {
      const numbers = Array.from({ length: changesPerEvent }, (_, index) => changes + index);
      const data = numbers.map((number) => dimLamp(home, number % lamps));
      events.writeRaw(formatEvent('update', changes, data));
    }
    await pause(1);
  }
  return { kind: 'storm', changes };
}

/** Returns its entry of the event. */
function dimLamp(home: Simulator['home'], lamp: number): object {
  const dimming = { brightness: (Date.now() % 100_000) / 1_000 };
  const { id, id_v1, owner, service_id, type } = home.change(deriveRid('light', lamp), { dimming });
  return { dimming, id, id_v1, owner, service_id, type };
}

function addLamps({
  lamps,
  from,
}: Extract<SimulatorCommand, { kind: 'add' }>): SimulatorCommandResult {
  const data = Array.from({ length: lamps }, (_, index) => createSmallLamp(from + index)).flat();
  getSimulator().events.writeRaw(formatEvent('add', from, data));
  return { kind: 'added' };
}

function formatEvent(type: 'add' | 'update', number: number, data: readonly object[]): string {
  const creationtime = `${new Date().toISOString().slice(0, 19)}Z`;
  const event = { creationtime, data, id: randomUUID(), type };
  return `id: ${Math.floor(Date.now() / 1_000)}:${number}\ndata: ${JSON.stringify([event])}\n\n`;
}
