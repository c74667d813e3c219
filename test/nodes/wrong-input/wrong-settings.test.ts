import assert from 'node:assert/strict';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { getNestedMember } from '../../../src/resources/members';

const light = { type: 'bridge-light', target: createFixtureId('light/living-floor') };

const room = { type: 'bridge-room', operation: 'update', target: createFixtureId('room/garden') };

const kitchenSpot = createFixtureId('device/kitchen-spot-1');

const scene = { type: 'bridge-smart-scene', target: 'Kitchen day', targetType: 'str' };

const sensor = { type: 'bridge-sensor', target: createFixtureId('motion/kitchen-motion') };

/** Settings as the dialogs let them be written, and what is said of them. */
const cases: readonly [what: string, node: object, sentence: string][] = [
  [
    'a transition that is no number',
    { ...light, transition: 'abc', transitionType: 'num' },
    'setting transition: expected a number, got "abc".',
  ],
  [
    'a transition below zero',
    { ...light, transition: '-5', transitionType: 'num' },
    'setting transition: expected a time of at most 7 days, such as "2s" or 400 (milliseconds), got -5.',
  ],
  [
    'a brightness that no lamp has',
    { ...light, command: '{"brightness":300}', commandType: 'json' },
    'setting command.brightness: expected a number from 0 to 100, got 300.',
  ],
  [
    'a transition that is no time',
    { ...light, command: '{"on":true,"transition":"1e9 days"}', commandType: 'json' },
    'setting command.transition: expected a time of at most 7 days, ',
  ],
  [
    'a transition that is too long',
    { ...light, command: '{"on":true,"transition":"100 days"}', commandType: 'json' },
    'setting command.transition: expected a time of at most 7 days, ',
  ],
  [
    'an interval that no poll has',
    { type: 'bridge-poll', rtype: 'light', interval: '999999999999 days' },
    'setting interval: expected a time from 1s to 24h, such as 5s, got "999999999999 days".',
  ],
  [
    'a sensitivity that is no number',
    { ...sensor, sensitivity: 'much', sensitivityType: 'str' },
    'setting sensitivity: expected a whole number from 0 to ',
  ],
  [
    'an action that sensors do not know',
    { ...sensor, action: 'enabel' },
    'setting action: expected one of get, enable, disable, toggle, keep, got "enabel"',
  ],
  [
    'a kind that is none of sensors',
    { ...sensor, rtype: 'light' },
    'setting rtype: expected one of ',
  ],
  [
    'a recall that is none',
    { ...scene, operation: 'recall', recall: 'later' },
    'setting recall: expected ',
  ],
  [
    'a way to change devices that is none',
    { ...room, devices: [kitchenSpot], devicesAction: 'swap' },
    'setting devicesAction: expected one of set, add, remove, got "swap"',
  ],
  [
    'a command that is no JSON',
    { ...light, command: '{"on":', commandType: 'json' },
    'setting command: "{"on":" cannot be evaluated: ',
  ],
  [
    'a picked device that is a room by now',
    { ...room, devices: [createFixtureId('room/kitchen')] },
    'setting devices[0]: expected the id or name of a device, got "room Kitchen".',
  ],
];

describe('A wrong setting', () => {
  let harness: FlowHarness;
  before(async () => {
    const nodes = cases.map(([, node], index): FlowNode => ({
      id: `wrong-${index}`,
      type: '',
      ...node,
    }));
    harness = await startFlowHarness([
      ...nodes,
      { id: 'taken', ...room, devices: [kitchenSpot], devicesAction: 'add' },
      { id: 'of-message', ...light, transition: 'fade', transitionType: 'msg' },
    ]);
  });
  after(() => harness.stop());

  for (const [index, [what, , sentence]] of cases.entries()) {
    it(`is reported as such: ${what}`, async () => {
      const id = `wrong-${index}`;
      harness.send(id, { payload: {} });
      const { code, message } = await harness.nextFailure(id);
      assert.ok(message.startsWith(sentence), message);
      assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
      const { text } = await harness.nextStatus(id, ({ fill }) => fill === 'red');
      assert.match(String(text), /status\.failed\.WRONG_SETTING$/);
    });
  }

  it('is reported as such for a picked device of another room, by its name', async () => {
    harness.send('taken', { payload: {} });
    const { code, message } = await harness.nextFailure('taken');
    assert.equal(code, 'ERR_BRIDGE_CONFLICT');
    assert.equal(
      message,
      'setting devices[0]: expected a device that is in no other room (it is in Kitchen: move it, or remove it there first), got "Kitchen spot 1".',
    );
    const { text } = await harness.nextStatus('taken', ({ fill }) => fill === 'red');
    assert.match(String(text), /ERR_BRIDGE_CONFLICT$/);
  });

  it('is not blamed for what stands in the message', async () => {
    harness.send('of-message', { payload: true, fade: 'abc' });
    const { message } = await harness.nextFailure('of-message');
    assert.match(message, /^fade: expected a time of at most 7 days, .*, got "abc"\.$/);
    const { text } = await harness.nextStatus('of-message', ({ fill }) => fill === 'red');
    assert.match(String(text), /ERR_BRIDGE_INVALID_COMMAND$/);
  });
});

const motion = createFixtureId('motion/kitchen-motion');

/** Settings of each action node, and the other settings that it needs to use them. */
const actionNodes: Readonly<
  Record<string, { settings: readonly string[]; requiredSettings?: object }>
> = {
  'bridge-light': {
    settings: [
      'bridge',
      'target',
      'targetType',
      'command',
      'commandType',
      'transition',
      'output',
      'format',
      'minBrightness',
    ],
    requiredSettings: { transitionType: 'num' },
  },
  'bridge-resource': {
    settings: [
      'rtype',
      'operation',
      'target',
      'command',
      'commandType',
      'allowUnknownFields',
      'output',
      'readAs',
    ],
    requiredSettings: { operation: 'update', rtype: 'light' },
  },
  'bridge-room': {
    settings: ['operation', 'roomName', 'roomNameType', 'archetype', 'devices', 'devicesAction'],
    requiredSettings: {
      operation: 'update',
      target: createFixtureId('room/garden'),
      devices: ['Fountain'],
    },
  },
  'bridge-sensor': {
    settings: [
      'rtype',
      'target',
      'action',
      'command',
      'sensitivity',
      'sensitivityType',
      'output',
      'split',
      'yesWhen',
      'whileReading',
      'whileValue',
      'endAfter',
      'emit',
      'emitAtStart',
    ],
    requiredSettings: { target: motion, sensitivity: '1' },
  },
  'bridge-automation': {
    settings: ['operation', 'target', 'command', 'output', 'changes'],
    requiredSettings: { target: 'Weekday alarm', targetType: 'str', operation: 'toggle' },
  },
  'bridge-speaker': {
    settings: ['operation', 'target', 'command', 'sound', 'volume', 'duration', 'output'],
    requiredSettings: { target: createFixtureId('speaker/chime'), operation: 'chime' },
  },
  'bridge-scene': {
    settings: ['scene', 'scenes', 'brightness', 'everywhere'],
    requiredSettings: { operation: 'next', target: 'Kitchen', targetType: 'str' },
  },
  'bridge-daylight': {
    settings: [
      'target',
      'follow',
      'nightKelvin',
      'nightBrightness',
      'latitude',
      'longitude',
      'resumeAfter',
      'changes',
    ],
    requiredSettings: {
      target: 'Kitchen',
      targetType: 'str',
      command: 'true',
      commandType: 'bool',
    },
  },
  'bridge-smart-scene': {
    settings: ['operation', 'target', 'recall', 'command', 'commandType', 'output'],
    requiredSettings: { operation: 'recall', recall: '', target: 'Kitchen day', targetType: 'str' },
  },
};

/** Settings of the nodes that emit messages without input. */
const sourceNodes: Readonly<Record<string, readonly string[]>> = {
  'bridge-button': ['bridge', 'target', 'targetType', 'split', 'events', 'buttons', 'rules'],
  'bridge-poll': [
    'bridge',
    'rtype',
    'target',
    'interval',
    'emit',
    'emitAtStart',
    'output',
    'properties',
    'smallestChange',
    'origin',
    'room',
    'format',
    'combine',
    'split',
    'yesWhen',
    'yesValue',
    'hysteresis',
    'unreachableIsOff',
    'connectionMessages',
  ],
  'bridge-status': ['bridge', 'emit', 'emitAtStart', 'output', 'interval'],
  'bridge-sun': [
    'bridge',
    'emit',
    'emitAtStart',
    'moment',
    'momentType',
    'from',
    'fromType',
    'to',
    'toType',
    'latitude',
    'longitude',
  ],
  'bridge-mqtt': ['bridge', 'prefix', 'discoveryPrefix', 'interval'],
};

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  5,
  {},
  [],
  [null],
  { rid: 5 },
  '${MISSING}',
];

const createOddNodes = (
  type: string,
  settings: readonly string[],
  requiredSettings: object = {},
): FlowNode[] =>
  settings.flatMap((name) =>
    oddValues.map((value, index) => ({
      id: `${name}-${index}`,
      type,
      ...requiredSettings,
      [name]: value,
    })),
  );

/** Error messages of the JavaScript engine, which no user should see. */
const engineSentence = /is not a function|cannot read|cannot convert|is not iterable|\[object/i;

describe('Settings of any type, as flow files by other hands may hold them', () => {
  let harness: FlowHarness | undefined;
  afterEach(async () => {
    await harness?.stop();
    harness = undefined;
  });

  for (const [type, { settings, requiredSettings }] of Object.entries(actionNodes)) {
    it(`let a ${type} node answer each message once, with sense`, async () => {
      const nodes = createOddNodes(type, settings, requiredSettings);
      const flow = await startFlowHarness(nodes);
      harness = flow;
      const message = { payload: { brightness: 5 }, target: createFixtureId('light/living-floor') };
      for (const { id } of nodes) flow.send(id, message);
      for (const { id } of nodes) {
        const answer = await flow.nextOutcome(id);
        if (answer === undefined) continue;
        const description = `${id}: ${String(answer.code)} ${answer.message}`;
        assert.match(String(answer.code), /^ERR_BRIDGE_/, description);
        assert.doesNotMatch(answer.message, engineSentence, description);
      }
    });
  }

  for (const [type, settings] of Object.entries(sourceNodes)) {
    it(`leave a ${type} node at work, or let it say what is wrong`, async () => {
      const comparison = { split: 'yes-no', yesWhen: 'above', yesValue: '3' };
      const requiredSettings = type === 'bridge-poll' ? { rtype: 'light', ...comparison } : {};
      const nodes = createOddNodes(type, settings, requiredSettings);
      const flow = await startFlowHarness(nodes);
      harness = flow;
      for (const { id } of nodes) {
        const { text } = await flow.nextStatus(
          id,
          ({ fill, text: shown }) =>
            fill === 'green' || fill === 'red' || String(shown).endsWith('sun.noUntil'),
        );
        assert.doesNotMatch(String(text), /unexpected/, id);
      }
    });
  }

  it('are no reason to trust anybody else: a pin that is no text is refused', async () => {
    for (const fingerprint of [true, {}, ['AA']]) {
      harness = await startFlowHarness([{ id: 'light', type: 'bridge-light' }], {
        bridge: { fingerprint },
      });
      harness.send('light', { payload: true, target: createFixtureId('light/living-floor') });
      const { code, message } = await harness.nextFailure('light');
      assert.equal(code, 'ERR_BRIDGE_NOT_CONFIGURED');
      assert.match(message, /fingerprint/);
      assert.equal(harness.simulator.requests.length, 0, 'requests to the bridge');
      await harness.stop();
      harness = undefined;
    }
  });

  it('give a button node that lists its events by number its press all the same', async () => {
    harness = await startFlowHarness([
      { id: 'button', type: 'bridge-button', split: 'button', buttons: 1 },
    ]);
    await harness.nextStatus('button', ({ fill }) => fill === 'green');
    const rid = createFixtureId('button/living-dimmer');
    const updated = new Date().toISOString();
    const report = { updated, event: 'short_release' };
    harness.simulator.home.change(rid, {
      button: { last_event: 'short_release', button_report: report },
    });
    const { payload } = await harness.nextMessage('out');
    assert.equal(getNestedMember(payload, 'event'), 'short_release');
  });
});
