import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness, toResourcePath } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';

const [floor, sofa] = [createFixtureId('light/living-floor'), createFixtureId('light/sofa-right')];

describe('A lamp that the bridge cannot reach when a message restores it', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'first', type: 'bridge-light', target: '' },
        { id: 'then', type: 'bridge-light', target: '' },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      { simulator: await startSimulator({ events: { batch: 0 } }) },
    );
  });
  after(() => harness.stop());
  beforeEach(async () => {
    setReachable(true);
    const target = [floor, sofa];
    await harness.request('told', { target, payload: { on: true, brightness: 50 } });
    await harness.request('told', { target, payload: { save: 'evening' } });
    await harness.request('told', { target, payload: { brightness: 90 } });
    setReachable(false);
  });

  const setReachable = (isReachable: boolean): void => {
    const { home } = harness.simulator;
    const device = getNestedMember(home.get(floor), 'owner', 'rid');
    for (const { id, owner } of home.byType('zigbee_connectivity'))
      if (getNestedMember(owner, 'rid') === device)
        home.change(id, { status: isReachable ? 'connected' : 'connectivity_issue' });
  };
  const brightnessOf = (rid: string): number =>
    Math.round(Number(getNestedMember(harness.simulator.home.get(rid), 'dimming', 'brightness')));
  const countWrites = (): number =>
    harness.writes().filter(({ path }) => path === toResourcePath('light', floor)).length;
  const listKinds = async (): Promise<readonly unknown[]> => {
    const { payload } = await harness.request('status', { payload: 'programs' });
    assert.ok(Array.isArray(payload));
    return payload.map((program) => getNestedMember(program, 'kind'));
  };
  const noProgramRuns = (): Promise<void> =>
    waitUntil('the end of all programs', async () => (await listKinds()).length === 0);
  /** The restore and another message for the lamp arrive in one turn. */
  const restoreAndSend = async (payload: unknown): Promise<void> => {
    harness.simulator.faults.inject({ match: { method: 'PUT' }, delay: 100, times: 2 });
    harness.send('first', { target: [floor, sofa], payload: { restore: 'evening' } });
    harness.send('then', { target: floor, payload });
    await Promise.all(['first', 'then'].map((node) => harness.nextOutcome(node)));
  };

  it('is named in a warning, and returns as soon as it can be reached, once', async () => {
    const target = [floor, sofa];
    const { bridge } = await harness.request('told', { target, payload: { restore: 'evening' } });
    assert.deepEqual(getNestedMember(bridge, 'warnings'), [
      'Floor lamp cannot be reached: it is restored as soon as it can be.',
    ]);
    assert.deepEqual([floor, sofa].map(brightnessOf), [90, 50]);
    assert.deepEqual(await listKinds(), ['restore']);
    const writesBefore = countWrites();
    setReachable(true);
    await noProgramRuns();
    assert.deepEqual([brightnessOf(floor), countWrites()], [50, writesBefore + 1]);
    setReachable(false);
    setReachable(true);
    await harness.request('told', { target: sofa, payload: true });
    assert.equal(countWrites(), writesBefore + 1);
  });

  it('is left to a command that comes before it can be reached', async () => {
    const payload = { restore: 'evening' };
    await harness.request('told', { target: floor, payload });
    await harness.request('told', { target: floor, payload: { brightness: 20 } });
    assert.deepEqual(await listKinds(), []);
  });

  it('is left to a command that comes while the restore is sent', async () => {
    await restoreAndSend({ brightness: 20 });
    assert.deepEqual(await listKinds(), []);
  });

  for (const [kind, payload] of [
    ['later', { turnOn: 'later', brightness: 20 }],
    ['sequence', { play: [{ brightness: 20, for: '60ms' }] }],
  ] as const)
    it(`is left to a program that comes while the restore is sent: ${kind}`, async () => {
      await restoreAndSend(payload);
      assert.deepEqual(await listKinds(), [kind]);
      setReachable(true);
      await noProgramRuns();
      assert.equal(brightnessOf(floor), 20);
    });
});
