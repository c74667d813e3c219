import assert from 'node:assert/strict';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type {
  FlowMessage,
  Observation,
  ReportedError,
} from '../../support/node-red/observation-log';
import { inputNodes, outputKinds, ownOutputKinds } from './joined-nodes';

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
