import assert from 'node:assert/strict';
import { isBridgeError } from '../../../../src/bridge';
import { getNestedMember, isObject } from '../../../../src/resources/members';
import { createFixtureId } from '../../../../src/simulator';
import type { Simulator } from '../../../../src/simulator';
import { waitUntil } from '../../../support/wait-until';
import type { FaultCase } from '../../fault-case';
import {
  createBridgeNode,
  createFlow,
  createNode,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import type { NodeCompletion } from '../../support/node-red/flow-under-test';
import { measureActiveTime } from '../../support/timing';
import type { Trial } from '../../support/trial';

export const twoBridgesCases: readonly FaultCase[] = [
  {
    number: 78,
    title: 'Messages for lamps of two bridges, of which one answers nothing',
    bound:
      'the lamps of the other are set within 2 s; each message is answered once, and says what was set and what was not',
    run: oneBridgeHangs,
  },
];

const lamp = createFixtureId('light/living-floor');
const payloads: readonly unknown[] = [{ brightness: 33 }, 'toggle', 'toggle', '+10', false, true];

const readLamp = (simulator: Simulator): string => {
  const state = simulator.home.get(lamp);
  return `${String(getNestedMember(state, 'on', 'on'))} ${String(getNestedMember(state, 'dimming', 'brightness'))}`;
};

async function oneBridgeHangs(trial: Trial): Promise<void> {
  const [house, attic] = [await trial.simulator(), await trial.simulator()];
  for (const { home } of [house, attic])
    home.change(lamp, { on: { on: true }, dimming: { brightness: 50 } });
  const flow = await FlowUnderTest.start(trial);
  const both = [lamp, { bridge: 'Attic', rid: lamp }];
  await flow.deploy(
    [
      ...createFlow(createBridgeNode(house, { name: 'House', ...unthrottledSettings }), [
        createNode('light', 'bridge-light'),
      ]),
      createBridgeNode(attic, { id: 'attic', name: 'Attic', ...unthrottledSettings }),
    ],
    { bridge: { key: trial.key }, attic: { key: trial.key } },
  );
  await flow.sendOrThrow('light', { payload: { brightness: 51 }, target: both });
  attic.faults.inject({ stall: 'before' });

  const answers: Promise<NodeCompletion>[] = [];
  let longest = 0;
  for (let round = 0; round < trial.chooseByMode(1, 5); round += 1)
    for (const payload of payloads) {
      const before = readLamp(house);
      const took = await measureActiveTime(async () => {
        answers.push(flow.sendAndWait('light', { payload, target: both }));
        await waitUntil(
          `the lamp after ${JSON.stringify(payload)}`,
          () => readLamp(house) !== before,
        );
      });
      longest = Math.max(longest, took);
    }
  trial.tally('commands reached the lamp of the other bridge', answers.length, answers.length);
  trial.atMost('the longest took', longest, 2_000, ' ms');

  // What the bridge does not answer is given up after a time; in the short form the flows are stopped before that.
  if (trial.mode === 'short') await flow.deploy([], {});
  const ends = await Promise.all(answers);
  trial.tally(
    'messages said what was set and what was not',
    ends.filter(saysBoth).length,
    ends.length,
  );
}

/** True for an error that names one part as done and the other, of the bridge that hangs, as not. */
function saysBoth({ error }: NodeCompletion): boolean {
  assert.ok(isBridgeError(error), String(error));
  const { parts } = error.cause;
  if (error.code !== 'ERR_BRIDGE_PARTLY_DONE' || parts === undefined) return false;
  const [done, failed] = parts;
  return isObject(done) && done.code === undefined && failed?.code !== undefined;
}
