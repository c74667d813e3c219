import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage } from '../../support/node-red/node-red';

const kitchen = createFixtureId('room/kitchen');
const lamp = createFixtureId('light/living-floor');
const kitchenLamp = createFixtureId('light/kitchen-spot-1');

describe('The light node saves what lamps show, and restores it:', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'lamp', type: 'bridge-light', target: lamp },
      { id: 'any', type: 'bridge-light' },
      { id: 'two', type: 'bridge-light', target: `${lamp},${kitchenLamp}` },
      { id: 'scene', type: 'bridge-scene', operation: '' },
    ]);
  });
  after(() => harness.stop());

  const getLamp = (rid = lamp): Resource =>
    harness.simulator.home.get(rid) ?? assert.fail(`There is no lamp ${rid}.`);
  const look = (rid = lamp): unknown => {
    const { on, dimming, color_temperature: white, color } = getLamp(rid);
    return {
      on,
      brightness: getNestedMember(dimming, 'brightness'),
      mirek: getNestedMember(white, 'mirek'),
      xy: getNestedMember(color, 'xy'),
    };
  };
  const ask = (message: FlowMessage): Promise<FlowMessage> => harness.request('any', message);

  it('a lamp returns to its white after a red signal, and the message passes on', async () => {
    await harness.request('lamp', { payload: { brightness: 40, kelvin: 2700 } });
    const before = look();
    const shownAfter = (word: RegExp): Promise<unknown> =>
      harness.nextStatus('lamp', ({ text }) => typeof text === 'string' && word.test(text));
    const shownAsSaved = shownAfter(/saved/);
    const saved = await harness.request('lamp', { payload: { save: 'before the bell' } });
    await shownAsSaved;
    assert.deepEqual(saved['payload'], { save: 'before the bell' });
    assert.equal(getNestedMember(saved['bridge'], 'operation'), 'save');
    await harness.request('lamp', { payload: 'red' });
    assert.notDeepEqual(look(), before);
    const shownAsRestored = shownAfter(/restored/);
    await harness.request('lamp', { payload: { restore: 'before the bell', transition: '1s' } });
    await shownAsRestored;
    assert.deepEqual(look(), before);
    assert.equal(getNestedMember(harness.writes().at(-1)?.body, 'dynamics', 'duration'), 1000);
  });

  it('a lamp that was off is off again, and keeps the light that it comes back with', async () => {
    await harness.request('lamp', { payload: { brightness: 30, kelvin: 4000 } });
    const lit = look();
    await harness.request('lamp', { payload: false });
    await harness.request('lamp', { payload: { save: 'off' } });
    await harness.request('lamp', { payload: { color: 'red', brightness: 100 } });
    await harness.request('lamp', { payload: { restore: 'off', transition: 0 } });
    assert.equal(getNestedMember(getLamp(), 'on', 'on'), false);
    await harness.request('lamp', { payload: true });
    assert.deepEqual(look(), lit);
  });

  it('a room returns by one recall while its scene fits, otherwise lamp by lamp', async () => {
    await harness.request('scene', { target: 'Kitchen', payload: 'Relax' });
    await ask({ target: kitchen, payload: { save: 'evening' } });
    await ask({ target: kitchen, payload: { color: 'red', brightness: 100 } });
    const writes = harness.writes().length;
    await ask({ target: kitchen, payload: { restore: 'evening' } });
    const [only, other] = harness.writes().slice(writes);
    assert.deepEqual(only?.body, { recall: { action: 'active' } });
    assert.equal(other, undefined);

    await harness.request('lamp', { payload: { brightness: 20, kelvin: 2700 } });
    const before = look();
    await ask({ target: ['Living room', 'Kitchen'], payload: { save: 'both' } });
    await ask({ target: 'Living room', payload: { color: 'blue' } });
    const { bridge } = await ask({ target: 'Living room', payload: { restore: 'both' } });
    assert.deepEqual(look(), before);
    assert.equal(getNestedMember(bridge, 'room'), 'Living room');
  });

  it('several lamps that are picked in the dialog are saved and restored by one message', async () => {
    await harness.request('two', { payload: { brightness: 35 } });
    const before = [look(), look(kitchenLamp)];
    await harness.request('two', { payload: { save: 'both lamps' } });
    await harness.request('two', { payload: { brightness: 90 } });
    assert.notDeepEqual([look(), look(kitchenLamp)], before);
    await harness.request('two', { payload: { restore: 'both lamps' } });
    assert.deepEqual([look(), look(kitchenLamp)], before);
  });

  it('what holds no lamp is refused, and replaces nothing that was saved', async () => {
    const { home } = harness.simulator;
    await harness.request('lamp', { payload: { save: 'kept' } });
    const before = look();
    home.change(createFixtureId('room/garden'), { children: [] });
    harness.send('any', { target: 'Garden', payload: { save: 'kept' } });
    const { code, message } = await harness.nextFailure('any');
    assert.equal(code, 'ERR_BRIDGE_INVALID_COMMAND');
    assert.match(message, /^target: expected a lamp, or a room or zone with lamps/);
    await harness.request('lamp', { payload: 'green' });
    await harness.request('lamp', { payload: { restore: 'kept' } });
    assert.deepEqual(look(), before);
  });

  it('wrong messages end in one sentence, and nothing is sent', async () => {
    const writes = harness.writes().length;
    for (const [payload, sentence] of [
      [{ save: '' }, /^payload\.save: expected a name of 1 to 64 characters/],
      [{ save: 5 }, /^payload\.save: expected a name/],
      [{ save: 'a', brightness: 5 }, /^payload\.brightness: expected one of save/],
      [{ save: 'a', restore: 'b' }, /^payload: expected either save or restore/],
      [{ restore: 5 }, /^payload\.restore: expected a name/],
      [{ restore: false }, /^payload\.restore: expected a name/],
      [{ restore: true }, /^payload: expected play, alert or signal beside restore/],
      [{ restore: 'off', transition: 'soon' }, /^payload\.transition: expected a time/],
      [{ restore: 'nowhere' }, /^payload\.restore: expected the name of a saved state/],
      [{ restore: 'evening' }, /^payload\.restore: expected a name under which something/],
    ] as const) {
      harness.send('lamp', { payload });
      assert.match((await harness.nextFailure('lamp')).message, sentence);
    }
    assert.equal(harness.writes().length, writes);
  });
});
