import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { invalidMessages as usualMessages, invalidWordMessages } from './wrong-messages';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lightFormatNames } from '../../../src/vocabulary/formats/light-format';
import { lightWordNames } from '../../../src/vocabulary/light/words/all-words';
import { messageLimits } from '../../../src/vocabulary/plain-json';
import type { FlowMessage } from '../../support/node-red/node-red';
import type { FlowNode } from '../../../scripts/node-red/user-directory';

const invalidMessages = [...usualMessages, ...invalidWordMessages];

const codes = new Set(['ERR_BRIDGE_INVALID_COMMAND', 'ERR_BRIDGE_UNKNOWN_TARGET']);

describe(`Each of ${invalidMessages.length} wrong messages`, () => {
  let harness: FlowHarness;
  before(async () => {
    assert.ok(invalidMessages.length >= 200);
    harness = await startFlowHarness([
      { id: 'light', type: 'bridge-light' },
      { id: 'lamp', type: 'bridge-light', target: createFixtureId('light/living-floor') },
      { id: 'room', type: 'bridge-room', operation: '', rtype: '' },
      { id: 'scene', type: 'bridge-smart-scene', operation: '', recall: '' },
      {
        id: 'scenes',
        type: 'bridge-scene',
        operation: '',
        target: createFixtureId('room/kitchen'),
      },
      { id: 'sensor', type: 'bridge-sensor' },
      { id: 'resource', type: 'bridge-resource', operation: '' },
    ]);
  });
  after(() => harness.stop());

  for (const { node, what, message, path } of invalidMessages) {
    it(`to the node "${node}" gets one error that names ${path}: ${what}`, async () => {
      const before = harness.observations.length;
      harness.send(node, message);
      const error = await harness.nextFailure(node);
      assert.ok(codes.has(String(error.code)), `${String(error.code)}: ${error.message}`);
      assert.ok(error.message.startsWith(path), error.message);
      assert.match(error.message, /: expected .+, got .+\.( Did you mean .+\?)?$/s);
      assert.ok(error.message.length < 1_000, 'the sentence is short');
      const completions = harness.observations
        .slice(before)
        .filter(({ kind }) => kind === 'completion');
      assert.equal(completions.length, 1, 'ends of messages');
    });
  }

  it('sent nothing to the bridge but reads', () => {
    assert.deepEqual(harness.writes(), []);
  });

  it('left the prototypes of objects as they were, and the nodes at work', async () => {
    assert.equal('on' in {}, false);
    const { bridge } = await harness.request('lamp', { payload: true });
    assert.equal(getNestedMember(bridge, 'rid'), createFixtureId('light/living-floor'));
  });
});

describe('A poll node', () => {
  it('refuses a message that cannot be copied, and says why', async () => {
    const harness = await startFlowHarness([
      { id: 'poll', type: 'bridge-poll', rtype: 'light', emit: 'request' },
    ]);
    try {
      const payload = {
        get on(): never {
          throw new Error('This value is locked');
        },
      };
      harness.send('poll', { payload });
      const { code, message } = await harness.nextFailure('poll');
      assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
      assert.match(
        message,
        /this message cannot be copied: This value is locked\. Nothing was sent\.$/,
      );
    } finally {
      await harness.stop();
    }
  });
});

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

class Command {
  on = true;
}

/** Values of every type, as a payload may be. */
const payloads: readonly (readonly [what: string, payload: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['false', false],
  ['a number', 7],
  ['a time', 1_700_000_000_000],
  ['NaN', Number.NaN],
  ['a bigint', 1n],
  ['an empty text', ''],
  ['a text', 'party'],
  ['an empty list', []],
  ['a list', [1, 2]],
  ['bytes that are no text', Buffer.from([0xff, 0xfe])],
  ['a date', new Date(0)],
  ['a map', new Map([['on', true]])],
  ['a function', () => true],
  ['a symbol', Symbol('on')],
  ['an instance', new Command()],
  ['an empty object', {}],
  ['an object with unknown words', { party: true }],
  ['an object with inherited members', Object.create({ on: true })],
];

/** What says nothing, and makes a node do what its dialog says, or send what it knows. */
const triggers: ReadonlySet<string> = new Set(['undefined', 'null', 'an empty text', 'a time']);

/** What became of a message. */
type Outcome = 'refused' | 'warned' | 'carried out';

describe('A payload of any type', () => {
  const target = (id: string): { target: string } => ({ target: createFixtureId(id) });

  /** Each node with its dialog left open, and with one that says what to do; what else is a trigger, or a command. */
  const nodes: readonly (readonly [node: FlowNode, carriedOut: readonly string[]])[] = [
    [
      { id: 'light', type: 'bridge-light', ...target('light/living-floor') },
      ['true', 'false', 'a number'],
    ],
    [
      {
        id: 'lightSettled',
        type: 'bridge-light',
        ...target('light/living-floor'),
        command: 'true',
        commandType: 'bool',
      },
      ['true'],
    ],
    [
      { id: 'sensor', type: 'bridge-sensor', ...target('motion/kitchen-motion') },
      ['true', 'false'],
    ],
    [
      {
        id: 'sensorSettled',
        type: 'bridge-sensor',
        ...target('motion/kitchen-motion'),
        action: 'enable',
      },
      ['true'],
    ],
    [
      { id: 'automation', type: 'bridge-automation', ...target('behavior_instance/wake-up') },
      ['true', 'false'],
    ],
    [
      {
        id: 'automationSettled',
        type: 'bridge-automation',
        ...target('behavior_instance/wake-up'),
        operation: 'enable',
      },
      ['true'],
    ],
    [{ id: 'speaker', type: 'bridge-speaker', ...target('speaker/chime') }, ['false']],
    [
      {
        id: 'speakerSettled',
        type: 'bridge-speaker',
        ...target('speaker/chime'),
        operation: 'stop',
      },
      ['true'],
    ],
    [
      {
        id: 'room',
        type: 'bridge-room',
        ...target('room/kitchen'),
        operation: 'update',
        rtype: 'room',
      },
      ['a text'],
    ],
    [
      {
        id: 'roomSettled',
        type: 'bridge-room',
        ...target('room/kitchen'),
        operation: 'get',
        rtype: 'room',
      },
      ['true'],
    ],
    [
      {
        id: 'resource',
        type: 'bridge-resource',
        ...target('light/living-floor'),
        operation: 'update',
        rtype: 'light',
      },
      [],
    ],
    [
      {
        id: 'resourceSettled',
        type: 'bridge-resource',
        ...target('light/living-floor'),
        operation: 'get',
        rtype: 'light',
      },
      ['true'],
    ],
    [
      {
        id: 'smartScene',
        type: 'bridge-smart-scene',
        ...target('smart_scene/living-room'),
        recall: '',
      },
      ['true', 'false'],
    ],
    [
      {
        id: 'smartSceneSettled',
        type: 'bridge-smart-scene',
        ...target('smart_scene/living-room'),
        recall: 'activate',
      },
      ['true'],
    ],
    [{ id: 'scene', type: 'bridge-scene', ...target('room/kitchen'), operation: '' }, []],
    ...['next', 'list'].map(
      (operation) =>
        [
          { id: `scene ${operation}`, type: 'bridge-scene', ...target('room/kitchen'), operation },
          ['true'],
        ] as const,
    ),
    [
      {
        id: 'scenePicked',
        type: 'bridge-scene',
        ...target('scene/kitchen/bright'),
        operation: 'recall',
      },
      ['true'],
    ],
    [
      { id: 'daylight', type: 'bridge-daylight', ...target('light/living-floor') },
      ['true', 'false'],
    ],
    [
      {
        id: 'poll',
        type: 'bridge-poll',
        rtype: 'light',
        ...target('light/living-floor'),
        emit: 'request',
      },
      ['true'],
    ],
    [{ id: 'status', type: 'bridge-status' }, ['true']],
    [{ id: 'mqtt', type: 'bridge-mqtt' }, ['true']],
  ];

  let harness: FlowHarness;
  before(async () => {
    // A message that is passed on without its payload can be copied out of Node-RED whatever that was.
    harness = await startFlowHarness(nodes.map(([node]) => ({ output: 'answer', ...node })));
  });
  after(() => harness.stop());

  let ticket = 0;
  /** Sends a message, and says what became of it once it was completed. */
  async function send(node: string, payload: unknown): Promise<Outcome> {
    ticket += 1;
    const sent = ticket;
    harness.send(node, { payload, ticket });
    const error = await harness.nextOutcome(node);
    if (error !== undefined) {
      assert.match(error.message, /^(?:payload|target|topic)[^\n]*: expected .+, got .+[.?]$/);
      return 'refused';
    }
    // It sends what it publishes, and does not pass the message on.
    if (node === 'mqtt') return 'carried out';
    const { bridge } = await harness.nextMessage('out', (one) => one['ticket'] === sent);
    const warnings = getNestedMember(bridge, 'warnings');
    const isWarned =
      Array.isArray(warnings) && warnings.some((text) => String(text).startsWith('payload'));
    return isWarned ? 'warned' : 'carried out';
  }

  for (const [{ id }, carriedOut] of nodes) {
    it(`is carried out, refused or warned of, and never ignored: ${id}`, async () => {
      const ignored: string[] = [];
      for (const [what, payload] of payloads) {
        const outcome = await send(id, payload);
        const mayBeCarriedOut = triggers.has(what) || carriedOut.includes(what);
        if (outcome === 'carried out' && !mayBeCarriedOut) ignored.push(what);
      }
      assert.deepEqual(ignored, []);
    });
  }
});
