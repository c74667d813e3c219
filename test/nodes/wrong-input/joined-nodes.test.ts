import assert from 'node:assert/strict';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { Observation, ReportedError } from '../../support/node-red/observation-log';
import type { FlowMessage } from '../../support/node-red/node-red';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { createFixtureId } from '../../../src/simulator';

const lamp = createFixtureId('light/living-floor');
const kitchen = createFixtureId('grouped_light/kitchen');
const severalLamps = `${lamp},${createFixtureId('light/living-ceiling')}`;
const motion = createFixtureId('motion/kitchen-motion');
const livingRoom = createFixtureId('room/living-room');
const alarm = 'Weekday alarm';
const speaker = createFixtureId('speaker/chime');
const relax = createFixtureId('scene/living-room/relax');

/** A node whose output goes into all others, with the message that makes it send. */
interface OutputKind {
  /** Its settings; its id is what it sends. */
  readonly node: FlowNode;
  readonly trigger: FlowMessage;
  /** What becomes of it at each input, in the order of `inputNodes`: `+` works, `-` is no command, `?` names nothing. */
  readonly expected: string;
}

const watch = { type: 'bridge-poll', emit: 'request', interval: '1000' };
const watchLamp = { ...watch, rtype: 'light', target: lamp };
const light = { type: 'bridge-light', target: lamp };

const createOutput = (
  id: string,
  expected: string,
  { type, ...settings }: Omit<FlowNode, 'id'> & Pick<FlowNode, 'type'>,
  trigger: FlowMessage = {},
): OutputKind => ({ node: { id, type, ...settings }, trigger, expected });

/** The inputs, in the order of the columns of `outputKinds`. */
const inputNodes: readonly FlowNode[] = [
  { id: 'light', ...light },
  { id: 'lights', type: 'bridge-light', target: severalLamps },
  { id: 'light without lamp', type: 'bridge-light' },
  { id: 'light of HomeKit', ...light, format: 'homekit' },
  { id: 'light of Home Assistant', ...light, format: 'home-assistant' },
  { id: 'light of openHAB', ...light, format: 'openhab' },

  { id: 'room', type: 'bridge-room' },
  { id: 'room by message', type: 'bridge-room', operation: '' },
  { id: 'scene of a room', type: 'bridge-scene', target: livingRoom },
  { id: 'scene', type: 'bridge-scene', target: relax },
  {
    id: 'smart scene',
    type: 'bridge-smart-scene',
    target: 'Natural light',
    targetType: 'str',
    recall: '',
  },
  { id: 'sensor', type: 'bridge-sensor', target: motion, emitAtStart: false },
  { id: 'automation', type: 'bridge-automation', target: alarm, targetType: 'str' },
  { id: 'speaker', type: 'bridge-speaker', target: speaker },

  { id: 'resource', type: 'bridge-resource', operation: 'get', target: lamp },
  { id: 'resource to change', type: 'bridge-resource', operation: 'update', target: lamp },
  { id: 'resource by message', type: 'bridge-resource', operation: '' },
  { id: 'poll', ...watchLamp },
  { id: 'status', type: 'bridge-status', emitAtStart: false },
];

/**
 * Everything that nodes send, and what becomes of it. Columns: light, lights, without lamp, HomeKit, Home Assistant, openHAB;
 * room, by message, scenes of a room, scene, smart scene, sensor, automation, speaker; resource read, changed, by message, poll, status.
 */
const outputKinds: readonly OutputKind[] = [
  createOutput('on', '++---+ +--++++- +--++', light, { payload: true }),
  createOutput('words', '++--+- +--+---- +--++', light, {
    payload: { brightness: 40, kelvin: 2700 },
  }),
  createOutput(
    'state',
    '++---- +--+---- +--++',
    { ...light, output: 'state' },
    { payload: { color: 'red' } },
  ),
  createOutput(
    'reference',
    '------ +--+---- +--++',
    { ...light, output: 'answer' },
    { payload: true },
  ),
  createOutput(
    'state of a group',
    '++--+- +--+---- +--++',
    { type: 'bridge-light', target: kitchen, output: 'state' },
    { payload: true },
  ),
  createOutput(
    'states',
    '+++-+- +--+---- +--++',
    { type: 'bridge-light', target: severalLamps, output: 'state' },
    { payload: { kelvin: 2700 } },
  ),
  createOutput(
    'references',
    '------ +--+---- +--++',
    { type: 'bridge-light', target: severalLamps, output: 'answer' },
    { payload: true },
  ),
  createOutput('motion', '++---+ +---++++ +--++', { type: 'bridge-sensor', target: motion }),
  createOutput('lux', '------ +------- +--++', {
    type: 'bridge-sensor',
    rtype: 'light_level',
    target: createFixtureId('light_level/kitchen-motion'),
  }),
  createOutput('value', '++--+- +--+---- +--++', watchLamp),
  createOutput('whole resource', '+++--- +--+---- +--++', { ...watchLamp, output: 'resource' }),
  createOutput('property', '++---+ +--+---- +--++', { ...watchLamp, output: 'dimming.brightness' }),
  createOutput('one value of several', '++---+ +--++++- +--++', {
    ...watch,
    rtype: 'light',
    combine: 'any',
  }),
  createOutput('HomeKit', '---+-- +--+---- +--++', { ...watchLamp, format: 'homekit' }),
  createOutput('Home Assistant', '----+- +------- +--++', {
    ...watchLamp,
    format: 'home-assistant',
  }),
  createOutput('Google', '------ +--+---- +--++', { ...watchLamp, format: 'google' }),
  createOutput('Alexa', '------ +--+---- +--++', { ...watchLamp, format: 'alexa' }),
  createOutput('openHAB', '-----+ +-?+---- +--++', { ...watchLamp, format: 'openhab' }),
  createOutput('status of the bridge', '------ +--+---- +--++', { type: 'bridge-status' }),
  createOutput('report', '------ +--+---- +--++', { type: 'bridge-status' }, { payload: 'report' }),
  createOutput('rooms', '------ +--+---- +--++', { type: 'bridge-room' }),
  createOutput('members', '------ +--+---- +--++', {
    type: 'bridge-room',
    operation: 'members',
    target: livingRoom,
  }),
  createOutput(
    'new room',
    '------ +--+---- +--++',
    { type: 'bridge-room', operation: 'create', roomName: 'Study' },
    { payload: {} },
  ),
  createOutput('scenes', '------ +--+---- +--++', {
    type: 'bridge-scene',
    operation: 'list',
    target: livingRoom,
  }),
  createOutput('automations', '------ +--+---- +--++', {
    type: 'bridge-automation',
    operation: 'list',
  }),
  createOutput('speaker', '------ +--+---- +--++', {
    type: 'bridge-speaker',
    operation: 'get',
    target: speaker,
  }),
  createOutput('resource', '+++--- +--+---- +--++', { type: 'bridge-resource', target: lamp }),
  createOutput('resources', '+++--- +--+---- +--++', {
    type: 'bridge-resource',
    operation: 'list',
    rtype: 'light',
  }),
];

/** What a node sends by itself when something changes in the home. */
interface OwnOutputKind extends Pick<OutputKind, 'expected'> {
  readonly id: string;
  readonly node: Omit<FlowNode, 'id'> & Pick<FlowNode, 'type'>;
  /** What changes, and how. */
  readonly resource: string;
  readonly change: () => Record<string, unknown>;
}

const dimmerButton = createFixtureId('button/living-dimmer');
let presses = 0;
const pressButton = (): Record<string, unknown> => {
  presses += 1;
  const updated = new Date(Date.UTC(2026, 10, 20, 10, 0, presses)).toISOString();
  return {
    button: {
      last_event: 'short_release',
      button_report: { updated, event: 'short_release' },
    },
  };
};

/** The rest of the table. */
const ownOutputKinds: readonly OwnOutputKind[] = [
  {
    id: 'press',
    node: { type: 'bridge-button', events: 'short_release', target: dimmerButton },
    resource: dimmerButton,
    change: pressButton,
    expected: '++---- +--+---- +--++',
  },
  {
    id: 'kind of press',
    node: { type: 'bridge-button', output: 'event', target: dimmerButton },
    resource: dimmerButton,
    change: pressButton,
    expected: '------ +-?+---- +--++',
  },
  {
    id: 'active scene',
    node: { type: 'bridge-scene', changes: true, target: livingRoom },
    resource: createFixtureId('scene/living-room/sunset'),
    change: () => ({ status: { active: 'static' } }),
    expected: '------ +-++---- +--++',
  },
  {
    id: 'change of a lamp',
    node: { type: 'bridge-light', changes: 'value', target: lamp },
    resource: lamp,
    change: () => ({ dimming: { brightness: 12 } }),
    expected: '++--+- +--+---- +--++',
  },
];

/** How an input that does not take a message says so. */
const markByCode: Readonly<Record<string, string>> = {
  ERR_BRIDGE_INVALID_COMMAND: '-',
  ERR_BRIDGE_UNKNOWN_TARGET: '?',
};

/** One sentence, which may be followed by one that says what was probably meant. */
const sentence =
  /^[\w.[\]/ ]+: expected [^\n]+, got [^\n]+\.( (Did you mean [^\n]+\?|This [^\n]+\.|A [^\n]+\.))?$/;

describe('What a node sends, wired into every other node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      ...outputKinds.map(({ node }) => ({ ...node, id: `sends ${node.id}` })),
      ...inputNodes.map((node) => ({ ...node, wires: [] })),
      ...ownOutputKinds.flatMap(({ id, node }) => [
        { ...node, id: `sends ${id}`, wires: [[`gets ${id}`], [`gets ${id}`]] },
        { id: `gets ${id}`, type: 'helper' },
      ]),
      { id: 'mode', type: 'bridge-status', output: 'mode', wires: [['modes']] },
      { id: 'modes', type: 'helper' },
    ]);
    await harness.nextMessage('modes', ({ payload }) => payload === 'stream');
  });
  after(() => harness.stop());

  /** Sends a message to every input, and checks that each works or refuses it as expected, once and in one sentence. */
  const expectMarks = async (message: FlowMessage, expected: string): Promise<void> => {
    const before = harness.observations.length;
    for (const { id } of inputNodes) harness.send(id, message);
    const outcomes = await Promise.all(inputNodes.map(({ id }) => harness.nextOutcome(id)));
    for (const error of outcomes) if (error !== undefined) assert.match(error.message, sentence);
    assert.equal(outcomes.map(toMark).join(''), expected.replaceAll(' ', ''));
    const ends = harness.observations.slice(before).filter(isEndOfInput);
    assert.equal(ends.length, inputNodes.length, 'ends of messages');
  };

  for (const { node, trigger, expected } of outputKinds) {
    it(`works or is refused in one sentence: ${node.id}`, async () => {
      await expectMarks(await harness.request(`sends ${node.id}`, trigger), expected);
    });
  }

  for (const { id, resource, change, expected } of ownOutputKinds) {
    it(`works or is refused in one sentence: ${id}`, async () => {
      harness.simulator.home.change(resource, change());
      await expectMarks(await harness.nextMessage(`gets ${id}`), expected);
    });
  }
});

const toMark = (error: ReportedError | undefined): string =>
  error === undefined ? '+' : (markByCode[String(error.code)] ?? String(error.code));

const isEndOfInput = (observation: Observation): boolean =>
  observation.kind === 'completion' && inputNodes.some(({ id }) => id === observation.node);
