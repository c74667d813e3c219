import assert from 'node:assert/strict';
import type { Resource } from '../../../../src/resources/resource';
import type { FaultCase } from '../../fault-case';
import { SeededRandom } from '../../soak/seeded-random';
import { faultsWithoutBackoff, injectRandomFaults } from '../../soak/random-faults';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  unthrottledLimits,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import type { ResourceIdsByType } from '../../support/random-messages';
import { randomMessages } from '../../support/random-messages';
import type { Trial } from '../../support/trial';
import { withTimeout } from '../../support/timing';
import { findInvalidRequests } from '../../support/checks/request-check';

export const randomCases: readonly FaultCase[] = [
  {
    number: 43,
    title: 'Random messages over all nodes, from a seed',
    bound: 'the process lives, each message gets one answer, no key anywhere, the rate kept',
    run: randomFlood,
  },
];

/** Messages that are under way at a time. */
const batch = 750;

async function randomFlood(trial: Trial): Promise<void> {
  const count = trial.chooseByMode(1_500, 100_000);
  const simulator = await trial.simulator({ requestLog: 2_000_000, resourceLimit: 400 });
  trial.expectRate(simulator.port, unthrottledLimits);
  injectRandomFaults(simulator, new SeededRandom(43), { faults: faultsWithoutBackoff });
  const flow = await FlowUnderTest.start(trial);
  flow.keyCheckInterval = trial.chooseByMode(5, 20);
  const bridge = createBridgeNode(simulator, { ...unthrottledSettings, events: 'never' });
  await flow.deploy(createFlow(bridge), createCredentials(trial));
  const idsByType = findResourceIds(simulator.home.all());
  const outcomes = { done: 0, refused: 0 };
  for (let from = 0; from < count; from += batch) {
    const seed = 43_000 + from / batch;
    const messages = randomMessages(idsByType, Math.min(batch, count - from), seed);
    const pending = messages.map(({ node, message }) => flow.sendAndWait(node, message));
    const answers = await withTimeout(80_000, `the messages of seed ${seed}`, () =>
      Promise.all(pending),
    );
    for (const { error } of answers) outcomes[error === undefined ? 'done' : 'refused'] += 1;
  }
  assert.equal(outcomes.done + outcomes.refused, count);
  trial.tally('messages answered', flow.answeredOnceCount, count);
  trial.note(`${outcomes.done} done, ${outcomes.refused} refused`);
  trial.note(`${simulator.requests.length} requests`);
  assert.deepEqual(findInvalidRequests(simulator.requests).slice(0, 5), []);
  assert.ok(outcomes.done > count / 5, 'too few messages were sound to mean anything');
}

/** Some ids of each type that nodes write to. */
function findResourceIds(resources: readonly Resource[]): ResourceIdsByType {
  const types = ['light', 'grouped_light', 'room', 'zone', 'smart_scene', 'scene', 'motion'];
  const idsOf = (type: string): string[] =>
    resources
      .filter((resource) => resource.type === type)
      .slice(0, 6)
      .map(({ id }) => id);
  return Object.fromEntries(types.map((type) => [type, idsOf(type)]));
}
