import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness, toResourcePath } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const floorLamp = createFixtureId('light/living-floor');
const sofaRight = createFixtureId('light/sofa-right');
const kitchen = createFixtureId('grouped_light/kitchen');

describe('A light node that gets a list of commands', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'any', type: 'bridge-light' },
      { id: 'picked', type: 'bridge-light', target: floorLamp },
    ]);
  });
  after(() => harness.stop());

  const fail = async (id: string, payload: unknown): Promise<string> => {
    const before = harness.writes().length;
    harness.send(id, { payload });
    const { message } = await harness.nextFailure(id);
    assert.equal(harness.writes().length, before);
    return message;
  };

  it('sets each lamp and group to its own values, and answers once', async () => {
    const payload = [
      { target: 'Kitchen', brightness: 10 },
      { target: ['Floor lamp', sofaRight], command: false },
    ];
    const before = harness.writes().length;
    const { payload: answer, bridge } = await harness.request('any', { payload });
    assert.deepEqual(answer, payload);
    const sent = harness
      .writes()
      .slice(before)
      .map(({ path, body }) => [path, getNestedMember(body, 'on', 'on')]);
    assert.deepEqual(
      new Map(sent.map(([path, on]) => [path, on])),
      new Map([
        [toResourcePath('grouped_light', kitchen), true],
        [toResourcePath('light', floorLamp), false],
        [toResourcePath('light', sofaRight), false],
      ]),
    );
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map((result: unknown) => getNestedMember(result, 'rid')),
      [kitchen, floorLamp, sofaRight],
    );
  });

  it('toggles each lamp by itself', async () => {
    const isOn = (rid: string): unknown =>
      getNestedMember(harness.simulator.home.get(rid), 'on', 'on');
    harness.simulator.home.change(floorLamp, { on: { on: true } });
    harness.simulator.home.change(sofaRight, { on: { on: false } });
    const payload = [floorLamp, sofaRight].map((target) => ({ target, toggle: true }));
    await harness.request('any', { payload });
    assert.deepEqual([isOn(floorLamp), isOn(sofaRight)], [false, true]);
  });

  it('names the entry that is wrong, and sends nothing', async () => {
    const kitchenOn = { target: 'Kitchen', on: true };
    for (const [entry, problem] of [
      [{ target: 'Floor lamp', brightness: 400 }, /payload\[1\]\.brightness/],
      [{ target: 'Flor lamp', on: true }, /payload\[1\]\.target.*Floor lamp/],
      [{ brightness: 20 }, /payload\[1\]/],
      [{ target: 'Floor lamp', command: true, brightness: 3 }, /payload\[1\]\.brightness/],
    ] as const)
      assert.match(await fail('any', [kitchenOn, entry]), problem);
  });

  it('refuses a list with targets if the node has a target', async () => {
    assert.match(await fail('picked', [{ target: 'Kitchen', on: true }]), /target/);
  });
});
