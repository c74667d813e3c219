import assert from 'node:assert/strict';
import type { FlowNode } from '../../scripts/user-directory';
import { member } from '../../src/resources';
import { idOf } from '../../src/simulator';
import { runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

const motion = idOf('motion/kitchen-motion');

/** Settings of each node that takes messages, and what else such a node needs to come to use them. */
const actions: Readonly<Record<string, { settings: readonly string[]; beside?: object }>> = {
  'bridge-light': {
    settings: ['bridge', 'target', 'targetType', 'command', 'commandType', 'transition'],
    beside: { transitionType: 'num' },
  },
  'bridge-resource': {
    settings: ['rtype', 'operation', 'target', 'command', 'commandType', 'allowUnknownFields'],
    beside: { operation: 'update', rtype: 'light' },
  },
  'bridge-room': {
    settings: ['operation', 'roomName', 'roomNameType', 'archetype', 'devices', 'devicesAction'],
    beside: { operation: 'update', target: idOf('room/garden'), devices: ['Fountain'] },
  },
  'bridge-sensor': {
    settings: ['rtype', 'target', 'action', 'command', 'sensitivity', 'sensitivityType'],
    beside: { target: motion, sensitivity: '1' },
  },
  'bridge-smart-scene': {
    settings: ['operation', 'target', 'recall', 'command', 'commandType'],
    beside: { operation: 'recall', recall: '', target: 'Kitchen day', targetType: 'str' },
  },
};

/** Settings of the nodes that speak of themselves. */
const watching: Readonly<Record<string, readonly string[]>> = {
  'bridge-button': ['bridge', 'target', 'targetType', 'split', 'events', 'buttons', 'rules'],
  'bridge-poll': ['bridge', 'rtype', 'target', 'interval', 'output', 'properties', 'room'],
  'bridge-status': ['bridge', 'emit', 'emitAtStart', 'output', 'interval'],
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

const oddNodes = (type: string, settings: readonly string[], beside: object = {}): FlowNode[] =>
  settings.flatMap((name) =>
    oddValues.map((value, index) => ({ id: `${name}-${index}`, type, ...beside, [name]: value })),
  );

/** Sentences of the JavaScript engine, which tell people nothing. */
const engineSentence = /is not a function|cannot read|cannot convert|is not iterable|\[object/i;

describe('Settings of any type, as flow files by other hands may hold them', () => {
  let home: HomeFlow | undefined;
  afterEach(async () => {
    await home?.end();
    home = undefined;
  });

  for (const [type, { settings, beside }] of Object.entries(actions)) {
    it(`let a ${type} node answer each message once, with sense`, async () => {
      const nodes = oddNodes(type, settings, beside);
      const flow = await runHomeFlow(nodes);
      home = flow;
      const message = { payload: { brightness: 5 }, target: idOf('light/living-floor') };
      for (const { id } of nodes) flow.send(id, message);
      for (const { id } of nodes) {
        const answer = await flow.outcome(id);
        if (answer === undefined) continue;
        const told = `${id}: ${String(answer.code)} ${answer.message}`;
        assert.match(String(answer.code), /^ERR_BRIDGE_/, told);
        assert.doesNotMatch(answer.message, engineSentence, told);
      }
    });
  }

  for (const [type, settings] of Object.entries(watching)) {
    it(`leave a ${type} node at work, or let it say what is wrong`, async () => {
      const beside = type === 'bridge-poll' ? { rtype: 'light' } : {};
      const nodes = oddNodes(type, settings, beside);
      const flow = await runHomeFlow(nodes);
      home = flow;
      for (const { id } of nodes) {
        const { text } = await flow.status(id, ({ fill }) => fill === 'green' || fill === 'red');
        assert.doesNotMatch(String(text), /unexpected/, id);
      }
    });
  }

  it('are no reason to trust anybody else: a pin that is no text is refused', async () => {
    for (const fingerprint of [true, {}, ['AA']]) {
      home = await runHomeFlow([{ id: 'light', type: 'bridge-light' }], {
        bridge: { fingerprint },
      });
      home.send('light', { payload: true, target: idOf('light/living-floor') });
      const { code, message } = await home.failure('light');
      assert.equal(code, 'ERR_BRIDGE_NOT_CONFIGURED');
      assert.match(message, /fingerprint/);
      assert.equal(home.simulator.requests.length, 0);
      await home.end();
      home = undefined;
    }
  });

  it('give a button node that lists its events by number its press all the same', async () => {
    home = await runHomeFlow([
      { id: 'button', type: 'bridge-button', split: 'button', buttons: 1 },
    ]);
    await home.status('button', ({ fill }) => fill === 'green');
    const rid = idOf('button/living-dimmer');
    const updated = new Date().toISOString();
    const report = { updated, event: 'short_release' };
    home.simulator.home.change(rid, {
      button: { last_event: 'short_release', button_report: report },
    });
    const { payload } = await home.arrival('out');
    assert.equal(member(payload, 'event'), 'short_release');
  });
});
