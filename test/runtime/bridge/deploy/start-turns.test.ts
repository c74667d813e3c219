import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitForNodeStartTurn } from '../../../../src/runtime/bridge/deployed';

describe('Nodes that start together', () => {
  it('go on a few in each turn of the event loop, in their order, and the first at once', async () => {
    await nextTurn();
    const started: number[] = [];
    const startedByTurn: number[] = [];
    for (let node = 0; node < 500; node += 1)
      void waitForNodeStartTurn().then(() => started.push(node));
    await Promise.resolve();
    while (started.length < 500) {
      startedByTurn.push(started.length);
      await nextTurn();
      assert.ok(startedByTurn.length < 10, 'they do not go on');
    }
    assert.deepEqual(startedByTurn, [200, 400]);
    assert.deepEqual(
      started,
      Array.from({ length: 500 }, (_, index) => index),
    );
  });

  it('wait for nobody when they are alone', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn();
      let isStarted = false;
      void waitForNodeStartTurn().then(() => (isStarted = true));
      await Promise.resolve();
      assert.ok(isStarted);
    }
  });
});
