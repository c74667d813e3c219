import assert from 'node:assert/strict';
import { BridgeClient } from '../../../src/bridge';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { startFlowHarness, toResourcePath } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';

const floor = createFixtureId('light/living-floor');
const left = createFixtureId('light/table-left');
const relax = createFixtureId('scene/living-room/relax');

const play = [
  { brightness: 90, for: '300ms' },
  { brightness: 20, for: '300ms' },
];

for (const delayOfEvents of [0, 400])
  describe(`A scene that somebody recalls in an app, of which the bridge tells after ${delayOfEvents} ms,`, () => {
    let harness: FlowHarness;
    let app: BridgeClient;
    before(async () => {
      harness = await startFlowHarness(
        [
          { id: 'told', type: 'bridge-light', target: '' },
          { id: 'scene', type: 'bridge-scene', operation: '' },
          { id: 'status', type: 'bridge-status', emit: 'request' },
        ],
        { simulator: await startSimulator({ events: { batch: delayOfEvents } }) },
      );
      const { host, port, key, fingerprint } = harness.simulator;
      const stateOf = (message: FlowMessage): unknown =>
        getNestedMember(message['payload'], 'mode');
      await waitUntil(
        'the event stream',
        async () => stateOf(await harness.request('status', {})) === 'stream',
      );
      app = new BridgeClient({ host, port, key, trust: { fingerprint } });
    });
    after(async () => {
      await app.close();
      await harness.stop();
    });
    beforeEach(async () => {
      await harness.request('told', { target: 'Downstairs', payload: 'stop' });
      await harness.request('told', { target: 'Downstairs', payload: { brightness: 50 } });
    });

    /** Waits for a write that is not there yet. */
    const nextWriteTo = (rtype: string, rid: string): Promise<void> => {
      const seen = harness.writes().length;
      const path = toResourcePath(rtype, rid);
      const isWritten = (): boolean =>
        harness
          .writes()
          .slice(seen)
          .some((write) => write.path === path);
      return waitUntil(`a write of ${path}`, isWritten, { timeout: 8_000 });
    };
    const countPrograms = async (): Promise<number> => {
      const { payload } = await harness.request('status', { payload: 'programs' });
      assert.ok(Array.isArray(payload));
      return payload.length;
    };
    const brightnessOf = (rid: string): number =>
      Math.round(Number(getNestedMember(harness.simulator.home.get(rid), 'dimming', 'brightness')));

    it('takes its lamp out of a sequence, which does not return the lamp', async () => {
      const payload = { play, repeat: true, restore: true };
      harness.send('told', { target: floor, payload });
      await nextWriteTo('light', floor);
      await app.update('scene', relax, { recall: { action: 'active' } });
      await waitUntil('the end of the sequence', async () => (await countPrograms()) === 0, {
        timeout: 8_000,
      });
      const writes = harness.writes().length;
      await harness.request('told', { target: 'Kitchen', payload: true });
      assert.equal(harness.writes().length, writes + 1);
    });

    it('takes its lamps out of a sequence that goes on with the others', async () => {
      harness.send('told', { target: 'Downstairs', payload: { play, repeat: true } });
      await nextWriteTo('grouped_light', createFixtureId('grouped_light/downstairs'));
      await app.update('scene', relax, { recall: { action: 'active' } });
      await nextWriteTo('light', left);
      await app.update('scene', relax, { recall: { action: 'active' } });
      await nextWriteTo('light', left);
      await nextWriteTo('light', left);
      assert.equal(brightnessOf(floor), 56);
      assert.equal(await countPrograms(), 1);
    });

    it('is no scene of the flow: a sequence that starts after that goes on', async () => {
      await harness.request('scene', { target: 'Living room', payload: 'Relax' });
      const payload = { play, repeat: true };
      harness.send('told', { target: floor, payload });
      for (const _ of [1, 2, 3]) await nextWriteTo('light', floor);
      assert.equal(await countPrograms(), 1);
    });
  });
