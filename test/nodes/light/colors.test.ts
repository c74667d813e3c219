import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { gamutsByType } from '../../../src/units/color';
import { toResourcePath, startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import { waitUntil } from '../../support/wait-until';

/** Lamps of gamut C, B and A, and a room with lamps of gamut B and C. */
const lamps = {
  C: createFixtureId('light/living-floor'),
  B: createFixtureId('light/sofa-right'),
  A: createFixtureId('light/sideboard'),
} as const;
const livingRoom = createFixtureId('grouped_light/living-room');

describe('Colours of a light node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'own', type: 'bridge-light', output: 'state' },
      { id: 'screen', type: 'bridge-light', output: 'state', colorSpace: 'srgb' },
      {
        id: 'polled',
        type: 'bridge-poll',
        rtype: 'light',
        target: lamps.C,
        emit: 'request',
        colorSpace: 'srgb',
      },
      { id: 'watching', type: 'bridge-poll', rtype: 'light' },
      { id: 'wrong', type: 'bridge-light', colorSpace: 'adobe' },
      {
        id: 'home-assistant',
        type: 'bridge-light',
        output: 'state',
        format: 'home-assistant',
      },
    ]);
  });
  after(() => harness.stop());

  const set = async (
    node: string,
    target: string,
    payload: unknown,
  ): Promise<Readonly<Record<string, unknown>>> => harness.request(node, { target, payload });
  const getShown = (rid: string): unknown =>
    getNestedMember(harness.simulator.home.get(rid), 'color', 'xy');

  for (const [name, rid] of Object.entries(lamps)) {
    it(`are read as they were said on a lamp of gamut ${name}`, async () => {
      for (const color of ['#ff0000', '#00ff00', '#0000ff', '#ff00ff', '#ffa500', '#ffc0cb']) {
        const { payload } = await set('own', rid, { color });
        const read = String(getNestedMember(payload, 'color'));
        for (const from of [1, 3, 5]) {
          const [one, other] = [read, color].map((hex) => parseInt(hex.slice(from, from + 2), 16));
          assert.ok(Math.abs((one ?? NaN) - (other ?? NaN)) <= 2, `${read} instead of ${color}`);
        }
      }
    });
  }

  it('are the corners of each lamp', async () => {
    await set('own', lamps.C, { color: 'red' });
    assert.deepEqual(getShown(lamps.C), gamutsByType.C.red);
    await set('own', lamps.B, { color: 'lime' });
    assert.deepEqual(getShown(lamps.B), gamutsByType.B.green);
    await set('own', lamps.A, { color: 'blue' });
    assert.deepEqual(getShown(lamps.A), gamutsByType.A.blue);
  });

  it('of a group are those of its lamps: nothing is sent that lies beyond them all, and they are one colour', async () => {
    const { bridge } = await set('own', livingRoom, { color: 'lime' });
    assert.deepEqual(getNestedMember(bridge, 'warnings'), []);
    const write = harness
      .writes()
      .findLast(({ path }) => path.endsWith(toResourcePath('grouped_light', livingRoom)));
    assert.deepEqual(getNestedMember(write?.body, 'color', 'xy'), gamutsByType.C.green);
    assert.deepEqual(getShown(lamps.C), gamutsByType.C.green);
    assert.deepEqual(getShown(lamps.B), gamutsByType.B.green);
    await waitUntil('one colour of the group', async () => {
      const { payload } = await set('own', livingRoom, 'get');
      return getNestedMember(payload, 'color') === '#00ff00';
    });
  });

  it('are the nearest where the lamp, or every lamp of the group, cannot show them, with a warning', async () => {
    for (const [target, what] of [
      [lamps.B, 'this lamp cannot show that colour, the nearest it can show was taken.'],
      [
        livingRoom,
        'no lamp of this group can show that colour, each shows the nearest that it can.',
      ],
    ] as const) {
      const { bridge } = await set('own', target, { xy: [0.1, 0.8] });
      assert.deepEqual(getNestedMember(bridge, 'warnings'), [`payload.xy: ${what}`]);
    }
  });

  it('are those of a screen where the node says sRGB, in both directions', async () => {
    const { payload } = await set('screen', lamps.C, { color: 'red' });
    assert.deepEqual(getShown(lamps.C), { x: 0.64, y: 0.33 });
    assert.equal(getNestedMember(payload, 'color'), '#ff0000');
    const { payload: read } = await harness.request('screen', { target: lamps.C, payload: 'get' });
    assert.equal(getNestedMember(read, 'color'), '#ff0000');
  });

  it('are those of a screen in programs, effects and states of a node that says sRGB as well', async () => {
    await set('screen', lamps.C, { play: [{ color: 'red', for: '1s' }] });
    await waitUntil('the first step', () =>
      isDeepStrictEqual(getShown(lamps.C), { x: 0.64, y: 0.33 }),
    );
    const { payload } = await harness.request('polled', {});
    assert.equal(getNestedMember(payload, 'color'), '#ff0000');
    await set('screen', lamps.C, { effect: { name: 'candle', color: 'red' } });
    assert.deepEqual(
      getNestedMember(
        harness.writes().at(-1)?.body,
        'effects_v2',
        'action',
        'parameters',
        'color',
        'xy',
      ),
      { x: 0.64, y: 0.33 },
    );
  });

  it('are told to Home Assistant as the lamp shows them, not as they would be converted back', async () => {
    const { payload } = await set('home-assistant', lamps.B, { color: { r: 0, g: 255, b: 0 } });
    assert.deepEqual(getNestedMember(payload, 'color'), gamutsByType.B.green);
  });

  it('are refused in a notation that is none', async () => {
    harness.send('wrong', { target: lamps.C, payload: 'red' });
    const { message } = await harness.nextFailure('wrong');
    assert.match(message, /colorSpace.*lamp.*srgb/);
  });
});
