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

describe('The example of an automation', () => {
  let harness: ExampleHarness;
  before(async () => {
    harness = await startExampleHarness();
  });
  after(() => harness.stop());

  describe('motion-light', () => {
    const getHallwayLamp = () => harness.findResource('light', 'Stairs');
    it('turns the room on at motion, and off a while after the last motion', async () => {
      await harness.run('motion-light', {
        'motion-light-motion': { endAfter: '300ms', emitAtStart: true },
      });
      await harness.nodeRed.nextStatus('motion-light-motion', ({ text }) => text !== '');
      assert.ok(!isOn(getHallwayLamp()));
      harness.reportMotion('Hallway sensor', true);
      await harness.waitForResource('light', 'Stairs', isOn);
      harness.reportMotion('Hallway sensor', false);
      await harness.waitForResource('light', 'Stairs', (lamp) => !isOn(lamp));
    });

    it('turns the other room on in the dark, which it is there', async () => {
      await harness.run('motion-light', { 'motion-light-motion-dark': { emitAtStart: true } });
      harness.reportMotion('Bathroom sensor', true);
      const { readings } = await harness.nodeRed.nextMessage(
        'motion-light-answer-dark',
        ({ payload }) => payload === true,
      );
      assert.ok(Number(getNestedMember(readings, 'lux')) < 40);
    });
  });

  describe('daylight', () => {
    it('gives the hall the light of the time when somebody turns it on', async () => {
      const { home } = harness.simulator;
      const { id } = harness.findResource('light', 'Stairs');
      home.change(id, { on: { on: false } });
      const always = { dayBrightness: '42', nightBrightness: '42' };
      const enabled = { d: false };
      await harness.run('daylight', {
        'daylight-hall': always,
        'daylight-morning': enabled,
        'daylight-night': enabled,
      });
      await harness.pressAndWait('daylight-resume', 'daylight-sun-answer');
      home.change(id, { on: { on: true } });
      await harness.waitForResource(
        'light',
        'Stairs',
        (lamp) => Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness'))) === 42,
      );
    });

    it('starts the day of the kitchen and ends it in the dark', async () => {
      await harness.pressAndWait('daylight-morning', 'daylight-clock-answer');
      assert.equal(harness.findResource('smart_scene', 'Kitchen day')['state'], 'active');
      await harness.pressAndWait('daylight-night', 'daylight-clock-answer');
      assert.equal(harness.findResource('smart_scene', 'Kitchen day')['state'], 'inactive');
      assert.ok(!isOn(harness.findResource('light', 'Counter strip')));
    });
  });

  describe('http', () => {
    const postScene = (scene: unknown): Promise<Response> =>
      fetch(new URL('/lighting/scene', harness.nodeRed.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scene }),
      });
    before(() => harness.run('http'));

    it('starts the scene that is asked for', async () => {
      const answer = await postScene('Kitchen day');
      assert.deepEqual([answer.status, await answer.json()], [200, { started: 'Kitchen day' }]);
      assert.equal(harness.findResource('smart_scene', 'Kitchen day')['state'], 'active');
    });

    it('answers 404 with a sentence for a name that the bridge does not know', async () => {
      const answer = await postScene('Kitchen dy');
      assert.equal(answer.status, 404);
      assert.match(String(getNestedMember(await answer.json(), 'error')), /^target: .+Kitchen day/);
    });

    it('says what to send when no scene is named', async () => {
      const answer = await postScene(undefined);
      const error = 'Say which scene, such as {"scene": "Kitchen day"}.';
      assert.deepEqual([answer.status, await answer.json()], [400, { error }]);
    });

    it('lists the names', async () => {
      const answer = await fetch(new URL('/lighting/scenes', harness.nodeRed.url));
      assert.deepEqual(await answer.json(), ['Natural light', 'Kitchen day', 'Wake and wind down']);
    });
  });

  describe('errors', () => {
    before(() =>
      harness.run('errors', { 'errors-wait': { timeout: '50', timeoutUnits: 'milliseconds' } }),
    );
    afterEach(() => harness.simulator.faults.clear());

    it('lets a right command through', async () => {
      await harness.pressAndWait('errors-right', 'errors-done');
      assert.ok(isOn(harness.findResource('light', 'Stairs')));
    });

    it('distinguishes an unknown name from a command that makes no sense', async () => {
      const unknown = await harness.pressAndWait('errors-wrong-name', 'errors-unknown');
      assert.match(String(getNestedMember(unknown, 'error', 'message')), /Stairs/);
      const invalid = await harness.pressAndWait('errors-wrong-value', 'errors-invalid');
      assert.match(String(getNestedMember(invalid, 'error', 'message')), /payload\.brightness/);
    });

    it('asks a bridge that did not answer again', async () => {
      harness.simulator.faults.inject({ match: { method: 'PUT' }, cutAfter: 0 });
      const again = await harness.pressAndWait('errors-right', 'errors-count');
      harness.simulator.faults.clear();
      assert.equal(getNestedMember(again, 'error', 'code'), 'ERR_BRIDGE_UNREACHABLE');
      await harness.nodeRed.nextMessage('errors-done');
      assert.ok(isOn(harness.findResource('light', 'Stairs')));
    });
  });

  describe('everyday', () => {
    const change = (rtype: string, name: string, members: Record<string, unknown>): void =>
      void harness.simulator.home.change(harness.findResource(rtype, name).id, members);
    before(async () => {
      const enabled = { d: false };
      await harness.run('everyday', { 'everyday-alarm': enabled, 'everyday-dusk': enabled });
      await harness.nodeRed.nextStatus('everyday-nobody', ({ text }) => text === 'no');
      await harness.nodeRed.nextMessage('everyday-follower-answer');
    });

    it('turns everything off when the last one has left', async () => {
      change('geofence_client', 'Jürgen’s phone', { is_at_home: false });
      await harness.nodeRed.nextMessage('everyday-all-off-answer');
      assert.ok(harness.simulator.home.byType('light').every((one) => !isOn(one)));
      change('geofence_client', 'Jürgen’s phone', { is_at_home: true });
      await harness.nodeRed.nextStatus('everyday-nobody', ({ text }) => text === 'no');
    });

    it('says that a window was opened', async () => {
      const report = { changed: new Date().toISOString(), state: 'no_contact' };
      change('contact', 'Bedroom window', { contact_report: { ...report, state: 'contact' } });
      await harness.nodeRed.nextStatus('everyday-window', ({ text }) => text === 'closed');
      change('contact', 'Bedroom window', { contact_report: report });
      const { payload } = await harness.nodeRed.nextMessage('everyday-window-answer');
      assert.equal(payload, 'Bedroom window is open. Room: Bedroom.');
    });

    it('toggles three lamps that are no room as one', async () => {
      const { bridge } = await harness.pressAndWait('everyday-toggle', 'everyday-three-answer');
      const results = getNestedMember(bridge, 'results');
      assert.ok(Array.isArray(results) && results.length === 3);
      for (const name of ['Mirror', 'Stairs', 'Sofa left'])
        assert.ok(isOn(harness.findResource('light', name)));
    });

    it('makes one lamp like another, whoever sets that', async () => {
      change('light', 'Path lamp 1', { on: { on: true }, dimming: { brightness: 64 } });
      await harness.waitForResource(
        'light',
        'Path lamp 2',
        (one) =>
          isOn(one) && Math.abs(Number(getNestedMember(one, 'dimming', 'brightness')) - 64) < 0.5,
      );
      change('light', 'Path lamp 1', { on: { on: false } });
      await harness.waitForResource('light', 'Path lamp 2', (one) => !isOn(one));
    });

    it('lets all lamps blink at the bell', async () => {
      const report = { updated: new Date().toISOString(), event: 'initial_press' };
      change('bell_button', 'Doorbell', { button: { button_report: report } });
      const { bridge } = await harness.nodeRed.nextMessage('everyday-blink-answer');
      assert.equal(getNestedMember(bridge, 'program', 'kind'), 'alert');
    });

    it('lightens the bedroom for 20 minutes', async () => {
      await harness.pressAndWait('everyday-alarm', 'everyday-wake-answer');
      // Lamps that blinked at the bell may return meanwhile.
      const bodies = harness.simulator.requests
        .filter(({ method }) => method === 'PUT')
        .map(({ body }): unknown => JSON.parse(body));
      const fade = bodies.find(
        (body) => getNestedMember(body, 'dynamics', 'duration') === 1_200_000,
      );
      assert.equal(getNestedMember(fade, 'dimming', 'brightness'), 100);
    });

    it('gives lamps that come on at the switch the light of the evening', async () => {
      await harness.pressAndWait('everyday-dusk', 'everyday-evening-answer');
      change('light', 'Sideboard strip', { on: { on: true } });
      await harness.waitForResource(
        'light',
        'Sideboard strip',
        (one) => Math.abs(Number(getNestedMember(one, 'dimming', 'brightness')) - 40) < 0.5,
      );
    });
  });
});
