import assert from 'node:assert/strict';
import { omitNullMembers } from '../../../../src/resources/members';
import { isDeepStrictEqual } from 'node:util';
import type { ResourceChangeEvent } from '../../../../src/bridge';
import { createFixtureHome } from '../../../../src/simulator/fixtures/home';
import type { Simulator } from '../../../../src/simulator';
import type { Resource } from '../../../../src/resources/resource';
import type { FaultCase } from '../../fault-case';
import { findDimmableLampIds, startClientHarness } from '../../support/client-harness';
import { makeRid } from '../../support/client-requests';
import type { Trial } from '../../support/trial';
import { waitUntil } from '../../../support/wait-until';

export const pollingCases: readonly FaultCase[] = [
  {
    number: 28,
    title: 'A bridge without an event stream',
    bound: 'polled instead, with the same changes reported',
    run: withoutStream,
  },
  {
    number: 29,
    title: 'Unknown types, missing members, mirek null, other ids after a restart',
    bound: 'passed through, never fatal',
    run: oddResources,
  },
];

type HomeOperation = (simulator: Simulator) => void;

const homeOperations: readonly HomeOperation[] = [
  (simulator) => changeLamp(simulator, 0, { dimming: { brightness: 12.5 } }),
  (simulator) => changeLamp(simulator, 1, { metadata: { name: 'Neu 🌟' } }),
  (simulator) => simulator.home.add({ type: 'light', id: makeRid(7), on: { on: true } }),
  (simulator) => simulator.home.change(makeRid(7), { on: { on: false } }),
  (simulator) => void simulator.home.remove(makeRid(7)),
  (simulator) =>
    changeLamp(simulator, 2, { color_temperature: { mirek: null, unknown_member: 1 } }),
  (simulator) => changeLamp(simulator, 0, { dimming: { brightness: 88 } }),
];

const changeLamp = (simulator: Simulator, lamp: number, part: Record<string, unknown>): void => {
  simulator.home.change(findDimmableLampIds(simulator)[lamp] ?? '', part);
};

async function withoutStream(trial: Trial): Promise<void> {
  const reported = await Promise.all([collectChanges(trial, true), collectChanges(trial, false)]);
  assert.deepEqual(reported[1], reported[0]);
  trial.tally(
    'changes reported alike with and without an event stream',
    reported[0].length,
    homeOperations.length,
  );
}

async function collectChanges(trial: Trial, stream: boolean): Promise<unknown[]> {
  const harness = await startClientHarness(trial, {
    interval: 50,
    events: stream ? { batch: 0 } : false,
  });
  if (stream) await harness.waitForStream();
  harness.changes.length = 0;
  for (const [index, operation] of homeOperations.entries()) {
    operation(harness.simulator);
    await waitUntil('the change', () => harness.changes.length > index);
  }
  if (!stream) assert.equal(harness.client.connectionState.mode, 'polling');
  return harness.changes.map(toComparable);
}

const toComparable = ({ kind, resource, changed }: ResourceChangeEvent): unknown => [
  kind,
  resource.id,
  changed.toSorted(),
  resource['metadata'],
];

/** A malformed resource, and the name and room that are still found for it. */
interface OddResource {
  resource: Resource;
  name?: string;
  /** Id of the room that it stands in. */
  room?: string;
}

const oddResourceSamples: readonly OddResource[] = [
  { resource: { type: 'warp_drive', id: makeRid(1), warp: 9 } },
  { resource: { type: 'light', id: makeRid(2) } },
  {
    resource: {
      type: 'light',
      id: makeRid(3),
      metadata: null,
      on: null,
      dimming: 'full',
      color: [],
      owner: { rid: makeRid(6), rtype: 'device' },
    },
    name: 'Its own owner',
    room: makeRid(5),
  },
  {
    resource: {
      type: 'light',
      id: makeRid(4),
      metadata: { name: 'No white' },
      on: { on: true },
      color_temperature: { mirek: null, mirek_valid: false },
    },
    name: 'No white',
  },
  {
    resource: {
      type: 'room',
      id: makeRid(5),
      metadata: { name: 'Attic' },
      children: [null, 7, { rid: makeRid(99) }, { rid: makeRid(6), rtype: 'device' }],
      services: null,
    },
    name: 'Attic',
    room: makeRid(5),
  },
  {
    resource: {
      type: 'device',
      id: makeRid(6),
      metadata: { name: 'Its own owner' },
      services: [{ rid: makeRid(6), rtype: 'device' }],
      owner: { rid: makeRid(6), rtype: 'device' },
    },
    name: 'Its own owner',
    room: makeRid(5),
  },
  {
    resource: { type: 'room', id: makeRid(7), metadata: { name: 7 }, children: null },
    room: makeRid(7),
  },
  {
    resource: { type: 'grouped_light', id: makeRid(8), owner: { rid: makeRid(98), rtype: 'room' } },
  },
  { resource: { type: '__proto__', id: makeRid(9), constructor: 1 } },
  {
    resource: {
      type: 'temperature',
      id: 'no-uuid',
      temperature: { temperature_report: null },
      owner: { rid: makeRid(5), rtype: 'room' },
    },
    name: 'Attic',
    room: makeRid(5),
  },
];

async function oddResources(trial: Trial): Promise<void> {
  const home = [
    ...createFixtureHome('02a1b2fffec3d4e5'),
    ...oddResourceSamples.map(({ resource }) => resource),
  ];
  const harness = await startClientHarness(trial, {
    home,
    rtypes: ['light', 'room', 'temperature'],
  });
  const { simulator, client, changes } = harness;
  await harness.waitForStream();
  const known = oddResourceSamples.map(({ resource: { id } }) => id);
  assert.deepEqual(
    known.map((id) => [id, client.stateCache.name(id), client.stateCache.room(id)?.id]),
    oddResourceSamples.map(({ resource, name, room }) => [resource.id, name, room]),
  );
  const { length } = oddResourceSamples;
  trial.note(`${length} odd resources named and placed as far as they say`);
  const kept = known.filter((id) => {
    const held = simulator.home.get(id);
    return (
      held !== undefined && isDeepStrictEqual(client.stateCache.get(id), omitNullMembers(held))
    );
  });
  trial.tally('odd resources passed through', kept.length, length);

  const { port, identity } = simulator;
  const before = findDimmableLampIds(simulator);
  await simulator.stop();
  changes.length = 0;
  const renamed = home.map((resource) =>
    resource.type === 'light'
      ? { ...resource, id: resource.id.replace(/^.{8}/, 'abcdef01') }
      : resource,
  );
  const restarted = await trial.simulator({ port, identity, home: renamed, events: { batch: 0 } });
  const deleted = (): number => changes.filter(({ kind }) => kind === 'deleted').length;
  await waitUntil('the other ids', () =>
    before.every((id) => client.stateCache.get(id) === undefined),
  );
  await waitUntil('the changes', () => deleted() >= before.length);
  const missingResult = await trial.ask(client.get('light', before[0] ?? ''));
  assert.ok('error' in missingResult && missingResult.error.code === 'ERR_BRIDGE_NOT_FOUND');
  const added = changes.filter(({ kind }) => kind === 'added').length;
  trial.tally(
    'lamps with other ids reported as new after a restart',
    added,
    restarted.home.byType('light').length,
  );
}
