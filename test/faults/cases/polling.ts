import assert from 'node:assert/strict';
import {
  omitNullMembers,
  getNestedMember,
  isObject,
  parseJsonOrUndefined,
} from '../../../src/resources/members';
import { isDeepStrictEqual } from 'node:util';
import type { ResourceChangeEvent } from '../../../src/bridge';
import { createFixtureHome } from '../../../src/simulator/fixtures/home';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import type { Resource } from '../../../src/resources/resource';
import type { FaultCase } from '../fault-case';
import { findDimmableLampIds, startClientHarness, makeRid } from '../support/client-harness';
import type { Trial } from '../support/trial';
import { waitUntil } from '../../support/wait-until';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  unthrottledLimits,
  unthrottledSettings,
  FlowUnderTest,
} from '../support/node-red/flow-under-test';
import { getPlainValue, getResourceDefinition, sensorTypes } from '../../../src/resources/table';
import type { KnownResourceType } from '../../../src/resources/table';
import {
  isMotionZoneServiceType,
  motionZoneServiceTypes,
} from '../../../src/resources/motion-zones';
import { startMqttBroker } from '../../../scripts/start/mqtt-broker';
import type { MqttBroker } from '../../../scripts/start/mqtt-broker';
import { readExampleFlow } from '../../../scripts/node-red/example-flows';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { startSwitchableProxy } from '../../support/network/sockets';

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

export const resourceTypeCases: readonly FaultCase[] = [
  {
    number: 71,
    title:
      'A type that nobody knows, a malformed type among others, names that only lists of services give',
    bound:
      'read, watched and found like any other, written only when that is allowed; the other types are read; the same names',
    run: unknownTypes,
  },
];

const bridgeId = '02a1b2fffec3d4e5';
const drive: Resource = {
  type: 'warp_drive',
  id: makeRid(1),
  metadata: { name: 'Drive' },
  warp: 1,
};

async function unknownTypes(trial: Trial): Promise<void> {
  await useUnlistedType(trial);
  await readMalformedType(trial);
  await nameByServices(trial);
}

async function useUnlistedType(trial: Trial): Promise<void> {
  const simulator = await trial.simulator({
    home: [...createFixtureHome(bridgeId), drive],
    events: { batch: 0 },
  });
  trial.expectRate(simulator.port, unthrottledLimits);
  const flow = await FlowUnderTest.start(trial);
  const watched = { rtype: drive.type, target: 'Drive', targetType: 'str', output: 'warp' };
  await flow.deploy(
    createFlow(createBridgeNode(simulator, unthrottledSettings), [
      createNode('resource', 'bridge-resource', { operation: '', rtype: '' }),
      createNode('lenient', 'bridge-resource', {
        operation: '',
        rtype: drive.type,
        allowUnknownFields: true,
      }),
      createNode('poll', 'bridge-poll', { ...watched, interval: '1' }),
    ]),
    createCredentials(trial),
  );
  const { rtype } = watched;
  const state = { operation: 'get', target: 'Drive' };
  const list = await flow.sendOrThrow('resource', { operation: 'list', rtype });
  assert.deepEqual(list['payload'], [drive]);
  // Found by its name alone among all types, and by its id.
  for (const target of ['Drive', drive.id]) {
    const { payload } = await flow.sendOrThrow('resource', { ...state, target });
    assert.deepEqual(payload, drive);
  }
  const writes = (): number => simulator.requests.filter(({ method }) => method !== 'GET').length;
  const update = { operation: 'update', rtype, target: 'Drive', payload: { warp: 9 } };
  const refused = [
    update,
    { ...update, operation: 'create', payload: { warp: 9 } },
    { ...update, operation: 'delete' },
  ];
  for (const message of refused) {
    assert.equal(
      await flow.sendExpectingRefusal('resource', message),
      'ERR_BRIDGE_INVALID_COMMAND',
    );
  }
  trial.tally('writes refused before they were sent', refused.length - writes(), refused.length);
  await flow.sendOrThrow('lenient', { ...update, payload: { warp: 9 } });
  assert.equal(simulator.home.get(drive.id)?.['warp'], 9);
  await waitUntil('the change', () => flow.arrived('out').some(({ payload }) => payload === 9));
  await flow.sendOrThrow('lenient', { ...update, operation: 'delete' });
  assert.equal(simulator.home.get(drive.id), undefined);
  const tricks = [
    '../config',
    '12',
    '__proto__',
    'light/..',
    '%2e%2e',
    'Light',
    '',
    'x'.repeat(65),
    'light?x=1',
  ];
  const before = simulator.requests.length;
  for (const trick of tricks) {
    assert.equal(
      await flow.sendExpectingRefusal('resource', { operation: 'list', rtype: trick }),
      'ERR_BRIDGE_INVALID_COMMAND',
    );
  }
  trial.atMost('requests for odd names of types', simulator.requests.length - before, 0);
}

/** Answers `/resource` as a bridge that has no list of everything. */
const withoutTree = { match: { path: /\/resource$/ }, status: 404 };

async function readMalformedType(trial: Trial): Promise<void> {
  const linkedDrive: Resource = { ...drive, owner: { rid: makeRid(2), rtype: 'device' } };
  const device: Resource = {
    type: 'device',
    id: makeRid(2),
    metadata: { name: 'Engine' },
    services: [{ rid: drive.id, rtype: drive.type }],
  };
  const simulator = await trial.simulator({
    home: [...createFixtureHome(bridgeId), device, linkedDrive],
  });
  simulator.faults.inject(withoutTree);
  const malformedBodies: readonly unknown[] = ['<html>', { data: 'none' }, { errors: [] }];
  for (const body of malformedBodies) {
    const remove = simulator.faults.inject({ match: { rtype: 'motion' }, status: 200, body });
    const client = trial.client(simulator, { limits: unthrottledLimits });
    trial.warnings.length = 0;
    await client.stateCache.refresh();
    const missing = simulator.home
      .all()
      .filter(({ id, type }) => type !== 'motion' && client.stateCache.get(id) === undefined);
    assert.deepEqual(missing, []);
    assert.equal(trial.warnings.length, 1);
    assert.match(trial.warnings[0] ?? '', /motion.*The other types were read\.$/);
    await client.close();
    remove();
  }
  trial.note(
    `all other types read beside a malformed one, and a type beyond the table that a device offers: ${malformedBodies.length} times`,
  );
}

async function nameByServices(trial: Trial): Promise<void> {
  const home = createFixtureHome(bridgeId);
  const ownerless = home.map(({ owner: _owner, ...resource }) => resource);
  const namesOf = async (resources: readonly Resource[]): Promise<Map<string, unknown>> => {
    const simulator = await trial.simulator({ home: resources });
    const { stateCache } = trial.client(simulator);
    await stateCache.refresh();
    return new Map(
      resources.map(({ id, type }) => [`${type} ${id}`, { ...stateCache.displayNames(id) }]),
    );
  };
  const [expected, found] = await Promise.all([namesOf(home), namesOf(ownerless)]);
  const offered = new Set(
    home.flatMap(({ type, services }) =>
      type !== 'service_group' && Array.isArray(services)
        ? services.map((service: unknown) => String(getNestedMember(service, 'rid')))
        : [],
    ),
  );
  const services = home.filter(({ id }) => offered.has(id)).map(({ id, type }) => `${type} ${id}`);
  const same = services.filter((key) => {
    assert.deepEqual(found.get(key), expected.get(key), key);
    return true;
  });
  trial.tally('services named and placed without an owner', same.length, services.length);
}

export const disabledSensorCases: readonly FaultCase[] = [
  {
    number: 72,
    title:
      'A sensor is switched off, or marks its value as not valid, while the event stream is live',
    bound: 'its value is null, whatever its type',
    run: disableSensors,
  },
];

/** Sensors whose plain value is what they measure: that of a motion area is whether it is enabled. */
const measuringTypes = sensorTypes.filter(
  (rtype) => getResourceDefinition(rtype).sample !== undefined,
);

async function disableSensors(trial: Trial): Promise<void> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  trial.expectRate(simulator.port);
  const flow = await FlowUnderTest.start(trial);
  const sensors = measuringTypes.map((rtype) => findSensor(simulator, rtype));
  await flow.deploy(
    createFlow(
      createBridgeNode(simulator),
      sensors.map(({ id, type }) =>
        createNode(`watch-${type}`, 'bridge-poll', {
          rtype: type,
          target: id,
          output: 'value',
          emit: 'change',
          emitAtStart: true,
        }),
      ),
    ),
    createCredentials(trial),
  );
  const values = new Map<unknown, unknown>();
  flow.onArrival('out', ({ resource, payload }) => {
    values.set(getRid(resource), payload);
  });
  const isStreamed = (): boolean =>
    simulator.requests.some(({ path }) => path.startsWith('/eventstream'));
  await waitUntil('the event stream', isStreamed);
  await waitUntil('the first values', () => sensors.every(({ id }) => values.has(id)));
  let kept = 0;
  let changes = 0;
  const expectValue = async (
    sensor: Resource,
    part: Record<string, unknown>,
    isNull: boolean,
  ): Promise<void> => {
    changes += 1;
    values.delete(sensor.id);
    // The report stays as it was, as on real bridges, whose events hold only what changed.
    simulator.home.change(sensor.id, part);
    await waitUntil(`the change of ${sensor.type}`, () => values.has(sensor.id));
    assert.equal(values.get(sensor.id) === null, isNull, `${sensor.type} ${JSON.stringify(part)}`);
    kept += 1;
  };
  const pollsBefore = countReads(simulator);
  for (const sensor of sensors) {
    assert.notEqual(getPlainValue(sensor), undefined, sensor.type);
    // A MotionAware zone takes the reading of its other service.
    const others = listOthersOfZone(simulator, sensor);
    for (const { id } of others) simulator.home.change(id, { enabled: false });
    await expectValue(sensor, { enabled: false }, true);
    await expectValue(sensor, { enabled: true }, false);
    const { report } = getResourceDefinition(sensor.type);
    if (report === undefined) continue;
    const { group, name } = report;
    await expectValue(sensor, { [group]: { [`${name}_valid`]: false } }, true);
    await expectValue(sensor, { [group]: { [`${name}_valid`]: true } }, false);
    for (const { id } of others) simulator.home.change(id, { enabled: true });
  }
  trial.tally(`values of ${sensors.length} types reported as they are`, kept, changes);
  trial.note(`reads beside the event stream: ${countReads(simulator) - pollsBefore}`);
}

function findSensor(simulator: Simulator, rtype: KnownResourceType): Resource {
  const [sensor] = simulator.home.byType(rtype);
  assert.ok(sensor, rtype);
  return sensor;
}

const listOthersOfZone = ({ home }: Simulator, sensor: Resource): readonly Resource[] =>
  isMotionZoneServiceType(sensor.type)
    ? motionZoneServiceTypes
        .flatMap((rtype) => home.byType(rtype))
        .filter(({ id }) => id !== sensor.id)
    : [];

const getRid = (resource: unknown): unknown =>
  typeof resource === 'object' && resource !== null && 'id' in resource ? resource.id : undefined;

const countReads = (simulator: Simulator): number =>
  simulator.requests.filter(({ path }) => path.includes('/resource')).length;

export const deviceListCases: readonly FaultCase[] = [
  {
    number: 75,
    title: 'A bridge without a list of its devices, or with a malformed one',
    bound:
      'lamps and rooms are set and reported all the same, by id and by name; devices are there as soon as the bridge lists them',
    run: oddDeviceLists,
  },
];

const lamp = createFixtureId('light/living-floor');
const group = createFixtureId('grouped_light/kitchen');

interface Variant {
  what: string;
  /** Lets the bridge answer so. @returns ends that */
  readonly begin: (simulator: Simulator) => () => void;
}

/** The bridge answers so for its devices, and has no answer that holds everything. */
const answerForDevices =
  (fault: object): Variant['begin'] =>
  ({ faults }) => {
    faults.inject({ match: { path: /\/resource$/ }, status: 404 });
    faults.inject({ match: { method: 'GET', rtype: 'device' }, ...fault });
    return () => faults.clear();
  };

/** The bridge holds others in the place of its devices. */
const replaceDevices =
  (replace: (device: Resource) => readonly Resource[]): Variant['begin'] =>
  ({ home }) => {
    const devices = home.byType('device');
    const put = (next: readonly Resource[]): void => {
      for (const { id } of devices) home.remove(id);
      for (const device of next) home.add(device);
    };
    put(devices.flatMap(replace));
    return () => put(devices);
  };

const envelope = (data: unknown): object => ({ errors: [], data });

const variants: readonly Variant[] = [
  { what: 'none (404)', begin: answerForDevices({ status: 404 }) },
  { what: 'an error (500)', begin: answerForDevices({ status: 500 }) },
  { what: 'cut short', begin: answerForDevices({ body: '{"errors":[],"data":[{"id":' }) },
  { what: 'null', begin: answerForDevices({ body: envelope(null) }) },
  { what: 'no object', begin: answerForDevices({ body: '[]' }) },
  {
    what: 'entries that are no devices',
    begin: answerForDevices({ body: envelope([null, 7, 'device', [], {}, { id: 7 }]) }),
  },
  { what: 'empty', begin: answerForDevices({ body: envelope([]) }) },
  { what: 'left out of everything', begin: replaceDevices(() => []) },
  { what: 'devices without members', begin: replaceDevices(({ id, type }) => [{ id, type }]) },
  {
    what: 'devices with odd members',
    begin: replaceDevices((device) => [
      { ...device, services: [null, 7, { rid: lamp }], metadata: { name: 7 }, product_data: [] },
    ]),
  },
  {
    what: 'devices whose members are no objects',
    begin: replaceDevices(({ id, type }) => [{ id, type, services: 'none', metadata: 'Lamp' }]),
  },
];

const nodes = [
  createNode('light', 'bridge-light'),
  createNode('resource', 'bridge-resource', { operation: 'list', rtype: 'light' }),
  createNode('poll', 'bridge-poll', { rtype: 'light', interval: '1', wires: [['changes']] }),
  createNode('status', 'bridge-status'),
  createNode('mqtt', 'bridge-mqtt'),
  { id: 'changes', type: 'debug', z: 'tab', active: false, wires: [] },
];

async function oddDeviceLists(trial: Trial): Promise<void> {
  const flow = await FlowUnderTest.start(trial);
  const tally = { set: 0, reported: 0, returned: 0 };
  const chosen = variants.filter((_, index) => trial.mode === 'long' || index % 3 === 1);
  for (const [index, { what, begin }] of chosen.entries()) {
    const simulator = await trial.simulator({ events: { batch: 0 } });
    const end = begin(simulator);
    await flow.deploy(
      createFlow(createBridgeNode(simulator, unthrottledSettings), nodes),
      createCredentials(trial),
    );
    for (const [target, rid, payload] of [
      [lamp, lamp, true],
      ['Floor lamp', lamp, false],
      ['Kitchen', group, true],
    ] as const) {
      const before = countWrites(simulator, rid);
      const { error } = await flow.sendAndWait('light', { target, payload });
      if (error === undefined && countWrites(simulator, rid) === before + 1) tally.set += 1;
      else trial.note(`${what}: ${target} was not set: ${describeError(error)}`);
    }
    const { payload: lamps } = await flow.sendOrThrow('resource', {});
    const isWhole = Array.isArray(lamps) && lamps.length === simulator.home.byType('light').length;
    if (!isWhole) trial.note(`${what}: ${Array.isArray(lamps) ? lamps.length : 'no'} lamps listed`);
    const wasReported = await isReported(flow, simulator, 60 + index);
    if (!wasReported) trial.note(`${what}: a change was not reported`);
    if (isWhole && wasReported) tally.reported += 1;
    end();
    const { error } = await flow.sendAndWait('light', {
      target: 'Living room/Floor lamp',
      payload: true,
    });
    if (error === undefined) tally.returned += 1;
    else trial.note(`${what}, afterwards: ${describeError(error)}`);
  }
  const count = chosen.length;
  trial.tally(
    'commands for a lamp and a room, by id and by name, carried out',
    tally.set,
    3 * count,
  );
  trial.tally('homes whose lamps were listed and reported', tally.reported, count);
  trial.tally('homes whole again once the bridge listed its devices', tally.returned, count);
}

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : 'no error';

/** Number of commands for a resource that the bridge got. */
const countWrites = ({ requests }: Simulator, rid: string): number =>
  requests.filter(({ method, path }) => method === 'PUT' && path.endsWith(rid)).length;

/** Changes a lamp at the bridge, and waits for the message of the poll node. */
async function isReported(
  flow: FlowUnderTest,
  { home }: Simulator,
  brightness: number,
): Promise<boolean> {
  home.change(lamp, { on: { on: true }, dimming: { brightness } });
  const isChange = ({ resource }: Readonly<Record<string, unknown>>): boolean =>
    isObject(resource) &&
    resource['id'] === lamp &&
    getNestedMember(resource, 'dimming', 'brightness') === brightness;
  return waitUntil('the message', () => flow.arrived('changes').some(isChange)).then(
    () => true,
    () => false,
  );
}

export const mqttBrokerCases: readonly FaultCase[] = [
  {
    number: 79,
    title:
      'The MQTT broker is away while the bridge reports changes, and may come back without its memory',
    bound:
      'afterwards it keeps the state of every lamp as the bridge has it, and nothing of deleted ones',
    run: brokerAway,
  },
];

/** What a broker keeps, by topic. */
type KeptMessages = ReadonlyMap<string, string>;

/** A broker on loopback, and what it was told to keep. */
async function startBroker(trial: Trial): Promise<{ broker: MqttBroker; kept: KeptMessages }> {
  const broker = await startMqttBroker(0);
  trial.addCleanup(() => broker.stop());
  const kept = new Map<string, string>();
  broker.aedes.on('publish', ({ topic, payload, retain }) => {
    if (!retain) return;
    if (payload.length === 0) kept.delete(topic);
    else kept.set(topic, payload.toString());
  });
  return { broker, kept };
}

/** The flow of the example for Home Assistant, with this bridge and this broker. */
const createMqttFlow = (simulator: Simulator, port: number): readonly FlowNode[] =>
  readExampleFlow('home-assistant').map((node) => {
    if (node.type === 'bridge-config') return createBridgeNode(simulator);
    if (node.type === 'mqtt-broker') return { ...node, broker: '127.0.0.1', port: String(port) };
    return node.type === 'bridge-mqtt' ? { ...node, bridge: 'bridge' } : node;
  });

const mqttNode = 'home-assistant-publish';

async function brokerAway(trial: Trial): Promise<void> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  let { broker, kept } = await startBroker(trial);
  const proxy = await startSwitchableProxy(broker.port);
  trial.addCleanup(() => proxy.stop());
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createMqttFlow(simulator, proxy.port), createCredentials(trial));
  const isComplete = (): boolean => findDifferences(simulator, kept).length === 0;
  await waitUntil('the home at the broker', isComplete);

  const rounds = trial.chooseByMode(2, 20);
  const tally = { states: 0, expected: 0 };
  for (let round = 0; round < rounds; round += 1) {
    // It exists at the broker before the broker is away.
    const added = makeRid(round);
    const model = simulator.home.get(createFixtureId('light/stairs'));
    if (model !== undefined) simulator.home.add({ ...model, id: added });
    await waitUntil('the new lamp at the broker', isComplete);
    await flow.waitForStatus(mqttNode, /(^|\.)connected$/);
    proxy.switchTo(9);
    await flow.waitForStatus(mqttNode, /connect(ing|$)|disconnected/);
    simulator.home.remove(added);
    changeEverything(simulator, round);
    await waitUntil('the changes at the node', () => isAnnounced(flow, getName(round)));
    if (round % 2 === 1) ({ broker, kept } = await startBroker(trial));
    proxy.switchTo(broker.port);
    await waitUntil('the home at the broker again', isComplete).catch(() => {
      trial.note(`missing or wrong: ${findDifferences(simulator, kept).slice(0, 3).join(', ')}`);
    });
    tally.expected += simulator.home.byType('light').length;
    tally.states += simulator.home.byType('light').length - findDifferences(simulator, kept).length;
  }
  trial.tally(
    `states at the broker are those of the bridge, after ${rounds} outages of the broker`,
    tally.states,
    tally.expected,
  );
  // The broker node of Node-RED takes its time to say goodbye.
  await flow.deploy([], {});
}

const getName = (round: number): string => `Stairs ${round}`;

/** Every lamp changes, and one gets another name. */
function changeEverything({ home }: Simulator, round: number): void {
  for (const { id, on } of home.byType('light'))
    home.change(id, { on: { on: getNestedMember(on, 'on') !== true } });
  home.change(createFixtureId('device/stairs'), { metadata: { name: getName(round) } });
}

const isAnnounced = (flow: FlowUnderTest, name: string): boolean =>
  flow.arrived(mqttNode).some(({ payload }) => String(payload).includes(name));

/** Topics of lamps of which the broker keeps another state than the bridge has, and of lamps that the bridge has not. */
function findDifferences(simulator: Simulator, kept: KeptMessages): readonly string[] {
  const lamps = simulator.home.byType('light');
  const bridge = simulator.bridgeId.toLowerCase();
  const differing = lamps.flatMap(({ id, on }) => {
    const topic = `lighting-bridge/${bridge}/light/${id}/state`;
    const announced = kept.has(`homeassistant/light/${bridge}/${id}/config`);
    const state = getNestedMember(parseJsonOrUndefined(kept.get(topic) ?? 'null'), 'state');
    const expected = getNestedMember(on, 'on') === true ? 'ON' : 'OFF';
    return announced && state === expected ? [] : [topic];
  });
  const surplus = [...kept.keys()].filter((topic) => {
    const rid = /\/light\/(?:[^/]+\/)?([0-9a-f-]{36})\//.exec(topic)?.[1];
    return rid !== undefined && simulator.home.get(rid) === undefined;
  });
  return [...differing, ...surplus];
}
