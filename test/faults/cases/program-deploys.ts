import assert from 'node:assert/strict';
import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { waitUntil } from '../../support/wait-until';
import type { FaultCase } from '../fault-case';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  unthrottledSettings,
  FlowUnderTest,
} from '../support/node-red/flow-under-test';
import type { DeployType } from '../support/node-red/shared-node-red';
import type { Trial } from '../support/trial';

export const runningProgramCases: readonly FaultCase[] = [
  {
    number: 76,
    title: 'Deploys while sequences, alerts and long fades run on lamps',
    bound:
      'those of nodes that stay as they are go on, each once; the lamps of the others return to what they were',
    run: deploysWithPrograms,
  },
];

/** Lamps by the node that sets them. Those of the first two nodes are left as they are by the deploys. */
const lamps = {
  sequence: createFixtureId('light/living-floor'),
  fade: createFixtureId('light/sofa-right'),
  party: createFixtureId('light/sofa-left'),
  doorbell: createFixtureId('light/mirror'),
  alert: createFixtureId('light/tv-strip'),
} as const;
type NodeName = keyof typeof lamps;
const changedNodes = ['party', 'doorbell', 'alert'] as const;

const stepTime = 300;
const steps = [
  { brightness: 90, for: `${stepTime}ms` },
  { brightness: 10, for: `${stepTime}ms` },
];
const payloads: Readonly<Record<NodeName, object>> = {
  sequence: { play: steps, repeat: true, restore: true },
  fade: { brightness: 1, transition: '3h' },
  party: { play: steps, repeat: true, restore: true },
  doorbell: { play: 'doorbell', repeat: 100, restore: true },
  alert: { alert: true, restore: true },
};
const deployTypes: readonly DeployType[] = ['full', 'nodes', 'flows'];

function createProgramFlow(simulator: Simulator, round: number): readonly FlowNode[] {
  const isChanged = (name: string): boolean => changedNodes.some((one) => one === name);
  const nodes = Object.entries(lamps).map(([name, target]) =>
    createNode(name, 'bridge-light', { target, name: isChanged(name) ? `Round ${round}` : '' }),
  );
  return createFlow(createBridgeNode(simulator, unthrottledSettings), nodes);
}

/** What of a lamp the programs set. */
const readLight = (simulator: Simulator, name: NodeName): readonly unknown[] => {
  const lamp = simulator.home.get(lamps[name]);
  // A lamp rounds its brightness to one of 254 steps.
  return [
    getNestedMember(lamp, 'on', 'on'),
    Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness'))),
  ];
};

const countWrites = ({ requests }: Simulator, name: NodeName): number =>
  requests.filter(({ method, path }) => method === 'PUT' && path.endsWith(lamps[name])).length;

async function deploysWithPrograms(trial: Trial): Promise<void> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  for (const [name, rid] of Object.entries(lamps))
    simulator.home.change(rid, { on: { on: name !== 'doorbell' }, dimming: { brightness: 50 } });
  const before = new Map(changedNodes.map((name) => [name, readLight(simulator, name)]));
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createProgramFlow(simulator, 0), createCredentials(trial));
  for (const name of ['sequence', 'fade'] as const)
    await flow.sendOrThrow(name, { payload: payloads[name] });
  const startedAt = performance.now();
  const rounds = trial.chooseByMode(1, 20);
  const tally = { returned: 0, wentOn: 0, deploys: 0 };
  const seen = { sequence: countWrites(simulator, 'sequence') };

  for (const type of deployTypes)
    for (let round = 0; round < rounds; round += 1) {
      tally.deploys += 1;
      for (const name of changedNodes) await flow.sendOrThrow(name, { payload: payloads[name] });
      await waitUntil('the first steps', () => readLight(simulator, 'party')[1] !== 50);
      await flow.deploy(createProgramFlow(simulator, tally.deploys), undefined, type);
      for (const [name, light] of before) {
        await waitUntil(`the return of ${name}`, () => isSame(readLight(simulator, name), light));
        tally.returned += 1;
      }
      const steady = countWrites(simulator, 'sequence');
      await waitUntil('two more steps', () => countWrites(simulator, 'sequence') > steady + 1);
      for (const [name, light] of before)
        assert.deepEqual(readLight(simulator, name), light, `${name} was set after its return`);
      tally.wentOn += 1;
    }

  const most = Math.ceil((performance.now() - startedAt) / stepTime) + 1;
  trial.tally(
    'lamps of changed nodes returned to what they were',
    tally.returned,
    tally.deploys * changedNodes.length,
  );
  trial.tally(
    'deploys through which the others went on',
    tally.wentOn,
    deployTypes.length * rounds,
  );
  trial.note(
    `${countWrites(simulator, 'sequence') - seen.sequence} steps of a sequence that went on`,
  );
  trial.atMost(
    'steps more than its rate',
    Math.max(0, countWrites(simulator, 'sequence') - seen.sequence - most),
    0,
  );
  trial.atMost('requests of a fade that went on', countWrites(simulator, 'fade'), 2);
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((value, index) => value === other[index]);
