import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
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

/** A resource that no bridge should hold, and what can be said of it all the same. */
interface Oddity {
  resource: Resource;
  name?: string;
  /** Id of the room that it stands in. */
  room?: string;
}

const oddities: readonly Oddity[] = [
  { resource: { type: 'warp_drive', id: ridOf(1), warp: 9 } },
  { resource: { type: 'light', id: ridOf(2) } },
  {
    resource: {
      type: 'light',
      id: ridOf(3),
      metadata: null,
      on: null,
      dimming: 'full',
      color: [],
      owner: { rid: ridOf(6), rtype: 'device' },
    },
    name: 'Its own owner',
    room: ridOf(5),
  },
  {
    resource: {
      type: 'light',
      id: ridOf(4),
      metadata: { name: 'No white' },
      on: { on: true },
      color_temperature: { mirek: null, mirek_valid: false },
    },
    name: 'No white',
  },
  {
    resource: {
      type: 'room',
      id: ridOf(5),
      metadata: { name: 'Attic' },
      children: [null, 7, { rid: ridOf(99) }, { rid: ridOf(6), rtype: 'device' }],
      services: null,
    },
    name: 'Attic',
    room: ridOf(5),
  },
  {
    resource: {
      type: 'device',
      id: ridOf(6),
      metadata: { name: 'Its own owner' },
      services: [{ rid: ridOf(6), rtype: 'device' }],
      owner: { rid: ridOf(6), rtype: 'device' },
    },
    name: 'Its own owner',
    room: ridOf(5),
  },
  {
    resource: { type: 'room', id: ridOf(7), metadata: { name: 7 }, children: null },
    room: ridOf(7),
  },
  { resource: { type: 'grouped_light', id: ridOf(8), owner: { rid: ridOf(98), rtype: 'room' } } },
  { resource: { type: '__proto__', id: ridOf(9), constructor: 1 } },
  {
    resource: {
      type: 'temperature',
      id: 'no-uuid',
      temperature: { temperature_report: null },
      owner: { rid: ridOf(5), rtype: 'room' },
    },
    name: 'Attic',
    room: ridOf(5),
  },
];

async function oddResources(trial: Trial): Promise<void> {
  const home = [...furnishedHome('02a1b2fffec3d4e5'), ...oddities.map(({ resource }) => resource)];
  const live = await startLiveHome(trial, { home, rtypes: ['light', 'room', 'temperature'] });
  const { simulator, client, changes } = live;
  await live.live();
  const known = oddities.map(({ resource: { id } }) => id);
  assert.deepEqual(
    known.map((id) => [id, client.mirror.name(id), client.mirror.room(id)?.id]),
    oddities.map(({ resource, name, room }) => [resource.id, name, room]),
  );
  const { length } = oddities;
  trial.note(`${length} odd resources named and placed as far as they say`);
  const kept = known.filter((id) => {
    const held = simulator.home.get(id);
    return held !== undefined && isDeepStrictEqual(client.mirror.get(id), held);
  });
  trial.tally('odd resources passed through', kept.length, length);

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
