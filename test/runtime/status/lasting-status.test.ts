import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { BridgeError } from '../../../src/bridge';
import { NodeStatusTracker, noPendingMessages } from '../../../src/runtime/status';
import type { NodeStatusContent } from '../../../src/runtime/status';
import { invalid, Shown, stateOf, translate } from './support/shown-node';

describe('The status of a node that shows the state of its lamp', () => {
  let shown: Shown;
  let status: NodeStatusTracker;
  let lamp: NodeStatusContent | undefined;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    shown = new Shown();
    lamp = {
      fill: 'green',
      shape: 'dot',
      text: { key: 'brightness', values: { brightness: 40 } },
    };
    status = new NodeStatusTracker({ RED: { _: translate }, node: shown }, noPendingMessages);
    status.setLasting({ choose: () => lamp });
    mock.timers.tick(50);
  });
  afterEach(() => {
    status.stop();
    mock.timers.reset();
  });

  /** What is shown after a time in ms. */
  const lookAfter = async (time: number): Promise<string | undefined> => {
    for (let passed = 0; passed < time; passed += 10) {
      mock.timers.tick(10);
      // A slice that took long goes on in the next turn.
      await setImmediate();
    }
    return shown.looks.at(-1);
  };

  it('is there before any message', () => {
    assert.deepEqual(shown.looks, ['green dot 40 %']);
  });

  it('shows the result of a command for a moment, then the state again', async () => {
    await lookAfter(1_000);
    lamp = { fill: 'grey', shape: 'dot', text: { key: 'off' } };
    status.succeed({ key: 'changed' });
    assert.equal(await lookAfter(1_000), 'green dot changed');
    assert.equal(await lookAfter(2_500), 'grey dot off');
  });

  it('shows an error longer, then the state again', async () => {
    await lookAfter(1_000);
    status.fail(invalid());
    assert.equal(await lookAfter(5_000), 'red ring invalid message');
    assert.equal(await lookAfter(6_000), 'green dot 40 %');
  });

  it('shows an error of the start as long, also where the state was known only after it', async () => {
    const node = new Shown();
    const starting = new NodeStatusTracker({ RED: { _: translate }, node }, noPendingMessages);
    shown = node;
    starting.fail(invalid());
    starting.setLasting({ choose: () => lamp });
    assert.equal(await lookAfter(5_000), 'red ring invalid message');
    assert.equal(await lookAfter(6_000), 'green dot 40 %');
    starting.stop();
  });

  it('is written as often as at first after a pause', async () => {
    const countWritten = async (): Promise<number> => {
      const before = shown.looks.length;
      for (let result = 1; result <= 30; result += 1) {
        status.succeed({ key: 'brightness', values: { brightness: result } });
        await lookAfter(100);
      }
      return shown.looks.length - before;
    };
    await lookAfter(5_000);
    const written = await countWritten();
    await lookAfter(20_000);
    assert.equal(await countWritten(), written);
  });

  it('is written at once while other nodes have nothing to write', async () => {
    const others = Array.from({ length: 100 }, () => {
      const other = new NodeStatusTracker(
        { RED: { _: translate }, node: new Shown() },
        noPendingMessages,
      );
      other.refresh();
      return other;
    });
    await lookAfter(100);
    for (const other of others.slice(50)) other.refresh();
    await lookAfter(30_000);
    for (const brightness of [10, 20]) {
      status.succeed({ key: 'brightness', values: { brightness } });
      assert.equal(await lookAfter(300), `green dot ${brightness} %`);
    }
    for (const other of others) other.stop();
  });

  it('keeps the result where nothing newer is known', async () => {
    lamp = undefined;
    status.succeed({ key: 'on' });
    assert.equal(await lookAfter(20_000), 'green dot on');
  });

  it('shows the state at once when the bridge is back', async () => {
    await lookAfter(1_000);
    status.setConnection(stateOf('away'));
    status.fail(new BridgeError('ERR_BRIDGE_EXPIRED', 'Waited too long.'));
    assert.match((await lookAfter(1_000)) ?? '', /^yellow ring away/);
    status.setConnection(stateOf('connected'));
    assert.equal(await lookAfter(1_000), 'green dot 40 %');
  });
});
