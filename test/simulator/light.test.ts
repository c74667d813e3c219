import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { getNestedMember } from '../../src/resources/members';
import { sendRequest, collectChanges, waitForHome } from './support/simulator-client';
import type { ReceivedResponse } from './support/simulator-client';

describe('Lamps of the simulator', () => {
  let simulator: Simulator;
  const putResource = (rtype: string, key: string, body: unknown): Promise<ReceivedResponse> =>
    sendRequest(
      simulator,
      'PUT',
      `/clip/v2/resource/${rtype}/${createFixtureId(`${rtype}/${key}`)}`,
      {
        body,
      },
    );
  const putLight = (key: string, body: unknown): Promise<ReceivedResponse> =>
    putResource('light', key, body);
  const getState = (id: string, ...path: string[]): unknown =>
    getNestedMember(simulator.home.get(createFixtureId(id)), ...path);
  /** What a member of a resource is, one after the other, from an act until it is what it ends as. */
  const collectStates = async (
    id: string,
    path: string[],
    sendCommand: () => Promise<ReceivedResponse>,
    end: unknown,
  ): Promise<unknown[]> => {
    const changes = await collectChanges(simulator.home, createFixtureId(id), async () => {
      await sendCommand();
      await waitForHome(simulator.home, () => getState(id, ...path) === end);
    });
    return changes.map(({ resource }) => getNestedMember(resource, ...path));
  };

  beforeEach(async () => {
    simulator = await startSimulator({ speedFactor: 100 });
  });
  afterEach(() => simulator.stop());

  it('report the brightness that their 254 levels allow', async () => {
    assert.equal((await putLight('living-floor', { dimming: { brightness: 20 } })).status, 200);
    assert.equal(getState('light/living-floor', 'dimming', 'brightness'), 20.16);
    await putLight('living-floor', { dimming: { brightness: 0 } });
    assert.equal(getState('light/living-floor', 'dimming', 'brightness'), 0.4);
  });

  it('step up and down, and stay within what they can do', async () => {
    const step = (action: string, by: number): Promise<ReceivedResponse> =>
      putLight('living-floor', { dimming_delta: { action, brightness_delta: by } });
    await putLight('living-floor', { dimming: { brightness: 50 } });
    await step('up', 20);
    assert.equal(getState('light/living-floor', 'dimming', 'brightness'), 70.36);
    await step('up', 100);
    assert.equal(getState('light/living-floor', 'dimming', 'brightness'), 100);
    await step('stop', 0);
    await step('down', 100);
    assert.equal(getState('light/living-floor', 'dimming', 'brightness'), 0.4);
  });

  it('keep the colour temperature within their own range', async () => {
    await putLight('table-left', { on: { on: true }, color_temperature: { mirek: 500 } });
    assert.equal(getState('light/table-left', 'color_temperature', 'mirek'), 454);
    await putLight('table-left', { color_temperature_delta: { action: 'down', mirek_delta: 400 } });
    assert.equal(getState('light/table-left', 'color_temperature', 'mirek'), 153);
    await putLight('kitchen-spot-1', { color_temperature: { mirek: 900 } });
    assert.equal(getState('light/kitchen-spot-1', 'color_temperature', 'mirek'), 900);
  });

  it('stay at the ends of their range however far they step, in the colour of that white too', async () => {
    for (const [action, mirek] of [
      ['up', 500],
      ['down', 153],
    ] as const) {
      await putLight('living-floor', {
        color_temperature_delta: { action, mirek_delta: 347 },
      });
      assert.equal(getState('light/living-floor', 'color_temperature', 'mirek'), mirek);
      assert.equal(getState('light/living-floor', 'color_temperature', 'mirek_valid'), true);
    }
    await putLight('living-floor', { color_temperature: { mirek: 50 } });
    assert.equal(getState('light/living-floor', 'color_temperature', 'mirek'), 153);
    assert.ok(Number(getState('light/living-floor', 'color', 'xy', 'x')) < 0.33);
  });

  it('forget the colour temperature when they show a colour, and know it again afterwards', async () => {
    await putLight('living-floor', { color: { xy: { x: 0.5, y: 0.4 } } });
    assert.equal(getState('light/living-floor', 'color_temperature', 'mirek'), null);
    assert.equal(getState('light/living-floor', 'color_temperature', 'mirek_valid'), false);
    await putLight('living-floor', { color_temperature: { mirek: 300 } });
    assert.equal(getState('light/living-floor', 'color_temperature', 'mirek_valid'), true);
  });

  it('report the colour of the white that they show', async () => {
    await putLight('living-floor', { color: { xy: { x: 0.6, y: 0.35 } } });
    await putLight('living-floor', { color_temperature: { mirek: 250 } });
    const x = Number(getState('light/living-floor', 'color', 'xy', 'x'));
    assert.ok(Math.abs(x - 0.38) < 0.01, `4000 K has x 0.38, got ${x}`);
  });

  it('show the nearest colour of their own gamut', async () => {
    await putLight('wardrobe', { on: { on: true }, color: { xy: { x: 0, y: 0 } } });
    assert.deepEqual(getState('light/wardrobe', 'color', 'xy'), { x: 0.138, y: 0.08 });
  });

  it('show several colours at once where they can', async () => {
    const points = [{ color: { xy: { x: 0.5, y: 0.4 } } }, { color: { xy: { x: 0.3, y: 0.3 } } }];
    await putLight('tv-strip', { gradient: { points } });
    assert.deepEqual(getState('light/tv-strip', 'gradient', 'points'), points);
  });

  for (const single of [
    { color: { xy: { x: 0.5, y: 0.4 } } },
    { color_temperature: { mirek: 250 } },
  ])
    it(`show no gradient any more after ${JSON.stringify(single)}`, async () => {
      const point = { color: { xy: { x: 0.5, y: 0.4 } } };
      await putLight('tv-strip', { gradient: { points: [point, point] } });
      await putLight('tv-strip', single);
      assert.deepEqual(getState('light/tv-strip', 'gradient', 'points'), []);
    });

  it('show an effect in the older and the newer member alike', async () => {
    await putLight('living-floor', {
      effects_v2: { action: { effect: 'candle', parameters: { speed: 0.5 } } },
    });
    assert.equal(getState('light/living-floor', 'effects', 'status'), 'candle');
    assert.deepEqual(getState('light/living-floor', 'effects_v2', 'status', 'parameters'), {
      speed: 0.5,
    });
    await putLight('living-floor', { effects: { effect: 'no_effect' } });
    assert.equal(getState('light/living-floor', 'effects_v2', 'status', 'effect'), 'no_effect');
    const unknown = await putLight('sofa-left', { effects: { effect: 'cosmos' } });
    assert.equal(unknown.status, 400);
  });

  it('end a timed effect by themselves', async () => {
    const states = await collectStates(
      'light/bedside-right',
      ['timed_effects', 'status'],
      () => putLight('bedside-right', { timed_effects: { effect: 'sunrise', duration: 2000 } }),
      'no_effect',
    );
    assert.deepEqual(states, ['sunrise', 'no_effect']);
    assert.equal(getState('light/bedside-right', 'on', 'on'), true);
    assert.equal(getState('light/bedside-right', 'dimming', 'brightness'), 100);
    const endless = await putLight('bedside-right', { timed_effects: { effect: 'sunset' } });
    assert.equal(endless.status, 400);
  });

  it('let a timed effect that is begun anew last its new time', async () => {
    const simulateTimedEffect = (lamp: string, duration: number): Promise<ReceivedResponse> =>
      putLight(lamp, { timed_effects: { effect: 'sunset', duration } });
    await simulateTimedEffect('bedside-right', 2_000);
    await simulateTimedEffect('bedside-right', 21_600_000);
    await simulateTimedEffect('living-floor', 3_000);
    await waitForHome(
      simulator.home,
      () => getState('light/living-floor', 'timed_effects', 'status') === 'no_effect',
    );
    assert.equal(getState('light/living-floor', 'on', 'on'), false);
    assert.equal(getState('light/bedside-right', 'timed_effects', 'status'), 'sunset');
  });

  it('end a signal by themselves', async () => {
    const states = await collectStates(
      'light/living-floor',
      ['signaling', 'status', 'signal'],
      () => putLight('living-floor', { signaling: { signal: 'on_off', duration: 2000 } }),
      undefined,
    );
    assert.deepEqual(states, ['on_off', undefined]);
  });

  it('take the commands that must not be repeated', async () => {
    for (const body of [
      { alert: { action: 'breathe' } },
      { identify: { action: 'identify', duration: 5000 } },
      { on: { on: true }, dynamics: { duration: 400 } },
    ]) {
      assert.equal((await putLight('living-floor', body)).status, 200);
    }
  });

  it('keep what they do when the power comes back', async () => {
    const powerup = { preset: 'custom', on: { mode: 'previous' } };
    await putLight('living-floor', { powerup });
    assert.equal(getState('light/living-floor', 'powerup', 'preset'), 'custom');
    assert.equal(getState('light/living-floor', 'powerup', 'on', 'mode'), 'previous');
  });

  it('refuse what they cannot do and say which member it was', async () => {
    const answer = await putLight('window-plug', { dimming: { brightness: 20 } });
    assert.equal(answer.status, 400);
    assert.match(answer.body.errors[0]?.description ?? '', /\(\.dimming\) is not supported/);
  });

  it('do what they can of a command, and answer 207 with the rest', async () => {
    const answer = await putLight('window-plug', { on: { on: true }, dimming: { brightness: 20 } });
    assert.equal(answer.status, 207);
    assert.equal(answer.body.errors.length, 1);
    assert.equal(answer.body.data.length, 1);
    assert.equal(getState('light/window-plug', 'on', 'on'), true);
  });

  it('remark that they are off', async () => {
    const answer = await putLight('sofa-right', { dimming: { brightness: 20 } });
    assert.equal(answer.status, 200);
    assert.match(
      answer.body.errors[0]?.description ?? '',
      /is "soft off", command \(\.dimming\.brightness\) may not have effect/,
    );
  });

  it('drop what they cannot take while they are off, and take it in the command that turns them off', async () => {
    const getShown = (key: string): unknown[] =>
      ['dimming', 'color_temperature', 'color', 'effects', 'on'].map((member) =>
        getState(`light/${key}`, member),
      );
    const before = getShown('sofa-right');
    for (const body of [
      { dimming: { brightness: 20 }, color_temperature: { mirek: 200 } },
      { color: { xy: { x: 0.4, y: 0.4 } } },
      { dimming_delta: { action: 'up', brightness_delta: 20 } },
      { effects: { effect: 'candle' } },
    ]) {
      await putLight('sofa-right', body);
      assert.deepEqual(getShown('sofa-right'), before, JSON.stringify(body));
    }
    await putResource('grouped_light', 'garden', { dimming: { brightness: 20 } });
    assert.equal(getState('light/path-1', 'dimming', 'brightness'), 100);
    await putLight('living-floor', { on: { on: false }, dimming: { brightness: 90 } });
    assert.notEqual(getState('light/living-floor', 'dimming', 'brightness'), 40.32);
  });

  it('remark that they are out of reach, and stay as they are', async () => {
    simulator.home.change(createFixtureId('zigbee_connectivity/living-floor'), {
      status: 'connectivity_issue',
    });
    const answer = await putLight('living-floor', { on: { on: false } });
    assert.match(answer.body.errors[0]?.description ?? '', /has communication issues/);
    assert.equal(getState('light/living-floor', 'on', 'on'), true);
  });

  it('share their name with their device', async () => {
    await putLight('living-floor', { metadata: { name: 'Arc lamp' } });
    assert.equal(getState('device/living-floor', 'metadata', 'name'), 'Arc lamp');
    await putResource('device', 'living-floor', { metadata: { name: 'Bow lamp' } });
    assert.equal(getState('light/living-floor', 'metadata', 'name'), 'Bow lamp');
  });

  it('end a signal at once when asked to, and start none without a duration', async () => {
    const status = (): unknown => getState('light/living-floor', 'signaling', 'status');
    await putLight('living-floor', { signaling: { signal: 'on_off', duration: 0 } });
    assert.equal(status(), undefined);
    await putLight('living-floor', {
      signaling: {
        signal: 'on_off_color',
        duration: 60_000,
        colors: [{ xy: { x: 0.6, y: 0.3 } }],
      },
    });
    assert.equal(getNestedMember(status(), 'signal'), 'on_off_color');
    assert.deepEqual(getNestedMember(status(), 'colors'), [{ xy: { x: 0.6, y: 0.3 } }]);
    await putLight('living-floor', { signaling: { signal: 'no_signal' } });
    assert.equal(status(), undefined);
    assert.equal(getState('light/living-floor', 'signaling', 'colors'), undefined);
  });

  it('signal as long as the last signal says, not as the one before', async () => {
    const end = (): unknown => getState('light/living-floor', 'signaling', 'estimated_end');
    await putLight('living-floor', { signaling: { signal: 'on_off', duration: 20_000 } });
    const firstEnd = Number(end());
    await putLight('living-floor', { signaling: { signal: 'on_off', duration: 6_000_000 } });
    assert.ok(Number(end()) > firstEnd + 50);
    await putLight('fountain', { signaling: { signal: 'on_off', duration: 25_000 } });
    await waitForHome(
      simulator.home,
      () => getState('light/fountain', 'signaling', 'status') === undefined,
    );
    assert.equal(
      getState('light/living-floor', 'signaling', 'status', 'signal'),
      'on_off',
      'the end of the first signal has passed',
    );
  });

  describe('as one grouped light', () => {
    it('are on when one of them is', async () => {
      assert.equal(getState('grouped_light/garden', 'on', 'on'), false);
      await putLight('fountain', { on: { on: true } });
      assert.equal(getState('grouped_light/garden', 'on', 'on'), true);
      assert.equal(getState('grouped_light/home', 'on', 'on'), true);
      await putLight('fountain', { on: { on: false } });
      assert.equal(getState('grouped_light/garden', 'on', 'on'), false);
    });

    it('have the average brightness of those that are on', async () => {
      await putResource('grouped_light', 'garden', {
        on: { on: true },
        dimming: { brightness: 50 },
      });
      await putLight('path-1', { dimming: { brightness: 100 } });
      await putLight('path-2', { on: { on: false } });
      const average = Number(getState('grouped_light/garden', 'dimming', 'brightness'));
      assert.ok(Math.abs(average - (100 + 50.2) / 2) < 0.01, `${average}`);
    });

    it('are set together, each as far as it can', async () => {
      await putResource('grouped_light', 'living-room', {
        on: { on: true },
        dimming: { brightness: 100 },
        color_temperature: { mirek: 250 },
      });
      for (const key of ['living-ceiling', 'sofa-right', 'tv-strip']) {
        assert.equal(getState(`light/${key}`, 'dimming', 'brightness'), 100);
        assert.equal(getState(`light/${key}`, 'color_temperature', 'mirek'), 250);
      }
      assert.equal(getState('light/window-plug', 'on', 'on'), true);
      await putResource('grouped_light', 'home', { on: { on: false } });
      assert.ok(
        simulator.home.byType('light').every((lamp) => getNestedMember(lamp, 'on', 'on') === false),
      );
    });

    it('leave those that are off alone when only the brightness is set', async () => {
      const before = getState('light/sofa-right', 'dimming', 'brightness');
      await putResource('grouped_light', 'living-room', { dimming: { brightness: 10 } });
      assert.equal(getState('light/sofa-right', 'dimming', 'brightness'), before);
      assert.notEqual(getState('light/sofa-left', 'dimming', 'brightness'), before);
    });

    it('signal together', async () => {
      const signaling = { signal: 'on_off', duration: 1000 };
      const states = await collectStates(
        'grouped_light/kitchen',
        ['signaling', 'status', 'signal'],
        () => putResource('grouped_light', 'kitchen', { signaling }),
        undefined,
      );
      assert.deepEqual(states, ['on_off', undefined]);
    });
  });
});
