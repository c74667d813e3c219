import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createReportMembers } from '../../src/resources/sensor-report';
import { getNestedMember } from '../../src/resources/members';
import type { Members } from '../../src/resources/members';
import { getResourceDefinition, sensorTypes } from '../../src/resources/table';
import type { KnownResourceType } from '../../src/resources/table';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startFlowHarness, toResourcePath } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import { waitUntil } from '../support/wait-until';
import { join } from 'node:path';
import { loadPackageNodes } from '../support/node-red/flow-in-process';

const bathMotion = createFixtureId('motion/bathroom-motion');

const hallMotion = createFixtureId('motion/hallway-motion');

const hallLight = createFixtureId('light_level/hallway-motion');

const door = createFixtureId('contact/bedroom-window');

const onlyDark = { whileReading: 'lux', whileComparison: 'below', whileValue: '40' };

/** A time of each day that begins and ends some hours from now. */
function createTimeWindow(fromHours: number, untilHours: number): string {
  const [from, until] = [fromHours, untilHours].map((hours) => {
    const time = new Date(Date.now() + hours * 3_600_000);
    return `${time.getHours()}:${String(time.getMinutes()).padStart(2, '0')}`;
  });
  return `${from}-${until}`;
}

/** What a sensor of a type reports. */
function createReport(rtype: KnownResourceType, value: unknown): Record<string, unknown> {
  const { report } = getResourceDefinition(rtype);
  assert.ok(report);
  return createReportMembers(report, value, new Date().toISOString());
}

const createDoorReport = (state: string): Record<string, unknown> => ({
  contact_report: { changed: new Date().toISOString(), state },
});

/** Id of a second sensor of the device with a contact. */
const besideContact = createFixtureId('temperature/beside-contact');

/** Id of the device with a contact. */
const getOwner = ({ home }: Simulator): string =>
  String(getNestedMember(home.byType('contact')[0], 'owner', 'rid'));

describe('The sensor node', () => {
  const motion = createFixtureId('motion/kitchen-motion');

  let harness: FlowHarness;
  before(async () => {
    const simulator = await startSimulator();
    simulator.home.add({
      id: besideContact,
      type: 'temperature',
      enabled: true,
      owner: { rid: getOwner(simulator), rtype: 'device' },
    });
    const nodes = [
      { id: 'off', type: 'bridge-sensor', target: motion, action: 'disable' },
      {
        id: 'switch',
        type: 'bridge-sensor',
        rtype: 'motion',
        target: 'Kitchen sensor',
        targetType: 'str',
        action: 'toggle',
      },
      {
        id: 'fine',
        type: 'bridge-sensor',
        target: motion,
        action: 'keep',
        sensitivity: '1',
        sensitivityType: 'num',
      },
      { id: 'any', type: 'bridge-sensor', rtype: 'temperature', emit: 'request' },
      { id: 'other', type: 'bridge-sensor' },
      {
        id: 'dark',
        type: 'bridge-sensor',
        target: hallMotion,
        ...onlyDark,
        emitAtStart: true,
        wires: [['dark-out'], []],
      },
      { id: 'dark-out', type: 'helper' },
      {
        id: 'blind',
        type: 'bridge-sensor',
        target: hallMotion,
        ...onlyDark,
        wires: [['blind-out'], []],
      },
      { id: 'blind-out', type: 'helper' },
      ...(
        [
          ['now', createTimeWindow(-2, 2)],
          ['later', createTimeWindow(2, 4)],
          ['always', ''],
        ] as const
      ).flatMap(([id, whileTime]) => [
        { id, type: 'bridge-sensor', target: hallMotion, whileTime, wires: [[`${id}-out`]] },
        { id: `${id}-out`, type: 'helper' },
      ]),
      {
        id: 'wrong-time',
        type: 'bridge-sensor',
        target: hallMotion,
        whileTime: 'evening',
      },
      {
        id: 'door',
        type: 'bridge-sensor',
        target: 'Bedroom window',
        targetType: 'str',
        emitAtStart: true,
        split: 'yes-no',
        wires: [['open-out'], ['closed-out'], ['answer-out']],
      },
      {
        id: 'battery',
        type: 'bridge-sensor',
        rtype: 'device_power',
        target: 'Hallway sensor',
        targetType: 'str',
        emit: 'request',
      },
      ...['open-out', 'closed-out', 'answer-out'].map((id) => ({ id, type: 'helper' })),
      {
        id: 'cold',
        type: 'bridge-sensor',
        rtype: 'temperature',
        wires: [['cold-out'], []],
      },
      { id: 'cold-out', type: 'helper' },
      { id: 'quiet', type: 'bridge-sensor', target: bathMotion, endAfter: '1h' },
    ];
    harness = await startFlowHarness(nodes, { simulator });
  });
  after(() => harness.stop());

  const isEnabled = (rid: string): unknown => harness.simulator.home.get(rid)?.['enabled'];

  it('disables a sensor, and enables it again with a toggle', async () => {
    const { bridge } = await harness.request('off', {});
    assert.equal(isEnabled(motion), false);
    assert.equal(getNestedMember(bridge, 'name'), 'Kitchen sensor');
    await harness.request('switch', {});
    assert.equal(isEnabled(motion), true);
  });

  it('does what comes right after a toggle after it', async () => {
    harness.simulator.home.change(motion, { enabled: true });
    const endDelay = harness.simulator.faults.inject({ match: { method: 'GET' }, delay: 50 });
    const toggled = harness.request('switch', {});
    await setImmediate();
    await Promise.all([toggled, harness.request('other', { target: motion, payload: true })]);
    endDelay();
    assert.equal(isEnabled(motion), true);
  });

  it('sets how sensitive a sensor is and leaves the rest alone', async () => {
    await harness.request('fine', {});
    assert.deepEqual(harness.writes().at(-1)?.body, { sensitivity: { sensitivity: 1 } });
    const { text } = await harness.nextStatus('fine', ({ fill }) => fill === 'green');
    assert.doesNotMatch(String(text), /abled/);
  });

  it('switches every sensor that can be switched, whatever its type', async () => {
    for (const rtype of sensorTypes) {
      const [sensor] = harness.simulator.home.byType(rtype);
      assert.ok(sensor, rtype);
      // A MotionAware zone takes the command for its services.
      const isOfZone = getNestedMember(sensor, 'owner', 'rtype') === 'motion_area_configuration';
      const switched = isOfZone ? String(getNestedMember(sensor, 'owner', 'rid')) : sensor.id;
      await harness.request('other', { target: sensor.id, payload: false });
      assert.equal(isEnabled(switched), false, rtype);
      await harness.request('other', { target: sensor.id, payload: true });
      assert.equal(isEnabled(switched), true, rtype);
    }
  });

  it('asks which sensor of a device is meant, and takes one that is named with its type', async () => {
    const [contact] = harness.simulator.home.byType('contact');
    const device = getOwner(harness.simulator);
    const name = String(getNestedMember(harness.simulator.home.get(device), 'metadata', 'name'));
    assert.ok(contact);
    for (const target of [device, name]) {
      harness.send('other', { target, payload: false });
      const { message } = await harness.nextFailure('other');
      assert.match(message, /fits 2: .*\/contact, .*\/temperature/);
    }
    assert.equal(isEnabled(contact.id), true);
    await harness.request('other', { target: `${name}/temperature`, payload: false });
    assert.equal(isEnabled(besideContact), false);
    assert.equal(isEnabled(contact.id), true);
  });

  it('does what the message says', async () => {
    await harness.request('any', { target: 'Bathroom sensor', payload: 'off' });
    assert.equal(isEnabled(createFixtureId('temperature/bathroom-motion')), false);
    assert.equal(isEnabled(createFixtureId('motion/bathroom-motion')), true);
  });

  describe('sends by itself', () => {
    it('the reading at the start, yes to the first output and no to the second, of the contact of a device that is named', async () => {
      const open = await harness.nextMessage('open-out');
      assert.equal(open['payload'], true);
      assert.equal(getNestedMember(open['bridge'], 'occasion'), 'start');
      harness.simulator.home.change(door, createDoorReport('contact'));
      const closed = await harness.nextMessage('closed-out');
      assert.equal(closed['payload'], false);
      assert.equal(getNestedMember(closed['previous'], 'contact_report', 'state'), 'no_contact');
    });

    it('motion only in the dark, with what the device measures beside it, and no end of it at the start', async () => {
      const { home } = harness.simulator;
      home.change(hallMotion, createReport('motion', true));
      const first = await harness.nextMessage('dark-out');
      assert.equal(getNestedMember(first['bridge'], 'occasion'), 'changed');
      assert.equal(first['payload'], true);
      assert.equal(first['topic'], 'motion/Hallway sensor');
      assert.deepEqual(first['readings'], { motion: true, lux: 17, celsius: 19.74, battery: 14 });
      assert.deepEqual(first['device'], {
        name: 'Hallway sensor',
        model: 'SIM-M1',
        reachable: true,
        battery: 14,
        room: 'Hallway',
      });
      home.change(hallMotion, createReport('motion', false));
      assert.equal((await harness.nextMessage('dark-out'))['payload'], false);
      home.change(hallLight, createReport('light_level', 30_000));
      home.change(hallMotion, createReport('motion', true));
      home.change(hallLight, createReport('light_level', 10_000));
      const second = await harness.nextMessage('dark-out');
      assert.equal(second['payload'], true);
      assert.equal(getNestedMember(second['readings'], 'lux'), 10);
      home.change(hallLight, createReport('light_level', 30_000));
      home.change(hallMotion, createReport('motion', false));
      assert.equal((await harness.nextMessage('dark-out'))['payload'], false);
    });

    it('nothing while the light sensor of its condition is switched off, and says once that it holds back, and why', async () => {
      const { home } = harness.simulator;
      const countWarnings = (): number =>
        harness.observations.filter((one) => one.kind === 'log' && one.node === 'blind').length;
      home.change(hallLight, createReport('light_level', 10_000));
      home.change(hallMotion, createReport('motion', true));
      await harness.nextMessage('blind-out', ({ payload }) => payload === true);
      home.change(hallMotion, createReport('motion', false));
      await harness.nextMessage('blind-out', ({ payload }) => payload === false);
      home.change(hallLight, { enabled: false, light: {} });
      home.change(hallMotion, createReport('motion', true));
      const status = await harness.nextStatus('blind', ({ text }) =>
        String(text).endsWith('heldBack'),
      );
      assert.equal(status.fill, 'yellow');
      const warning = await harness.nextLog('blind');
      assert.match(
        warning,
        /^The node holds back what Hallway sensor reports: "Send only while" compares lux, and the light_level sensor of the device is switched off\. Send true/,
      );
      home.change(hallMotion, createReport('motion', true));
      home.change(hallLight, { enabled: true, ...createReport('light_level', 10_000) });
      await harness.nextMessage('blind-out', ({ payload }) => payload === true);
      assert.equal(countWarnings(), 1);
      home.change(hallMotion, createReport('motion', false));
      await harness.nextMessage('blind-out', ({ payload }) => payload === false);
    });

    it('only at its time of the day', async () => {
      const { home } = harness.simulator;
      for (const isMotion of [true, false]) {
        home.change(hallMotion, createReport('motion', isMotion));
        for (const output of ['now-out', 'always-out'])
          await harness.nextMessage(output, ({ payload }) => payload === isMotion);
      }
      const sentLater = harness.observations.filter(
        (one) => one.kind === 'arrival' && one.node === 'later-out',
      );
      assert.deepEqual(sentLater, []);
      await harness.nextStatus('wrong-time', ({ fill }) => fill === 'red');
    });

    it('its end later, and shows until when it waits for that, though there is no motion any more', async () => {
      const { home } = harness.simulator;
      const waitForText = (key: RegExp): Promise<unknown> =>
        harness.nextStatus('quiet', ({ fill, text }) => fill === 'green' && key.test(String(text)));
      home.change(bathMotion, createReport('motion', true));
      await waitForText(/:status\.motion$/);
      home.change(bathMotion, createReport('motion', false));
      await waitForText(/:status\.until\.motion$/);
      home.change(bathMotion, createReport('motion', true));
      await waitForText(/:status\.motion$/);
    });

    it('the changes of all sensors of a kind where none is chosen', async () => {
      const garden = createFixtureId('temperature/garden-motion');
      harness.simulator.home.change(garden, createReport('temperature', -3.5));
      const message = await harness.nextMessage('cold-out', ({ payload }) => payload === -3.5);
      assert.equal(getNestedMember(message['device'], 'name'), 'Garden sensor');
    });
  });

  describe('asked for the reading', () => {
    for (const payload of [undefined, '', 'get', { get: true }, Date.now()]) {
      it(`by ${JSON.stringify(payload)} sends it with the message`, async () => {
        harness.send('dark', { payload, keep: 'this' });
        const message = await harness.nextMessage('dark-out', ({ keep }) => keep === 'this');
        await harness.nextCompletion('dark');
        assert.equal(message['payload'], false);
        assert.equal(getNestedMember(message['bridge'], 'occasion'), 'request');
        assert.equal(getNestedMember(message['readings'], 'battery'), 14);
      });
    }

    it('sends it to yes or no, and a command that it carries out to the output behind those', async () => {
      harness.send('door', { payload: 'get', keep: 1 });
      const read = await harness.nextMessage('closed-out', ({ keep }) => keep === 1);
      assert.equal(read['payload'], false);
      harness.send('door', { payload: false, keep: 2 });
      const answered = await harness.nextMessage('answer-out', ({ keep }) => keep === 2);
      assert.equal(answered['payload'], false);
      assert.equal(getNestedMember(answered['bridge'], 'operation'), 'update');
      assert.equal(isEnabled(door), false);
      harness.send('door', { payload: 'get' });
      const { code, message } = await harness.nextFailure('door');
      assert.equal(code, 'ERR_BRIDGE_NOT_FOUND');
      assert.match(message, /^Bedroom window has no value at present/);
      harness.simulator.home.change(door, { enabled: true });
    });

    it('reads a battery, and says that it cannot be switched off', async () => {
      const target = createFixtureId('device_power/hallway-motion');
      const read = await harness.request('other', { target, payload: 'get' });
      assert.equal(read['payload'], 14);
      harness.send('battery', { payload: false });
      const { message } = await harness.nextFailure('battery');
      assert.match(message, /device_power cannot be switched off, only read/);
    });
  });
});

const zone = createFixtureId('motion_area_configuration/living');

const convenience = createFixtureId('convenience_area_motion/living');

const security = createFixtureId('security_area_motion/living');

describe('The sensor of a MotionAware zone', () => {
  const report = (motion: boolean): Members =>
    createReportMembers({ group: 'motion', name: 'motion' }, motion, '2026-03-01T10:00:00Z');

  let flow: FlowHarness;
  const setZone = (enabled: boolean): void =>
    void flow.simulator.home.change(zone, {
      enabled,
      health: enabled ? 'healthy' : 'not_running',
    });
  const changeServices = (ofConvenience: Members, ofSecurity: Members): void => {
    flow.simulator.home.change(convenience, ofConvenience);
    flow.simulator.home.change(security, ofSecurity);
  };
  const start = async (events: 'auto' | 'never'): Promise<void> => {
    const pick = (target: string, rtype: string, settings: object = {}): object => ({
      type: 'bridge-sensor',
      target,
      rtype,
      interval: '1s',
      emitAtStart: true,
      ...settings,
    });
    const nodes = [
      { id: 'watch', ...pick(convenience, 'convenience_area_motion') },
      { id: 'other', ...pick(security, 'security_area_motion'), wires: [['twin']] },
      { id: 'twin', type: 'helper' },
      { id: 'named', ...pick('Living area', '', { targetType: 'str', emit: 'request' }) },
    ].map((node) => ({ type: '', ...node }));
    const simulator = await startSimulator({ events: { batch: 0 } });
    simulator.home.change(convenience, { enabled: true, ...report(true) });
    simulator.home.change(security, { enabled: true, ...report(false) });
    flow = await startFlowHarness(nodes, { simulator, bridge: { events } });
  };
  afterEach(() => flow.stop());

  for (const events of ['auto', 'never'] as const) {
    it(`has no reading once the zone is switched off, whichever service was picked (events: ${events})`, async () => {
      await start(events);
      for (const node of ['out', 'twin']) {
        const first = await flow.nextMessage(node, ({ payload }) => payload === true);
        assert.deepEqual(first['readings'], { motion: true }, node);
      }
      setZone(false);
      for (const node of ['out', 'twin']) {
        const off = await flow.nextMessage(node, ({ payload }) => payload !== true);
        assert.deepEqual([off['payload'], off['readings']], [null, { motion: null }], node);
      }
      const answer = await flow.request('named', {});
      assert.equal(answer['payload'], null);
      assert.equal(getNestedMember(answer['resource'], 'enabled'), false);
      setZone(true);
      for (const node of ['out', 'twin'])
        await flow.nextMessage(node, ({ payload }) => payload === true);
    });
  }

  it('has the reading of the service that reports', async () => {
    await start('auto');
    await flow.nextMessage('out', ({ payload }) => payload === true);
    changeServices({ motion: { motion_valid: false } }, report(true));
    assert.equal((await flow.request('named', {}))['payload'], true);
    changeServices({}, report(false));
    await flow.nextMessage('out', ({ payload }) => payload === false);
    changeServices({ enabled: false, ...report(true) }, {});
    assert.equal((await flow.request('named', {}))['payload'], false);
  });

  it('is found by the name of its zone, and switches the zone', async () => {
    await start('auto');
    const zonePath = toResourcePath('motion_area_configuration', zone);
    for (const [payload, enabled] of [
      [false, false],
      ['toggle', true],
      [{ enabled: 'toggle' }, false],
      [true, true],
    ] as const) {
      const { bridge } = await flow.request('named', { payload });
      assert.equal(getNestedMember(bridge, 'rid'), convenience);
      assert.deepEqual(flow.writes().at(-1), { method: 'PUT', path: zonePath, body: { enabled } });
      await waitUntil(
        'the state of the zone',
        () => flow.simulator.home.get(zone)?.['enabled'] === enabled,
      );
    }
    assert.equal(flow.writes().length, 4);
  });

  it('takes the sensitivity itself, and nothing of a command that is wrong', async () => {
    await start('auto');
    await flow.request('named', { payload: { enabled: false, sensitivity: 3 } });
    assert.deepEqual(
      flow.writes().map(({ path, body }) => [path, body]),
      [
        [
          toResourcePath('convenience_area_motion', convenience),
          { sensitivity: { sensitivity: 3 } },
        ],
        [toResourcePath('motion_area_configuration', zone), { enabled: false }],
      ],
    );
    flow.send('named', { payload: { enabled: true, sensitivity: 'loud' } });
    assert.equal((await flow.nextFailure('named')).code, 'ERR_BRIDGE_INVALID_COMMAND');
    assert.equal(flow.writes().length, 2);
  });

  it('enables its service if that is disabled in a zone that is on', async () => {
    await start('auto');
    changeServices({ enabled: false }, { enabled: false });
    await flow.nextMessage('out', ({ payload }) => payload === null);
    await flow.request('named', { payload: true });
    assert.deepEqual(
      flow.writes().map(({ path }) => path),
      [toResourcePath('convenience_area_motion', convenience)],
    );
  });
});

/** Of Node-RED itself. */
const rangeNodeFile = join(process.cwd(), 'node_modules/@node-red/nodes/core/function/16-range.js');

/** As a sensor reports that somebody disables. */
const nothing = {
  enabled: false,
  temperature: { temperature: undefined, temperature_valid: false, temperature_report: undefined },
};

const measure = (celsius: number): Record<string, unknown> => ({
  enabled: true,
  temperature: {
    temperature: celsius,
    temperature_valid: true,
    temperature_report: { changed: new Date().toISOString(), temperature: celsius },
  },
});

describe('Without a reading', () => {
  const garden = createFixtureId('temperature/garden-motion');

  let flow: FlowHarness;
  before(async () => {
    const watching = { rtype: 'temperature', target: garden, targetType: 'resource' };
    const combined = { rtype: 'temperature', target: garden, targetType: 'str', combine: 'lowest' };
    const kinds = [
      ['sensor', { type: 'bridge-sensor', ...watching }],
      ['poll', { type: 'bridge-poll', ...watching }],
      ['lowest', { type: 'bridge-poll', ...combined }],
    ] as const;
    const range = { type: 'range', action: 'scale', property: 'payload', round: false };
    const scale = { ...range, minin: 0, maxin: 1, minout: 0, maxout: 1 };
    flow = await startFlowHarness(
      kinds.flatMap(([id, node]) => [
        { id, ...node, wires: [[`${id}-scaled`]] },
        { id: `${id}-scaled`, ...scale, wires: [[`${id}-out`]] },
        { id: `${id}-out`, type: 'helper' },
        { id: `only-${id}`, ...node, onlyReadings: true, wires: [[`only-${id}-scaled`]] },
        { id: `only-${id}-scaled`, ...scale, wires: [[`only-${id}-out`]] },
        { id: `only-${id}-out`, type: 'helper' },
      ]),
      { nodeFiles: [...loadPackageNodes(), require(rangeNodeFile)] },
    );
    for (const [id] of kinds) await flow.nextStatus(`only-${id}`, ({ fill }) => fill === 'green');
  });
  after(() => flow.stop());

  const listArrived = (id: string): unknown[] =>
    flow.observations.flatMap((seen) =>
      seen.kind === 'arrival' && seen.node === id ? [seen.message['payload']] : [],
    );

  for (const id of ['sensor', 'poll', 'lowest']) {
    it(`a ${id} node sends null, which a range node takes for 0, or nothing where only readings are wanted`, async () => {
      const { home } = flow.simulator;
      home.change(garden, measure(5));
      await flow.nextMessage(`only-${id}-out`, ({ payload }) => payload === 5);
      home.change(garden, nothing);
      await flow.nextMessage(`${id}-out`, ({ payload }) => payload === 0);
      home.change(garden, measure(6));
      await flow.nextMessage(`only-${id}-out`, ({ payload }) => payload === 6);
      assert.ok(!listArrived(`only-${id}-out`).includes(0));
    });

    it(`a ${id} node that sends only readings answers a question with an error`, async () => {
      flow.simulator.home.change(garden, nothing);
      flow.send(`only-${id}`, { payload: 'get' });
      const { code, message } = await flow.nextFailure(`only-${id}`);
      assert.equal(code, 'ERR_BRIDGE_NOT_FOUND');
      assert.match(message, /has no value at present: it is switched off/);
      flow.simulator.home.change(garden, measure(7));
    });
  }
});
