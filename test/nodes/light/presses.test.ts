import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const floorLamp = createFixtureId('light/living-floor');
const dimmer = createFixtureId('button/living-dimmer');

describe('A light node behind a button node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'lamp', type: 'bridge-light', target: floorLamp },
      { id: 'button', type: 'bridge-button', target: dimmer, wires: [['lamp']] },
    ]);
    await harness.nextStatus('button', ({ fill }) => fill === 'green');
  });
  after(() => harness.stop());

  const send = async (payload: unknown): Promise<readonly unknown[]> => {
    const before = harness.writes().length;
    const { bridge } = await harness.request('lamp', { payload });
    const bodies = harness
      .writes()
      .slice(before)
      .map(({ body }) => body);
    return [getNestedMember(bridge, 'skipped'), ...bodies];
  };
  const press = (event: string): object => ({ event, button: 2, device: 'Dimmer', room: 'Hall' });
  const turn = (steps: number): object => ({
    event: steps > 0 ? 'clock_wise' : 'counter_clock_wise',
    button: 'dial',
    steps,
    degrees: steps * 0.36,
    action: 'start',
  });

  it('toggles its lamp at a short press', async () => {
    const before = getNestedMember(harness.simulator.home.get(floorLamp), 'on', 'on');
    harness.simulator.home.change(dimmer, {
      button: {
        button_report: { updated: new Date().toISOString(), event: 'short_release' },
      },
    });
    await harness.nextMessage('out', ({ bridge }) => getNestedMember(bridge, 'rid') === floorLamp);
    assert.equal(getNestedMember(harness.simulator.home.get(floorLamp), 'on', 'on'), !before);
  });

  it('dims while the button is held, in the other direction each time', async () => {
    await harness.request('lamp', { payload: { brightness: 50 } });
    const actions: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      const [, begun] = await send(press('long_press'));
      actions.push(getNestedMember(begun, 'dimming_delta', 'action'));
      assert.deepEqual(await send(press('long_release')), [
        undefined,
        { dimming_delta: { action: 'stop' } },
      ]);
    }
    assert.deepEqual(new Set(actions), new Set(['up', 'down']));
  });

  it('dims in the same direction again where the bridge has refused it', async () => {
    const dim = async (): Promise<unknown> => {
      const [, begun] = await send(press('long_press'));
      await send(press('long_release'));
      return getNestedMember(begun, 'dimming_delta', 'action');
    };
    await dim();
    const direction = await dim();
    harness.simulator.faults.inject({ match: { method: 'PUT' }, status: 400, times: 1 });
    harness.send('lamp', { payload: press('long_press') });
    await harness.nextFailure('lamp');
    assert.notEqual(await dim(), direction);
  });

  it('sets nothing at the beginning of a press, and says why', async () => {
    for (const event of ['initial_press', 'repeat', 'double_short_release'])
      assert.deepEqual(await send(press(event)), ['press']);
  });

  it('follows a dial, whose full turn is the whole range', async () => {
    for (const [steps, action, brightness_delta] of [
      [150, 'up', 15],
      [-90, 'down', 9],
      [2, 'up', 1],
      [-2_000, 'down', 100],
    ] as const)
      assert.deepEqual(await send(turn(steps)), [
        undefined,
        { dimming_delta: { action, brightness_delta } },
      ]);
  });

  it('refuses the ring of a bell, which names no change of a lamp', async () => {
    harness.send('lamp', { payload: { event: 'ring', button: 'bell' } });
    assert.match((await harness.nextFailure('lamp')).message, /press of a button/);
  });
});
