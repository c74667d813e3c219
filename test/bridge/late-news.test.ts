import assert from 'node:assert/strict';
import type { Change } from '../../src/bridge';
import { HomeState } from '../../src/bridge/watching/home-state';
import { defaultLimits } from '../../src/bridge/limits';
import { FakeClock, settle } from './fake-clock';
import { FakeHome, lamp, ridOf, statusError } from './fake-home';

describe('A change that a poll or a look at everything finds', () => {
  let clock: FakeClock;
  let home: FakeHome;
  let state: HomeState;
  let changes: Change[];

  beforeEach(() => {
    clock = new FakeClock();
    home = new FakeHome([lamp(1, 10), lamp(2, 20)]);
    changes = [];
    state = new HomeState({
      reader: home,
      limits: defaultLimits,
      clock,
      onWarning: (warning) => assert.fail(warning),
      onMode: () => undefined,
    });
    state.watch({ rtype: 'light', interval: 5_000, onChange: (change) => changes.push(change) });
  });
  afterEach(async () => {
    state.close();
    await settle();
  });

  for (const [what, happens] of [
    ['contact was lost for a moment', () => state.noteLoss()],
    ['the machine slept', () => clock.sleep(3_600_000)],
  ] as const) {
    it(`has no time after ${what}`, async () => {
      await clock.pass(6_000);
      happens();
      home.set(lamp(1, 41));
      await clock.pass(5_000);
      home.set(lamp(1, 42));
      await clock.pass(5_000);
      assert.deepEqual(
        changes.map(({ cause }) => cause),
        ['gap', 'poll'],
      );
    });
  }

  it('has a time where polls go well, whoever finds it', async () => {
    await state.mirror.refresh();
    await clock.pass(6_000);
    home.set(lamp(1, 41));
    await state.mirror.refresh();
    assert.equal(changes.at(-1)?.cause, 'poll');
    home.failuresByType.set('light', statusError(500, 'ERR_BRIDGE_INTERNAL'));
    await clock.pass(20_000);
    home.set(lamp(1, 42));
    await state.mirror.refresh();
    assert.equal(changes.at(-1)?.cause, 'gap');
  });

  it('is not explained by a write from before the last look at its type', async () => {
    await state.mirror.refresh();
    await clock.pass(6_000);
    state.noteWrite(ridOf(1));
    await clock.pass(30_000);
    home.set(lamp(1, 41));
    await state.mirror.refresh();
    assert.deepEqual(
      changes.map(({ own }) => own),
      [false],
    );
  });
});
