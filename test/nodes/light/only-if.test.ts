import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import type { FlowMessage } from '../../support/node-red/node-red';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';

const floorLamp = createFixtureId('light/living-floor');
const ceiling = createFixtureId('light/living-ceiling');
const sofaRight = createFixtureId('light/sofa-right');
const livingRoom = createFixtureId('grouped_light/living-room');
const conditions = ['off', 'on', 'notSetByHand'] as const;

describe('A light node with a condition', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'always', type: 'bridge-light', onlyIf: 'always' },
      ...conditions.map((onlyIf) => ({ id: onlyIf, type: 'bridge-light', onlyIf })),
      { id: 'state', type: 'bridge-light', onlyIf: 'off', output: 'state' },
      { id: 'wrong', type: 'bridge-light', onlyIf: 'dark' },
      { id: 'seen', type: 'bridge-light', target: ceiling, changes: 'brightness' },
      { id: 'bridge status', type: 'bridge-status', emit: 'request' },
    ]);
    await waitUntil('the event stream', async () => {
      const { payload } = await harness.request('bridge status', {});
      return getNestedMember(payload, 'mode') === 'stream';
    });
  });
  after(() => harness.stop());

  const set = (rid: string, on: boolean, brightness = 50): void => {
    harness.simulator.home.change(rid, { on: { on }, dimming: { brightness } });
  };
  /** As a person does, in an app. Resolves when the flows know it. */
  const setByHand = async (brightness: number): Promise<void> => {
    set(ceiling, true, brightness);
    const isSeen = ({ payload, bridge }: FlowMessage): boolean =>
      payload === brightness && getNestedMember(bridge, 'own') === false;
    await harness.nextMessage('out', isSeen);
  };
  const countWrites = (): number => harness.writes().length;
  const send = async (id: string, payload: unknown, target: unknown = floorLamp) => {
    const before = countWrites();
    const { payload: answer, bridge } = await harness.request(id, { payload, target });
    const warnings = getNestedMember(bridge, 'warnings');
    const skipped = getNestedMember(bridge, 'skipped');
    return { answer, bridge, warnings, skipped, sent: countWrites() - before };
  };

  it('carries out the command only if the lamp is off, and says why not', async () => {
    set(floorLamp, true);
    const status = harness.nextStatus('off', ({ text }) => String(text).includes('skipped'));
    const lit = await send('off', { brightness: 5 });
    assert.equal(lit.sent, 0);
    assert.equal(lit.skipped, 'on');
    assert.deepEqual(lit.answer, { brightness: 5 });
    assert.deepEqual(lit.warnings, ['Nothing was sent: the lamp or group is on.']);
    assert.match(String((await status).text), /skipped\.on/);
    set(floorLamp, false);
    const dark = await send('off', { brightness: 5 });
    assert.deepEqual([dark.sent, dark.skipped], [1, undefined]);
  });

  it('carries out the command only if the lamp is on', async () => {
    set(floorLamp, false);
    assert.equal((await send('on', 40)).skipped, 'off');
    set(floorLamp, true);
    assert.equal((await send('on', 40)).sent, 1);
  });

  it('uses what an earlier message of the flow has set', async () => {
    set(floorLamp, true);
    const first = send('always', false);
    const second = send('off', 30);
    assert.equal((await first).skipped, undefined);
    assert.equal((await second).skipped, undefined);
    assert.equal(getNestedMember(harness.simulator.home.get(floorLamp), 'on', 'on'), true);
  });

  it('skips a group, a program and a restore as well', async () => {
    set(floorLamp, true);
    assert.equal((await send('off', 30, livingRoom)).skipped, 'on');
    assert.equal((await send('off', { play: 'candle' })).skipped, 'on');
    await send('off', { save: 'before' });
    const restored = await send('off', { restore: 'before' });
    assert.deepEqual([restored.skipped, restored.sent], ['on', 0]);
  });

  it('restores only those of several lamps that meet it', async () => {
    const both = [floorLamp, sofaRight];
    for (const lamp of both) set(lamp, true, 30);
    await send('always', { save: 'both' }, both);
    set(floorLamp, true, 80);
    set(sofaRight, false, 80);
    const { skipped, warnings } = await send('off', { restore: 'both' }, both);
    assert.equal(skipped, undefined);
    assert.deepEqual(warnings, ['Nothing was sent: the lamp or group is on.']);
    assert.deepEqual(
      both.map((lamp) =>
        Math.round(
          Number(getNestedMember(harness.simulator.home.get(lamp), 'dimming', 'brightness')),
        ),
      ),
      [80, 30],
    );
  });

  it('decides for each of several lamps', async () => {
    set(floorLamp, true);
    set(sofaRight, false);
    const { bridge, sent, skipped } = await send('off', 30, [floorLamp, sofaRight]);
    assert.deepEqual([sent, skipped], [1, undefined]);
    const results = getNestedMember(bridge, 'results');
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map((result: unknown) => getNestedMember(result, 'skipped')),
      ['on', undefined],
    );
  });

  it('answers with the state of a lamp that is left as it is', async () => {
    set(floorLamp, true, 70);
    const { answer, skipped } = await send('state', 5);
    assert.equal(skipped, 'on');
    assert.equal(getNestedMember(answer, 'brightness'), 70);
  });

  it('refuses a condition that does not exist', async () => {
    harness.send('wrong', { payload: true, target: floorLamp });
    assert.match((await harness.nextFailure('wrong')).message, /onlyIf/);
  });

  describe('on lamps that nobody has set by hand', () => {
    it('leaves a group alone if somebody has set one of its lamps', async () => {
      await send('always', 20, livingRoom);
      assert.equal((await send('notSetByHand', 25, livingRoom)).skipped, undefined);
      await setByHand(90);
      assert.equal((await send('notSetByHand', 25, livingRoom)).skipped, 'setByHand');
      assert.equal((await send('notSetByHand', 25, sofaRight)).skipped, undefined);
    });

    it('carries out commands until somebody sets the lamp, and again after a command of these flows', async () => {
      await send('always', 20, ceiling);
      assert.equal((await send('notSetByHand', 30, ceiling)).skipped, undefined);
      await setByHand(95);
      const refused = await send('notSetByHand', false, ceiling);
      assert.deepEqual([refused.skipped, refused.sent], ['setByHand', 0]);
      await send('always', 20, ceiling);
      assert.equal((await send('notSetByHand', false, ceiling)).skipped, undefined);
    });
  });
});
