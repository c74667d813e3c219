import assert from 'node:assert/strict';
import { member } from '../../src/resources';
import { shownStatus } from '../support/observations';
import { until } from '../support/until';
import type { NodeStatus } from '../support/watched-flows';
import { isOn, startExampleHome } from './example-home';
import type { ExampleHome } from './example-home';

describe('The example of an automation', () => {
  let home: ExampleHome;
  before(async () => {
    home = await startExampleHome();
  });
  after(() => home.stop());

  describe('motion-light', () => {
    const hallway = () => home.now('light', 'Stairs');
    const soon = { 'motion-light-later': { duration: '300', units: 'ms' } };

    it('turns the room on at motion, and off a while after the last motion', async () => {
      await home.run('motion-light', soon);
      await home.nodeRed.status('motion-light-motion', (status) => status['fill'] === 'green');
      assert.ok(!isOn(hallway()));
      home.motion('Hallway sensor', true);
      await home.until('light', 'Stairs', isOn);
      home.motion('Hallway sensor', false);
      await home.until('light', 'Stairs', (lamp) => !isOn(lamp));
    });

    it('keeps the room lit when new motion comes in time', async () => {
      await home.run('motion-light', { 'motion-light-later': { duration: '1', units: 'hr' } });
      await home.nodeRed.status('motion-light-motion', (status) => status['fill'] === 'green');
      const waiting = (status: NodeStatus): boolean => status['fill'] === 'blue';
      home.motion('Hallway sensor', true);
      await home.until('light', 'Stairs', isOn);
      home.motion('Hallway sensor', false);
      await home.nodeRed.status('motion-light-later', waiting);
      home.motion('Hallway sensor', true);
      await until(
        'the end of the wait',
        () => !waiting(shownStatus(home.nodeRed.observations, 'motion-light-later')),
      );
      assert.ok(isOn(hallway()));
    });
  });

  describe('daylight', () => {
    const noon = '2026-06-21T11:00:00Z';
    const midnight = '2026-12-21T23:00:00Z';
    const sunAt = async (time: string) => {
      home.nodeRed.send('daylight-sun', { now: time });
      return home.nodeRed.arrival('daylight-change');
    };

    it('gives the bedroom the light of noon and of the night', async () => {
      await home.run('daylight', { 'daylight-minute': { once: false } });
      const bright = await sunAt(noon);
      assert.equal(member(bright['payload'], 'kelvin'), 5000);
      assert.equal(member(bright['payload'], 'brightness'), 100);
      await home.nodeRed.arrival('daylight-sun-answer');
      assert.equal(member(home.now('light', 'Bedside left'), 'color_temperature', 'mirek'), 200);
      await sunAt(midnight);
      await home.nodeRed.arrival('daylight-sun-answer');
      const lamp = home.now('light', 'Bedside left');
      assert.equal(member(lamp, 'color_temperature', 'mirek'), 455);
      assert.ok(Math.abs(Number(member(lamp, 'dimming', 'brightness')) - 40) < 0.5);
    });

    it('leaves a lamp off that is off', () => {
      assert.ok(!isOn(home.now('light', 'Bedside right')));
    });

    it('starts the day of the kitchen and ends it in the dark', async () => {
      await home.pressed('daylight-morning', 'daylight-clock-answer');
      assert.equal(home.now('smart_scene', 'Kitchen day')['state'], 'active');
      await home.pressed('daylight-night', 'daylight-clock-answer');
      assert.equal(home.now('smart_scene', 'Kitchen day')['state'], 'inactive');
      assert.ok(!isOn(home.now('light', 'Counter strip')));
    });
  });

  describe('http', () => {
    const post = (scene: unknown): Promise<Response> =>
      fetch(new URL('/lighting/scene', home.nodeRed.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scene }),
      });
    before(() => home.run('http'));

    it('starts the scene that is asked for', async () => {
      const answer = await post('Kitchen day');
      assert.deepEqual([answer.status, await answer.json()], [200, { started: 'Kitchen day' }]);
      assert.equal(home.now('smart_scene', 'Kitchen day')['state'], 'active');
    });

    it('answers 404 with a sentence for a name that the bridge does not know', async () => {
      const answer = await post('Kitchen dy');
      assert.equal(answer.status, 404);
      assert.match(String(member(await answer.json(), 'error')), /^target: .+Kitchen day/);
    });

    it('says what to send when no scene is named', async () => {
      const answer = await post(undefined);
      const error = 'Say which scene, such as {"scene": "Kitchen day"}.';
      assert.deepEqual([answer.status, await answer.json()], [400, { error }]);
    });

    it('lists the names', async () => {
      const answer = await fetch(new URL('/lighting/scenes', home.nodeRed.url));
      assert.deepEqual(await answer.json(), ['Natural light', 'Kitchen day', 'Wake and wind down']);
    });
  });

  describe('errors', () => {
    before(() =>
      home.run('errors', { 'errors-wait': { timeout: '50', timeoutUnits: 'milliseconds' } }),
    );
    afterEach(() => home.simulator.faults.clear());

    it('lets a right command through', async () => {
      await home.pressed('errors-right', 'errors-done');
      assert.ok(isOn(home.now('light', 'Stairs')));
    });

    it('tells an unknown name from a command that makes no sense', async () => {
      const unknown = await home.pressed('errors-wrong-name', 'errors-unknown');
      assert.match(String(member(unknown, 'error', 'message')), /Stairs/);
      const invalid = await home.pressed('errors-wrong-value', 'errors-invalid');
      assert.match(String(member(invalid, 'error', 'message')), /payload\.brightness/);
    });

    it('asks a bridge that did not answer again', async () => {
      home.simulator.faults.answer({ match: { method: 'PUT' }, cutAfter: 0 });
      const again = await home.pressed('errors-right', 'errors-count');
      home.simulator.faults.clear();
      assert.equal(member(again, 'error', 'code'), 'ERR_BRIDGE_UNREACHABLE');
      await home.nodeRed.arrival('errors-done');
      assert.ok(isOn(home.now('light', 'Stairs')));
    });
  });
});
