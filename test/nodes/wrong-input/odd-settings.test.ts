import assert from 'node:assert/strict';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

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
