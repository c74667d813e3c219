import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { BridgeClient } from '../../../src/bridge';
import type { ResourceChangeEvent } from '../../../src/bridge';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { waitUntil } from '../../support/wait-until';
import { waitForConnection } from '../support/wait-for-connection';

/** Shorter than the effects of these tests, so that their end does not count as a change right after the command. */
const ownWriteWindow = 200;
const duration = 2_000;

describe('The changes of a lamp during a timed effect of these flows', () => {
  let simulator: Simulator;
  let client: BridgeClient;
  let rid: string;
  let changes: ResourceChangeEvent[];

  beforeEach(async () => {
    simulator = await startSimulator({ events: { batch: 0 } });
    const { host, port, key, fingerprint } = simulator;
    client = new BridgeClient({
      host,
      port,
      key,
      trust: { fingerprint },
      limits: { ownWriteWindow },
    });
    const lamp = simulator.home.byType('light').find(({ timed_effects: effect }) => effect);
    assert.ok(lamp);
    rid = lamp.id;
    changes = [];
    client.watch({ rtype: 'light', rids: [rid], onChange: (change) => changes.push(change) });
    await waitForConnection(client, ({ mode }) => mode === 'stream');
  });
  afterEach(async () => {
    await client.close();
    await simulator.stop();
  });

  const start = async (effect: string): Promise<void> => {
    const body = { on: { on: true }, timed_effects: { effect, duration } };
    await client.update('light', rid, body);
    await waitUntil('the effect', () =>
      changes.some(({ changed }) => changed.includes('timed_effects.status')),
    );
    changes = [];
  };
  const waitForChange = async (path: string): Promise<boolean | undefined> => {
    const find = (): ResourceChangeEvent | undefined =>
      changes.find(({ changed }) => changed.includes(path));
    await waitUntil(path, () => find() !== undefined);
    return find()?.own;
  };

  it('are own when a sunset turns the lamp off at its end', async () => {
    await start('sunset');
    assert.equal(await waitForChange('on.on'), true);
  });

  it('are own when the lamp has its full brightness at the end of a sunrise', async () => {
    await start('sunrise');
    assert.equal(await waitForChange('dimming.brightness'), true);
  });

  it('are own when the lamp reports its brightness midway', async () => {
    await start('sunset');
    await setTimeout(ownWriteWindow * 2);
    simulator.home.change(rid, { dimming: { brightness: 12 } });
    assert.equal(await waitForChange('dimming.brightness'), true);
  });

  it('are external when somebody turns the lamp off midway', async () => {
    await start('sunset');
    simulator.home.change(rid, { on: { on: false } });
    assert.equal(await waitForChange('on.on'), false);
  });
});
