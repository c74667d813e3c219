import assert from 'node:assert/strict';
import { getMember } from '../../src/resources';
import { isOn, startExampleHarness } from './example-harness';
import type { ExampleHarness } from './example-harness';

describe('The example of an automation', () => {
  let harness: ExampleHarness;
  before(async () => {
    harness = await startExampleHarness();
  });
  after(() => harness.stop());

  describe('motion-light', () => {
    const getHallwayLamp = () => harness.findResource('light', 'Stairs');
    it('turns the room on at motion, and off a while after the last motion', async () => {
      await harness.run('motion-light', { 'motion-light-motion': { endAfter: '300ms' } });
      await harness.nodeRed.nextMessage('motion-light-answer');
      assert.ok(!isOn(getHallwayLamp()));
      harness.reportMotion('Hallway sensor', true);
      await harness.waitForResource('light', 'Stairs', isOn);
      harness.reportMotion('Hallway sensor', false);
      await harness.waitForResource('light', 'Stairs', (lamp) => !isOn(lamp));
    });

    it('turns the other room on in the dark, which it is there', async () => {
      await harness.run('motion-light');
      harness.reportMotion('Bathroom sensor', true);
      const { readings } = await harness.nodeRed.nextMessage(
        'motion-light-answer-dark',
        ({ payload }) => payload === true,
      );
      assert.ok(Number(getMember(readings, 'lux')) < 40);
    });
  });

  describe('daylight', () => {
    const noon = '2026-06-21T11:00:00Z';
    const midnight = '2026-12-21T23:00:00Z';
    const runDaylight = async (time: string) => {
      harness.nodeRed.send('daylight-sun', { now: time });
      return harness.nodeRed.nextMessage('daylight-change');
    };

    it('gives the bedroom the light of noon and of the night', async () => {
      await harness.run('daylight', { 'daylight-minute': { once: false } });
      const bright = await runDaylight(noon);
      assert.equal(getMember(bright['payload'], 'kelvin'), 5000);
      assert.equal(getMember(bright['payload'], 'brightness'), 100);
      await harness.nodeRed.nextMessage('daylight-sun-answer');
      assert.equal(
        getMember(harness.findResource('light', 'Bedside left'), 'color_temperature', 'mirek'),
        200,
      );
      await runDaylight(midnight);
      await harness.nodeRed.nextMessage('daylight-sun-answer');
      const lamp = harness.findResource('light', 'Bedside left');
      assert.equal(getMember(lamp, 'color_temperature', 'mirek'), 455);
      assert.ok(Math.abs(Number(getMember(lamp, 'dimming', 'brightness')) - 40) < 0.5);
    });

    it('leaves a lamp off that is off', () => {
      assert.ok(!isOn(harness.findResource('light', 'Bedside right')));
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
      assert.match(String(getMember(await answer.json(), 'error')), /^target: .+Kitchen day/);
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

    it('tells an unknown name from a command that makes no sense', async () => {
      const unknown = await harness.pressAndWait('errors-wrong-name', 'errors-unknown');
      assert.match(String(getMember(unknown, 'error', 'message')), /Stairs/);
      const invalid = await harness.pressAndWait('errors-wrong-value', 'errors-invalid');
      assert.match(String(getMember(invalid, 'error', 'message')), /payload\.brightness/);
    });

    it('asks a bridge that did not answer again', async () => {
      harness.simulator.faults.inject({ match: { method: 'PUT' }, cutAfter: 0 });
      const again = await harness.pressAndWait('errors-right', 'errors-count');
      harness.simulator.faults.clear();
      assert.equal(getMember(again, 'error', 'code'), 'ERR_BRIDGE_UNREACHABLE');
      await harness.nodeRed.nextMessage('errors-done');
      assert.ok(isOn(harness.findResource('light', 'Stairs')));
    });
  });
});
