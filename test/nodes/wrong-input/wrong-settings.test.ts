import assert from 'node:assert/strict';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

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
