import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources';
import type { FaultCase } from '../fault-case';
import { Chance } from '../soak/chance';
import { briefFaults, makeFaults } from '../soak/random-faults';
import { FlowTrial } from '../support/flow-trial';
import { bridgeNode, credentialsOf, flowOf, quickLimits, quickPace } from '../support/palette';
import type { Existing } from '../support/random-messages';
import { randomMessages } from '../support/random-messages';
import type { Trial } from '../support/trial';
import { within } from '../support/wait';
import { wireProblems } from '../support/wire-check';

export const randomCases: readonly FaultCase[] = [
  {
    number: 43,
    title: 'Random messages over all nodes, from a seed',
    bound: 'the process lives, each message gets one answer, no key anywhere, the pace kept',
    run: randomFlood,
  },
];

/** Messages that are under way at a time. */
const batch = 750;

async function randomFlood(trial: Trial): Promise<void> {
  const count = trial.choose(3_000, 100_000);
  const simulator = await trial.simulator({ requestLog: 2_000_000, resourceLimit: 400 });
  trial.paced(simulator.port, quickLimits);
  makeFaults(simulator, new Chance(43), { faults: briefFaults });
  const flow = await FlowTrial.start(trial);
  flow.lookAtEvery = trial.choose(5, 20);
  const bridge = bridgeNode(simulator, { ...quickPace, events: 'never' });
  await flow.deploy(flowOf(bridge), credentialsOf(trial));
  const existing = existingIn(simulator.home.all());
  const outcomes = { done: 0, refused: 0 };
  for (let from = 0; from < count; from += batch) {
    const seed = 43_000 + from / batch;
    const messages = randomMessages(existing, Math.min(batch, count - from), seed);
    const given = messages.map(({ node, message }) => flow.give(node, message));
    const answers = await within(80_000, `the messages of seed ${seed}`, () => Promise.all(given));
    for (const { error } of answers) outcomes[error === undefined ? 'done' : 'refused'] += 1;
  }
  trial.tally('messages answered', outcomes.done + outcomes.refused, count);
  trial.note(`${outcomes.done} done, ${outcomes.refused} refused`);
  trial.note(`${simulator.requests.length} requests`);
  assert.deepEqual(wireProblems(simulator.requests).slice(0, 5), []);
  assert.ok(outcomes.done > count / 5, 'too few messages were sound to mean anything');
}

/** Some ids of each type that nodes write to. */
function existingIn(resources: readonly Resource[]): Existing {
  const types = ['light', 'grouped_light', 'room', 'zone', 'smart_scene', 'scene', 'motion'];
  const idsOf = (type: string): string[] =>
    resources
      .filter((resource) => resource.type === type)
      .slice(0, 6)
      .map(({ id }) => id);
  return Object.fromEntries(types.map((type) => [type, idsOf(type)]));
}
