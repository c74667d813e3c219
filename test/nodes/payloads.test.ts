import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { createFixtureId } from '../../src/simulator';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

const lamp = createFixtureId('light/living-floor');

const motion = createFixtureId('motion/hallway-motion');

const relax = createFixtureId('scene/kitchen/relax');

/** As node-red-contrib-cron-plus 1.5.7 sends it where a schedule has no payload of its own. */
const createScheduleEvent = (): object => ({
  triggerTimestamp: Date.now(),
  status: { type: 'static', isRunning: true, count: 1, nextDate: new Date(), timeZone: 'UTC' },
  config: { topic: 'topic1', name: 'schedule1', payloadType: 'default', payload: '' },
});

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');

const colorOf = { hex: '336699', digits: '000050' } as const;

/** What foreign nodes send, and the command that means the same. */
const sameAs: readonly (readonly [what: string, payload: unknown, plain: unknown])[] = [
  ['JSON as text', '{"brightness": 30}', { brightness: 30 }],
  ['JSON as text between spaces', ' \n{ "on": false } ', { on: false }],
  ['a colour in JSON as text', '[255, 136, 0]', [255, 136, 0]],
  ['the bytes of a word', bytesOf('off'), 'off'],
  ['the bytes of JSON', bytesOf('{"brightness": 40}'), { brightness: 40 }],
  ['digits of a colour', colorOf.hex, { color: '#336699' }],
  ['digits of a colour that start with zeros', colorOf.digits, { color: '#000050' }],
  ['digits of a colour with its alpha', '33669980', { color: '#336699' }],
];

describe('A payload of a foreign node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'lamp', type: 'bridge-light', target: lamp },
      {
        id: 'written',
        type: 'bridge-light',
        target: lamp,
        command: '{"on": true}',
        commandType: 'str',
      },
      { id: 'zigbee', type: 'bridge-light', target: lamp, format: 'zigbee2mqtt' },
      { id: 'relax', type: 'bridge-scene', target: relax },
      { id: 'scene', type: 'bridge-scene', operation: '', target: createFixtureId('room/kitchen') },
      { id: 'sensor', type: 'bridge-sensor', rtype: 'motion', target: motion },
      { id: 'daylight', type: 'bridge-daylight', target: createFixtureId('light/sofa-right') },
    ]);
  });
  after(() => harness.stop());

  const sendAndGetBody = async (node: string, payload: unknown): Promise<unknown> => {
    const before = harness.writes().length;
    await harness.request(node, { payload });
    assert.equal(harness.writes().length, before + 1, 'one request');
    return harness.writes().at(-1)?.body;
  };
  const getRefusal = async (node: string, payload: unknown): Promise<string> => {
    const before = harness.writes().length;
    harness.send(node, { payload });
    const { code, message } = await harness.nextFailure(node);
    assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
    assert.equal(harness.writes().length, before);
    return message;
  };

  for (const [what, payload, plain] of sameAs)
    it(`sets a lamp as the same in plain words: ${what}`, async () => {
      const body = await sendAndGetBody('lamp', plain);
      assert.deepEqual(await sendAndGetBody('lamp', payload), body);
    });

  it('may be JSON as text in each message format, and for each node', async () => {
    const body = await sendAndGetBody('zigbee', '{"state": "OFF"}');
    assert.deepEqual(body, { on: { on: false } });
    await harness.request('scene', { payload: bytesOf('{"scene": "Relax", "brightness": 20}') });
    assert.deepEqual(getNestedMember(harness.writes().at(-1)?.body, 'recall', 'dimming'), {
      brightness: 20,
    });
    await harness.request('sensor', { payload: '{"enabled": false}' });
    assert.deepEqual(harness.writes().at(-1)?.body, { enabled: false });
  });

  it('stays a text where it is no JSON, or text by the choice in the dialog', async () => {
    assert.match(await getRefusal('lamp', '{brightness: 30}'), /got "\{brightness: 30\}"/);
    assert.match(await getRefusal('written', true), /got "\{/);
    assert.match(await getRefusal('lamp', Buffer.from([0xff, 0xfe])), /plain JSON, got/);
    assert.match(await getRefusal('lamp', '{"constructor": 1}'), /no member of this name/);
  });

  it('is a mere trigger where a scheduler sends the time in an object, or as a Date', async () => {
    for (const payload of [createScheduleEvent(), new Date()]) {
      const before = harness.writes().length;
      const { bridge } = await harness.request('relax', { payload });
      assert.deepEqual(getNestedMember(bridge, 'warnings'), []);
      assert.equal(harness.writes().length, before + 1);
      const reading = await harness.request('sensor', { payload });
      assert.equal(getNestedMember(reading, 'bridge', 'operation'), 'get');
      await harness.request('daylight', { payload });
      assert.match(await getRefusal('lamp', payload), /This is a time, as an inject node sends it/);
    }
  });

  it('recalls a picked scene even if it is no data, and says so', async () => {
    for (const payload of [new Map(), Number.NaN, { when: new Date() }]) {
      const { bridge } = await harness.request('relax', { payload });
      assert.equal(getNestedMember(bridge, 'operation'), 'recall');
      assert.match(String(getNestedMember(bridge, 'warnings')), /^payload: ignored/);
    }
  });

  it('says no to a picked scene as 0, too, and yes as 1', async () => {
    for (const payload of [0, '0', false])
      assert.match(await getRefusal('relax', payload), /A scene has no off/);
    const { bridge } = await harness.request('relax', { payload: 1 });
    assert.deepEqual(getNestedMember(bridge, 'warnings'), []);
  });

  it('is no command of Home Assistant because it has a state', async () => {
    const info = { ontime: '08:00', offtime: '23:00', name: 's', state: 'on', on: '08:00' };
    const message = await getRefusal('lamp', info);
    assert.doesNotMatch(message, /Home Assistant/);
  });
});

const kitchen = createFixtureId('room/kitchen');

const target = (id: string): { target: string } => ({ target: createFixtureId(id) });

/** Nodes whose dialog says all: what to do, and to which resource. */
const settledNodes = [
  { id: 'light', type: 'bridge-light', target: lamp, command: 'true', commandType: 'bool' },
  { id: 'sensor', type: 'bridge-sensor', ...target('motion/kitchen-motion'), action: 'enable' },
  {
    id: 'automation',
    type: 'bridge-automation',
    ...target('behavior_instance/wake-up'),
    operation: 'enable',
  },
  { id: 'speaker', type: 'bridge-speaker', ...target('speaker/chime'), operation: 'stop' },
  { id: 'room', type: 'bridge-room', target: kitchen, operation: 'get', rtype: 'room' },
  { id: 'resource', type: 'bridge-resource', operation: 'get', rtype: 'light', target: lamp },
  {
    id: 'smartScene',
    type: 'bridge-smart-scene',
    operation: 'list',
  },
  { id: 'scene', type: 'bridge-scene', operation: 'next', target: kitchen },
];

describe('A payload for a node whose dialog says what to do', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness(settledNodes);
  });
  after(() => harness.stop());

  const getWarnings = async (node: string, payload?: unknown): Promise<readonly unknown[]> => {
    const message = payload === undefined ? {} : { payload };
    const { bridge } = await harness.request(node, message);
    const warnings: unknown = getNestedMember(bridge, 'warnings');
    assert.ok(Array.isArray(warnings));
    return warnings.map((warning: unknown) => warning);
  };

  for (const { id } of settledNodes) {
    it(`is never ignored in silence: ${id}`, async () => {
      for (const payload of [{ on: true }, 'dim', 7]) {
        const warnings = await getWarnings(id, payload);
        assert.match(
          String(warnings[0]),
          /^payload.*ignored, because the settings of this node say what to do\. /,
        );
      }
    });

    it(`has no warning where it is a mere trigger: ${id}`, async () => {
      for (const payload of [undefined, true, 1_700_000_000_000, ''])
        assert.deepEqual(await getWarnings(id, payload), []);
    });
  }
});
