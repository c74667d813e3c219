import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { lightFormatNames } from '../../../src/vocabulary/formats/light-format';
import { lightWordNames } from '../../../src/vocabulary/light/words/all-words';
import { messageLimits } from '../../../src/vocabulary/plain-json';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage } from '../../support/node-red/node-red';

const { maxAddressLength, maxTargets, maxMessageText, maxMessageValues, maxMessageDepth } =
  messageLimits;
const kitchen = createFixtureId('room/kitchen');
const lamp = createFixtureId('light/living-floor');

/** Longest time in ms that a node may take for a message, whatever its texts are made of. */
const longestBlock = 20;
/** A machine that stalls makes a run longer, so the shortest of several counts. */
const mostRuns = 8;
/** Work that grows with the square of a text takes many times of what is allowed. */
const textLength = 20_000;

const units = ': , . / - [ " \\ ( 0 a İ e\u0301 % + a: a, 1h 07:00, Attic: {"a": rgb('.split(' ');
units.push(`${lamp},`, ' ', '\n', ', ');
const texts = units.map((unit) => unit.repeat(Math.floor(textLength / unit.length)));

const nodes = [
  { id: 'light', type: 'bridge-light' },
  { id: 'anyBridge', type: 'bridge-light', bridgeFromMessage: true },
  { id: 'lamp', type: 'bridge-light', target: lamp },
  { id: 'room', type: 'bridge-room', operation: '', rtype: '' },
  { id: 'smartScene', type: 'bridge-smart-scene', operation: '', recall: '' },
  { id: 'scene', type: 'bridge-scene', operation: '', target: kitchen },
  { id: 'sensor', type: 'bridge-sensor', target: createFixtureId('motion/kitchen-motion') },
  { id: 'speaker', type: 'bridge-speaker' },
  { id: 'automation', type: 'bridge-automation' },
  { id: 'resource', type: 'bridge-resource', operation: '' },
  { id: 'poll', type: 'bridge-poll', rtype: 'light', emit: 'never' },
  { id: 'daylight', type: 'bridge-daylight', target: lamp },
  ...lightFormatNames.map((format) => ({
    id: format,
    type: 'bridge-light',
    format,
    target: lamp,
  })),
];

/** Members of messages that hold a text, for all nodes. */
const places: Readonly<Record<string, (text: string) => FlowMessage>> = {
  target: (text) => ({ target: text, payload: true }),
  'a list of targets': (text) => ({ target: [text.slice(5), text], payload: true }),
  'the members of a target': (text) => ({
    target: { name: text.slice(9), bridge: text.slice(1), room: text },
    payload: true,
  }),
  payload: (text) => ({ payload: text, target: 'Floor lamp' }),
  'a list in payload': (text) => ({ payload: [text, text.slice(2)], target: 'Floor lamp' }),
  'the name of a member': (text) => ({ payload: { [text]: 1 }, target: 'Floor lamp' }),
  'operation, type and bridge': (text) => ({ operation: text, rtype: text, bridge: text }),
  'the id of a state': (text) => ({ payload: [{ id: text, type: 'light', on: true }] }),
};

const words = [
  ...lightWordNames,
  ...(
    'play for repeat save restore state enabled sensitivity sound chime volume scene store rename next speed action ' +
    'recall week days children add move members'
  ).split(' '),
];

describe('A text of a message', () => {
  let harness: FlowHarness;
  let attic: Simulator;
  // What nodes and tests keep of the texts goes with each flow.
  beforeEach(async () => {
    attic = await startSimulator();
    harness = await startFlowHarness(nodes, { furtherBridges: { Attic: attic } });
  });
  afterEach(async () => {
    await harness.stop();
    await attic.stop();
  });

  /** Sends a message until it takes a short time of a CPU only; asserts that this happens. */
  async function assertNoLongBlock(node: string, message: FlowMessage, what: string) {
    let shortest = Infinity;
    for (let run = 0; run < mostRuns && shortest > longestBlock; run += 1) {
      const before = process.cpuUsage();
      harness.send(node, message);
      // The turn in which the node takes the message, and what follows it at once.
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
      const { user, system } = process.cpuUsage(before);
      shortest = Math.min(shortest, (user + system) / 1_000);
    }
    assert.ok(shortest <= longestBlock, `${node}, ${what}: ${shortest.toFixed()} ms`);
  }

  for (const { id } of nodes) {
    it(`never blocks Node-RED for more than ${longestBlock} ms, whatever it is made of and wherever it stands: ${id}`, async () => {
      for (const [place, createMessage] of Object.entries(places))
        for (const text of texts)
          await assertNoLongBlock(id, createMessage(text), `${place}: ${text.slice(0, 9)}…`);
    });
  }

  for (const id of ['lamp', 'room', 'smartScene', 'scene', 'sensor', 'speaker', 'automation']) {
    it(`never does so as the value of a word either: ${id}`, async () => {
      for (const word of words)
        for (const text of texts)
          await assertNoLongBlock(
            id,
            { payload: { [word]: text } },
            `${word}: ${text.slice(0, 9)}`,
          );
    });
  }

  const assertRefused = async (message: FlowMessage, expected: RegExp): Promise<void> => {
    harness.send('light', message);
    const { code, message: sentence } = await harness.nextFailure('light');
    assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
    assert.match(sentence, expected);
  };

  it('maxAddressLength: a longer address is refused, alone, in an object and in a list', async () => {
    const expected = `expected an id, a name or Room/Name of at most ${maxAddressLength} characters`;
    const long = 'x'.repeat(maxAddressLength + 1);
    await assertRefused(
      { target: long, payload: true },
      new RegExp(`^target: ${expected}, got "x`),
    );
    await assertRefused({ target: { name: long } }, new RegExp(`^target: ${expected}`));
    await assertRefused({ target: [lamp, long] }, new RegExp(`^target\\[1\\]: ${expected}`));
  });

  it('maxTargets: more targets are refused, in a list and in a text', async () => {
    const many = Array.from({ length: maxTargets + 1 }, () => lamp);
    const expected = new RegExp(`^target: expected at most ${maxTargets} targets in one message`);
    await assertRefused({ target: many, payload: true }, expected);
    await assertRefused({ target: many.join(), payload: true }, expected);
  });

  it('maxMessageText, maxMessageValues, maxMessageDepth: a larger payload is refused', async () => {
    const target = lamp;
    const text = 'x'.repeat(maxMessageText + 1);
    await assertRefused({ target, payload: text }, /expected at most 1000000 characters in all/);
    const values = Array.from({ length: maxMessageValues }, () => 1);
    await assertRefused({ target, payload: values }, /expected at most 20000 values in all/);
    let nested: unknown = 1;
    for (let level = 0; level <= maxMessageDepth; level += 1) nested = [nested];
    await assertRefused({ target, payload: nested }, /expected at most 32 levels of nesting/);
  });
});
