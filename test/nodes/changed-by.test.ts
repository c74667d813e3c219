import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { getListMember, getNestedMember } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { BridgeClient } from '../../src/bridge';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import type { FlowMessage } from '../support/node-red/node-red';

const lamp = createFixtureId('light/kitchen-spot-1');
const kitchen = createFixtureId('room/kitchen');

const byNode = (id: string, name: string, how: string): object => ({
  kind: 'node',
  id,
  name,
  flow: 'tab',
  how,
});

describe('The message about a change, and its record in the logbook, tell what changed the lamp', () => {
  let flow: FlowHarness;
  let topics: string;

  before(async () => {
    flow = await startFlowHarness(
      [
        { id: 'lamp', type: 'bridge-light', name: 'Spot', target: lamp },
        { id: 'other', type: 'bridge-light', name: 'Other spot', target: lamp },
        { id: 'classic', type: 'bridge-light', name: 'Classic', target: lamp, format: 'huemagic' },
        { id: 'room', type: 'bridge-light', name: 'Kitchen', target: kitchen },
        { id: 'scene', type: 'bridge-scene', name: 'Scenes', operation: '', target: kitchen },
        {
          id: 'raw',
          type: 'bridge-resource',
          operation: 'update',
          name: 'Raw',
          rtype: 'light',
          target: lamp,
        },
        {
          id: 'day',
          type: 'bridge-daylight',
          name: 'Day',
          target: lamp,
          follow: 'table',
          table: '00:00 2700 37, 12:00 2700 37',
          enabled: false,
        },
        { id: 'log', type: 'bridge-status', emit: 'request' },
        { id: 'home', type: 'bridge-mqtt', name: 'To MQTT', wires: [[], ['out']] },
        { id: 'watch', type: 'bridge-poll', rtype: 'light', target: lamp, wires: [['seen']] },
        { id: 'seen', type: 'helper' },
        { id: 'lights', type: 'bridge-poll', rtype: 'light', wires: [['all']] },
        { id: 'all', type: 'helper' },
        { id: 'radios', type: 'bridge-poll', rtype: 'zigbee_connectivity', wires: [['radio']] },
        { id: 'radio', type: 'helper' },
      ],
      {
        simulator: await startSimulator({ events: { batch: 20 } }),
        bridge: { logbook: 'session' },
      },
    );
    topics = `lighting-bridge/${flow.simulator.bridgeId.toLowerCase()}`;
    await flow.nextMessage('seen');
  });
  after(() => flow.stop());

  /** Each member that the message lists has a record with the value and the cause of the message. */
  const getCause = async (change: Promise<FlowMessage>): Promise<unknown> => {
    const message = await change;
    const cause = getNestedMember(message, 'bridge', 'changedBy');
    const of = getNestedMember(message, 'bridge', 'rid');
    const { payload } = await flow.request('log', { payload: { logbook: '1h', of } });
    for (const member of getListMember(message, 'changed')) {
      const value = getNestedMember(message, 'resource', ...String(member).split('.'));
      const record = getListMember(payload).find(
        (one) =>
          getNestedMember(one, 'member') === member &&
          isDeepStrictEqual(getNestedMember(one, 'to'), value),
      );
      assert.deepEqual(getNestedMember(record, 'cause'), cause, `the record of ${String(member)}`);
    }
    return cause;
  };
  const nextChange = (matches: (message: FlowMessage) => boolean): Promise<FlowMessage> =>
    flow.nextMessage('seen', matches);
  const isAt = (brightness: number) => (message: FlowMessage) =>
    Math.round(Number(getNestedMember(message, 'payload', 'brightness'))) === brightness &&
    getNestedMember(message, 'payload', 'on') === true;
  const isOff = (message: FlowMessage): boolean =>
    getNestedMember(message, 'payload', 'on') === false;
  /** The brightness is different for each row, so that no earlier write fits. */
  const findCauseOf = async (brightness: number, cause: () => unknown): Promise<unknown> => {
    const change = nextChange(isAt(brightness));
    await cause();
    return getCause(change);
  };

  const commandRows: readonly [
    string,
    string,
    number,
    (brightness: number) => FlowMessage,
    object,
  ][] = [
    [
      'a command of a light node',
      'lamp',
      11,
      (brightness) => ({ payload: brightness }),
      byNode('lamp', 'Spot', 'command'),
    ],
    [
      'a command to the room of the lamp',
      'room',
      12,
      (brightness) => ({ payload: brightness }),
      byNode('room', 'Kitchen', 'command'),
    ],
    [
      'a command in the format of HueMagic',
      'classic',
      13,
      (brightness) => ({ payload: { on: true, brightness } }),
      byNode('classic', 'Classic', 'command'),
    ],
    [
      'a body of a resource node',
      'raw',
      14,
      (brightness) => ({ payload: { on: { on: true }, dimming: { brightness } } }),
      byNode('raw', 'Raw', 'command'),
    ],
    [
      'a step of a sequence',
      'lamp',
      15,
      (brightness) => ({ payload: { play: [{ brightness, for: '2s' }], repeat: 1 } }),
      byNode('lamp', 'Spot', 'program'),
    ],
  ];
  for (const [cause, node, brightness, create, expected] of commandRows)
    it(cause, async () => {
      const found = await findCauseOf(brightness, () => flow.send(node, create(brightness)));
      assert.deepEqual(found, expected);
    });

  it('a saved state that is restored', async () => {
    await flow.request('lamp', { payload: { save: 'test' } });
    await findCauseOf(21, () => flow.send('other', { payload: 21 }));
    const found = await findCauseOf(15, () => flow.send('lamp', { payload: { restore: 'test' } }));
    assert.deepEqual(found, byNode('lamp', 'Spot', 'restore'));
  });

  it('a command that waited until somebody turned the lamp on', async () => {
    const off = nextChange(isOff);
    flow.simulator.home.change(lamp, { on: { on: false } });
    assert.deepEqual(await getCause(off), { kind: 'other' });
    await flow.request('lamp', { payload: { turnOn: 'later', brightness: 23 } });
    const found = await findCauseOf(23, () =>
      flow.simulator.home.change(lamp, { on: { on: true } }),
    );
    assert.deepEqual(found, byNode('lamp', 'Spot', 'later'));
  });

  it('MQTT, with the topic', async () => {
    const topic = `${topics}/light/${lamp}/set`;
    const payload = JSON.stringify({ state: 'ON', brightness: 61 });
    assert.deepEqual(await findCauseOf(24, () => flow.send('home', { topic, payload })), {
      kind: 'mqtt',
      topic,
    });
  });

  it('a daylight node, when somebody turns the lamp on', async () => {
    const off = nextChange(isOff);
    flow.simulator.home.change(lamp, { on: { on: false } });
    await off;
    await flow.request('day', { payload: true });
    const found = await findCauseOf(37, () =>
      flow.simulator.home.change(lamp, { on: { on: true } }),
    );
    assert.deepEqual(found, byNode('day', 'Day', 'daylight'));
    await flow.request('day', { payload: false });
  });

  it('somebody else, whose value no write of the flows had', async () => {
    const found = await findCauseOf(44, () =>
      flow.simulator.home.change(lamp, { dimming: { brightness: 44 } }),
    );
    assert.deepEqual(found, { kind: 'other' });
  });

  it('a scene that a node recalls', async () => {
    const found = await findCauseOf(100, () => flow.send('scene', { payload: 'Bright' }));
    assert.deepEqual(found, byNode('scene', 'Scenes', 'command'));
  });

  describe('and, of a change by the bridge or somebody else,', () => {
    const floor = createFixtureId('light/living-floor');
    const hallway = createFixtureId('light/hallway-ceiling');
    const comingHome = createFixtureId('behavior_instance/coming-home');
    const hallwayMotion = createFixtureId('motion/hallway-motion');
    let app: BridgeClient;
    before(() => {
      const { host, port, key, fingerprint } = flow.simulator;
      app = new BridgeClient({ host, port, key, trust: { fingerprint } });
    });
    after(() => app.close());
    const findCause = async (
      rid: string,
      cause: () => unknown,
      matches: (message: FlowMessage) => boolean = () => true,
    ): Promise<unknown> => {
      const change = flow.nextMessage(
        'all',
        (message) => getNestedMember(message, 'bridge', 'rid') === rid && matches(message),
      );
      await cause();
      return getCause(change);
    };

    it('the scene that an app recalls', async () => {
      const id = createFixtureId('scene/living-room/relax');
      const found = await findCause(floor, () =>
        app.update('scene', id, { recall: { action: 'active' } }),
      );
      assert.deepEqual(found, { kind: 'bridge', what: 'scene', id, name: 'Relax' });
    });

    it('somebody else, who sets another value right after a scene', async () => {
      const found = await findCause(floor, () =>
        app.update('light', floor, { dimming: { brightness: 7 } }),
      );
      assert.deepEqual(found, { kind: 'other' });
    });

    it('the smart scene that recalls a scene', async () => {
      const id = createFixtureId('smart_scene/bedroom');
      const found = await findCause(createFixtureId('light/bedside-left'), () =>
        app.update('smart_scene', id, { recall: { action: 'activate' } }),
      );
      assert.deepEqual(found, {
        kind: 'bridge',
        what: 'smart_scene',
        id,
        name: 'Wake and wind down',
      });
    });

    it('probably a sensor, if an automation is for it and for the room', async () => {
      const { home } = flow.simulator;
      const stairs = createFixtureId('light/stairs');
      const dimStairs = (brightness: number): Promise<unknown> =>
        findCause(
          stairs,
          () => home.change(stairs, { on: { on: true }, dimming: { brightness } }),
          isAt(brightness),
        );
      home.change(hallwayMotion, { motion: { motion: true } });
      assert.deepEqual(await dimStairs(33), { kind: 'other' });
      const source = { rid: hallwayMotion, rtype: 'motion' };
      home.change(comingHome, {
        enabled: true,
        configuration: {
          where: [{ group: { rid: createFixtureId('room/hallway'), rtype: 'room' } }],
          source,
        },
      });
      assert.deepEqual(await dimStairs(34), {
        kind: 'other',
        probably: { ...source, name: 'Hallway sensor' },
      });
    });

    it('the automation that fired, and is for the room of the lamp', async () => {
      const found = await findCause(hallway, () => {
        flow.simulator.home.change(hallway, { on: { on: true }, dimming: { brightness: 31 } });
        flow.simulator.home.change(comingHome, { state: { fired: 1 } });
      });
      assert.deepEqual(found, {
        kind: 'bridge',
        what: 'automation',
        id: comingHome,
        name: 'Somebody is home',
      });
    });

    it('the end of a timed effect, unless somebody stops it before its time', async () => {
      const start = (duration: number): Promise<unknown> =>
        app.update('light', floor, { timed_effects: { effect: 'sunset', duration } });
      const end = await findCause(floor, () => start(1_000), isOff);
      assert.deepEqual(end, { kind: 'bridge', what: 'timed_effect' });
      const isRunning = (message: FlowMessage): boolean =>
        getNestedMember(message, 'resource', 'timed_effects', 'status') === 'sunset';
      await findCause(floor, () => app.update('light', floor, { on: { on: true } }));
      await findCause(floor, () => start(60_000), isRunning);
      const stopped = await findCause(floor, () =>
        flow.simulator.home.change(floor, {
          on: { on: false },
          timed_effects: { status: 'no_effect', effect: 'no_effect' },
        }),
      );
      assert.deepEqual(stopped, { kind: 'other' });
    });

    it('the power that is back', async () => {
      const { home } = flow.simulator;
      const owner = getNestedMember(home.get(floor), 'owner', 'rid');
      const radio = home
        .byType('zigbee_connectivity')
        .find((one) => getNestedMember(one, 'owner', 'rid') === owner);
      assert.ok(radio);
      const nextRadio = (status: string): Promise<FlowMessage> =>
        flow.nextMessage(
          'radio',
          (message) =>
            getNestedMember(message, 'resource', 'id') === radio.id &&
            getNestedMember(message, 'resource', 'status') === status,
        );
      const lost = nextRadio('connectivity_issue');
      home.change(radio.id, { status: 'connectivity_issue' });
      assert.deepEqual(await getCause(lost), { kind: 'other' });
      const back = nextRadio('connected');
      const found = await findCause(
        floor,
        () => {
          home.change(floor, { on: { on: true }, dimming: { brightness: 61 } });
          home.change(radio.id, { status: 'connected' });
        },
        isAt(61),
      );
      assert.deepEqual(found, { kind: 'bridge', what: 'power' });
      assert.deepEqual(await getCause(back), { kind: 'bridge', what: 'reachable' });
    });
  });
});
