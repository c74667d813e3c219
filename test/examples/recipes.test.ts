import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { isOn, startExampleHarness } from './example-harness';
import type { ExampleHarness } from './example-harness';

const brightnessOf = (lamp: Resource): number =>
  Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness')));

describe('The examples of the cookbook', () => {
  let harness: ExampleHarness;
  before(async () => {
    harness = await startExampleHarness();
  });
  after(() => harness.stop());

  const findLamp = (name: string): Resource => harness.findResource('light', name);
  const change = (rtype: string, name: string, members: Record<string, unknown>): void =>
    void harness.simulator.home.change(harness.findResource(rtype, name).id, members);
  const setLamp = (name: string, on: boolean, brightness = 50): void =>
    change('light', name, { on: { on }, dimming: { brightness } });
  const enabled = { d: false };

  describe('sunset-to-bedtime', () => {
    const hour = 3_600_000;
    const toTimeOfDay = (time: number): string => new Date(time).toTimeString().slice(0, 5);
    /** Runs the example with a period that begins and ends at these hours from now. */
    const runFromUntil = (from: number, to: number): Promise<void> => {
      const now = Date.now();
      return harness.run('sunset-to-bedtime', {
        'sunset-to-bedtime-sun': {
          ...enabled,
          fromType: 'time',
          from: toTimeOfDay(now + from * hour),
          to: toTimeOfDay(now + to * hour),
        },
      });
    };

    for (const [from, to, on] of [
      [-2, 2, true],
      [2, 4, false],
    ] as const) {
      it(`has the lamp ${on ? 'on' : 'off'} after a start ${on ? 'within' : 'outside of'} the time`, async () => {
        setLamp('Garden wall', !on);
        await runFromUntil(from, to);
        const { payload } = await harness.nodeRed.nextMessage('sunset-to-bedtime-answer');
        assert.equal(payload, on);
        assert.equal(isOn(findLamp('Garden wall')), on);
      });
    }
  });

  describe('night-light', () => {
    const nextAnswer = async (): Promise<unknown> =>
      getNestedMember((await harness.nodeRed.nextMessage('night-light-answer')).bridge, 'skipped');
    const walkPast = async (): Promise<unknown> => {
      const answered = nextAnswer();
      harness.reportMotion('Hallway sensor', true);
      const skipped = await answered;
      harness.reportMotion('Hallway sensor', false);
      return skipped;
    };
    before(() =>
      harness.run('night-light', {
        'night-light-motion': { endAfter: '1500ms', whileValue: '100000' },
      }),
    );

    it('leaves a lamp alone that somebody turned on', async () => {
      setLamp('Stairs', true, 70);
      assert.equal(await walkPast(), 'on');
      assert.equal(await nextAnswer(), 'setByHand');
      assert.equal(brightnessOf(findLamp('Stairs')), 70);
    });

    it('leaves a lamp on that somebody made brighter meanwhile', async () => {
      setLamp('Stairs', false);
      assert.equal(await walkPast(), undefined);
      setLamp('Stairs', true, 80);
      assert.equal(await nextAnswer(), 'setByHand');
      assert.equal(brightnessOf(findLamp('Stairs')), 80);
    });

    it('shows a dim light at motion, and turns it off afterwards', async () => {
      setLamp('Stairs', false);
      assert.equal(await walkPast(), undefined);
      assert.equal(brightnessOf(findLamp('Stairs')), 5);
      assert.equal(await nextAnswer(), undefined);
      assert.ok(!isOn(findLamp('Stairs')));
    });
  });

  describe('away', () => {
    it('plays on three lamps, and ends when somebody is at home', async () => {
      setLamp('Mirror', true, 33);
      await harness.run('away', { 'away-evening': enabled });
      const { bridge } = await harness.pressAndWait('away-evening', 'away-answer');
      const results = getNestedMember(bridge, 'results');
      assert.ok(Array.isArray(results) && results.length === 3);
      assert.ok(results.every((one) => getNestedMember(one, 'program', 'kind') === 'sequence'));
      await harness.pressAndWait('away-home', 'away-answer');
      await harness.waitForResource('light', 'Mirror', (lamp) => brightnessOf(lamp) === 33);
    });
  });

  describe('doorbell', () => {
    it('flashes red for five seconds, and all is as before', async () => {
      await harness.run('doorbell', {
        'doorbell-flash': {
          command: '{"alert": {"duration": "500ms", "color": "red"}, "restore": true}',
        },
      });
      setLamp('Sideboard strip', true, 44);
      setLamp('Wardrobe strip', false);
      const before = findLamp('Floor lamp')['color'];
      await harness.nodeRed.nextStatus('doorbell-bell');
      const report = { updated: new Date().toISOString(), event: 'initial_press' };
      change('bell_button', 'Doorbell', { button: { button_report: report } });
      const { bridge } = await harness.nodeRed.nextMessage('doorbell-answer');
      assert.equal(getNestedMember(bridge, 'program', 'kind'), 'alert');
      await harness.waitForResource(
        'light',
        'Sideboard strip',
        (lamp) => brightnessOf(lamp) === 44,
      );
      await harness.waitForResource('light', 'Wardrobe strip', (lamp) => !isOn(lamp));
      assert.deepEqual(findLamp('Floor lamp')['color'], before);
    });
  });

  describe('home-check', () => {
    it('names weak batteries and lamps that do not answer', async () => {
      change('zigbee_connectivity', 'Mirror', { status: 'connectivity_issue' });
      await harness.run('home-check');
      const { payload } = await harness.pressAndWait('home-check-now', 'home-check-tell');
      change('zigbee_connectivity', 'Mirror', { status: 'connected' });
      assert.equal(
        payload,
        'Weak battery: Hallway sensor, Hallway, 14 %.\nDoes not answer: Mirror, Bathroom.\n',
      );
    });
  });

  describe('several-rooms', () => {
    it('gives each room its own value', async () => {
      await harness.run('several-rooms');
      await harness.nodeRed.pressInject('several-rooms-evening');
      const { bridge } = await harness.nodeRed.nextMessage('several-rooms-answer');
      const results = getNestedMember(bridge, 'results');
      assert.ok(Array.isArray(results) && results.length === 3);
      assert.equal(brightnessOf(findLamp('Floor lamp')), 60);
      assert.equal(brightnessOf(findLamp('Kitchen spot 1')), 20);
      assert.ok(!isOn(findLamp('Stairs')));
    });
  });

  describe('copy-lamp', () => {
    it('lets one lamp show what the other shows', async () => {
      await harness.run('copy-lamp');
      change('light', 'Floor lamp', {
        on: { on: true },
        dimming: { brightness: 37 },
        color: { xy: { x: 0.5, y: 0.4 } },
        color_temperature: { mirek: null },
      });
      await harness.pressAndWait('copy-lamp-press', 'copy-lamp-answer');
      assert.equal(brightnessOf(findLamp('Sofa right')), 37);
      const x = Number(getNestedMember(findLamp('Sofa right'), 'color', 'xy', 'x'));
      assert.ok(Math.abs(x - 0.5) < 0.01, String(x));
    });
  });

  describe('party', () => {
    it('changes colours until somebody stops it, and all is as before', async () => {
      await harness.run('party');
      const before = findLamp('Floor lamp')['color'];
      const { bridge } = await harness.pressAndWait('party-start', 'party-answer');
      assert.equal(getNestedMember(bridge, 'program', 'kind'), 'sequence');
      const colorOf = (lamp: Resource): string => JSON.stringify(lamp['color']);
      await harness.waitForResource(
        'light',
        'Floor lamp',
        (lamp) => colorOf(lamp) !== JSON.stringify(before),
      );
      await harness.pressAndWait('party-stop', 'party-answer');
      await harness.waitForResource(
        'light',
        'Floor lamp',
        (lamp) => colorOf(lamp) === JSON.stringify(before),
      );
    });
  });

  describe('follow-value', () => {
    const xOf = (name: string): number =>
      Number(getNestedMember(findLamp(name), 'color', 'xy', 'x'));

    it('makes a lamp blue in the cold and red in the warm', async () => {
      setLamp('Counter strip', true);
      await harness.run('follow-value');
      await harness.nodeRed.nextMessage('follow-value-answer');
      const report = { changed: new Date().toISOString(), temperature: 30 };
      change('temperature', 'Kitchen sensor', {
        temperature: { temperature: 30, temperature_valid: true, temperature_report: report },
      });
      await harness.nodeRed.nextMessage('follow-value-answer');
      assert.ok(xOf('Counter strip') > 0.6);
    });

    it('makes a lamp green for a low price and red for a high one', async () => {
      setLamp('Sideboard strip', true);
      await harness.pressAndWait('follow-value-cheap', 'follow-value-price-answer');
      assert.ok(xOf('Sideboard strip') < 0.4);
      await harness.pressAndWait('follow-value-dear', 'follow-value-price-answer');
      assert.ok(xOf('Sideboard strip') > 0.6);
    });
  });

  describe('rename-lamps', () => {
    it('numbers the lamps of the room, and leaves the plug its name', async () => {
      await harness.run('rename-lamps');
      await harness.nodeRed.pressInject('rename-lamps-press');
      const count = 4;
      for (let number = 0; number < count; number += 1)
        await harness.nodeRed.nextMessage('rename-lamps-answer');
      for (let number = 1; number <= count; number += 1)
        assert.ok(harness.findResource('light', `Kitchen ${number}`));
      assert.ok(harness.findResource('light', 'Coffee machine'));
    });
  });
});
