import assert from 'node:assert/strict';
import type { Change } from '../../../src/bridge';
import { furnishedHome } from '../../../src/simulator/furniture';
import type { Simulator } from '../../../src/simulator';
import type { Resource } from '../../../src/resources';
import type { FaultCase } from '../fault-case';
import { lampsOf, startLiveHome } from '../support/live-home';
import { ridOf } from '../support/requests';
import type { Trial } from '../support/trial';
import { until } from '../../support/until';

export const stateCases: readonly FaultCase[] = [
  {
    number: 28,
    title: 'A bridge without an event stream',
    bound: 'polled instead, with the same changes told',
    run: withoutStream,
  },
  {
    number: 29,
    title: 'Unknown types, missing members, mirek null, other ids after a restart',
    bound: 'passed through, never fatal',
    run: oddResources,
  },
];

type Act = (simulator: Simulator) => void;

const acts: readonly Act[] = [
  (simulator) => change(simulator, 0, { dimming: { brightness: 12.5 } }),
  (simulator) => change(simulator, 1, { metadata: { name: 'Neu 🌟' } }),
  (simulator) => simulator.home.add({ type: 'light', id: ridOf(7), on: { on: true } }),
  (simulator) => simulator.home.change(ridOf(7), { on: { on: false } }),
  (simulator) => void simulator.home.remove(ridOf(7)),
  (simulator) => change(simulator, 2, { color_temperature: { mirek: null, unknown_member: 1 } }),
  (simulator) => change(simulator, 0, { dimming: { brightness: 88 } }),
];

const change = (simulator: Simulator, lamp: number, part: Record<string, unknown>): void => {
  simulator.home.change(lampsOf(simulator)[lamp] ?? '', part);
};

async function withoutStream(trial: Trial): Promise<void> {
  const told = await Promise.all([changesOf(trial, true), changesOf(trial, false)]);
  assert.deepEqual(told[1], told[0]);
  trial.tally('changes told alike with and without an event stream', told[0].length, acts.length);
}

async function changesOf(trial: Trial, stream: boolean): Promise<unknown[]> {
  const live = await startLiveHome(trial, { interval: 50, events: stream ? { batch: 0 } : false });
  if (stream) await live.live();
  live.changes.length = 0;
  for (const [index, act] of acts.entries()) {
    act(live.simulator);
    await until('the change', () => live.changes.length > index);
  }
  if (!stream) assert.equal(live.client.connection.mode, 'polling');
  return live.changes.map(comparable);
}

const comparable = ({ kind, resource, changed }: Change): unknown => [
  kind,
  resource.id,
  changed.toSorted(),
  resource['metadata'],
];

const odd: readonly Resource[] = [
  { type: 'warp_drive', id: ridOf(1), warp: 9 },
  { type: 'light', id: ridOf(2) },
  { type: 'light', id: ridOf(3), metadata: null, on: null, dimming: 'full', color: [] },
  {
    type: 'light',
    id: ridOf(4),
    on: { on: true },
    color_temperature: { mirek: null, mirek_valid: false },
  },
  {
    type: 'room',
    id: ridOf(5),
    children: null,
    services: [null, 7, { rid: ridOf(99), rtype: 'light' }],
  },
  {
    type: 'device',
    id: ridOf(6),
    services: [{ rid: ridOf(6), rtype: 'device' }],
    owner: { rid: ridOf(6), rtype: 'device' },
  },
  { type: 'grouped_light', id: ridOf(8), owner: { rid: ridOf(98), rtype: 'room' } },
  { type: '__proto__', id: ridOf(9), constructor: 1 },
  { type: 'temperature', id: 'no-uuid', temperature: { temperature_report: null } },
];

async function oddResources(trial: Trial): Promise<void> {
  const home = [...furnishedHome('02a1b2fffec3d4e5'), ...odd];
  const live = await startLiveHome(trial, { home, rtypes: ['light', 'room', 'temperature'] });
  const { simulator, client, changes } = live;
  await live.live();
  let resolved = 0;
  for (const { id } of home) {
    const name = client.mirror.name(id);
    const room = client.mirror.room(id);
    if (typeof (name ?? '') === 'string' && typeof (room?.id ?? '') === 'string') resolved += 1;
  }
  trial.tally('resources named and placed, or not', resolved, home.length);
  const kept = odd.filter(({ id }) => client.mirror.get(id) !== undefined);
  trial.tally('odd resources passed through', kept.length, odd.length);

  const { port, identity } = simulator;
  const before = lampsOf(simulator);
  await simulator.stop();
  changes.length = 0;
  const renamed = home.map((resource) =>
    resource.type === 'light'
      ? { ...resource, id: resource.id.replace(/^.{8}/, 'abcdef01') }
      : resource,
  );
  const again = await trial.simulator({ port, identity, home: renamed, events: { batch: 0 } });
  const deleted = (): number => changes.filter(({ kind }) => kind === 'deleted').length;
  await until('the other ids', () => before.every((id) => client.mirror.get(id) === undefined));
  await until('the changes', () => deleted() >= before.length);
  const lost = await trial.ask(client.get('light', before[0] ?? ''));
  assert.ok('error' in lost && lost.error.code === 'ERR_BRIDGE_NOT_FOUND');
  const added = changes.filter(({ kind }) => kind === 'added').length;
  trial.tally(
    'lamps with other ids told as new after a restart',
    added,
    again.home.byType('light').length,
  );
}
