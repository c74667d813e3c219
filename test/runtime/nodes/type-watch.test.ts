import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { BridgeError } from '../../../src/bridge';
import type { WatchOptions } from '../../../src/bridge';
import { ResourceTypeWatch } from '../../../src/runtime/nodes/type-watch';
import { createDeferred } from '../../support/deferred';

const interval = 1_000;

describe('A resource type that a button node watches', () => {
  /** The watches at the client, oldest first. */
  let watches: { options: WatchOptions; stopped: boolean }[];
  let events: string[];
  let poll: () => Promise<void>;
  const start = (mode: 'stream' | 'polling', ownInterval = interval): ResourceTypeWatch => {
    watches = [];
    events = [];
    const client = {
      connectionState: {
        kind: 'connected',
        since: new Date(),
        mode,
        queued: 0,
        requestsPerMinute: 0,
      } as const,
      watch(options: WatchOptions) {
        const watch = { options, stopped: false };
        watches.push(watch);
        return {
          pollNow: () => poll(),
          stop() {
            watch.stopped = true;
          },
        };
      },
    };
    return new ResourceTypeWatch(client, 'button', ownInterval, {
      onChange: ({ kind }) => events.push(kind),
      onResourcesLoaded: () => events.push('loaded'),
      onError: ({ code }) => events.push(code),
    });
  };
  const describeWatches = (): string[] =>
    watches.map(({ options, stopped }) => `${options.interval}${stopped ? ' stopped' : ''}`);
  const emit = (kind: 'added' | 'changed' | 'deleted'): void =>
    watches.at(-1)?.options.onChange?.({
      kind,
      resource: { id: 'x', type: 'button' },
      changed: [],
      own: false,
      cause: 'poll',
      reports: [],
    });
  beforeEach(() => {
    poll = () => Promise.resolve();
  });

  it('is polled once a minute while nothing of it is selected, and at the interval of the node again after that', () => {
    const watch = start('polling');
    watch.setActive(true);
    assert.deepEqual(describeWatches(), ['1000']);
    watch.setActive(false);
    watch.setActive(false);
    assert.deepEqual(describeWatches(), ['1000 stopped', '60000']);
    watch.setActive(true);
    assert.deepEqual(describeWatches(), ['1000 stopped', '60000 stopped', '1000']);
    watch.stop();
    assert.ok(watches.every(({ stopped }) => stopped));
  });

  it('is never polled more often than the node wants', () => {
    const watch = start('polling', 90_000);
    watch.setActive(false);
    assert.deepEqual(describeWatches(), ['90000 stopped', '90000']);
  });

  it('is loaded once it is read, or at once where the event stream has kept it current', async () => {
    const answer = createDeferred();
    poll = () => answer.promise;
    const polled = start('polling');
    await setImmediate();
    assert.equal(polled.isLoaded, false);
    answer.resolve();
    await setImmediate();
    assert.equal(polled.isLoaded, true);
    const streamed = start('stream');
    await setImmediate();
    assert.equal(streamed.isLoaded, true);
    assert.deepEqual(events, ['loaded']);
  });

  it('is looked at once when many are added or deleted, not when one changes, and not after the end', async () => {
    const watch = start('stream');
    await setImmediate();
    for (let count = 0; count < 100; count += 1) emit(count % 2 === 0 ? 'added' : 'deleted');
    await setImmediate();
    assert.equal(events.filter((event) => event === 'loaded').length, 2);
    emit('changed');
    await setImmediate();
    assert.equal(events.filter((event) => event === 'loaded').length, 2);
    emit('added');
    await setImmediate();
    assert.equal(events.filter((event) => event === 'loaded').length, 3, 'one that is added later');
    emit('added');
    watch.stop();
    await setImmediate();
    assert.equal(events.filter((event) => event === 'loaded').length, 3);
  });

  it('is loaded, without resources, where the bridge has no such type; other errors are reported', () => {
    poll = () => createDeferred().promise;
    const watch = start('polling');
    const [{ options } = { options: undefined }] = watches;
    options?.onError?.(new BridgeError('ERR_BRIDGE_UNREACHABLE', 'Away.'));
    assert.equal(watch.isLoaded, false);
    options?.onError?.(new BridgeError('ERR_BRIDGE_NOT_FOUND', 'No such type.'));
    assert.equal(watch.isLoaded, true);
    assert.deepEqual(events, ['ERR_BRIDGE_UNREACHABLE', 'loaded']);
  });
});
