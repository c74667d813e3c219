import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge';
import type { ChangeIterable, ResourceChangeEvent, WatchOptions } from '../../src/bridge';
import { collectGarbage } from '../support/collect-garbage';
import { iterateChanges } from '../../src/bridge/watch';

const { maxBufferedChanges } = defaultLimits;

const createChange = (name: string): ResourceChangeEvent => ({
  kind: 'changed',
  resource: { id: name, type: 'room' },
  changed: ['metadata.name'],
  reports: [],
  cause: 'stream',
  own: false,
});

describe('Iteration over changes', () => {
  let closing: AbortController;
  let watched: WatchOptions<'room'>[];
  let stopped: number;
  beforeEach(() => {
    closing = new AbortController();
    watched = [];
    stopped = 0;
  });

  const start = (signal?: AbortSignal): ChangeIterable<'room'> =>
    iterateChanges(
      'room',
      signal === undefined ? {} : { signal },
      (options: WatchOptions<'room'>) => {
        watched.push(options);
        return { pollNow: () => Promise.resolve(), stop: () => void (stopped += 1) };
      },
      closing.signal,
      maxBufferedChanges,
    );
  const report = (...names: readonly string[]): void => {
    for (const name of names) watched[0]?.onChange?.(createChange(name));
  };
  const collect = async (changes: ChangeIterable<'room'>): Promise<string[]> => {
    const names: string[] = [];
    for await (const { resource } of changes) names.push(resource.id);
    return names;
  };

  it('watches from the call on, and delivers in their order what came before and after the first step', async () => {
    const changes = start();
    report('one', 'two');
    const collected = collect(changes);
    await Promise.resolve();
    report('three');
    closing.abort();
    assert.deepEqual(await collected, ['one', 'two', 'three']);
    assert.equal(stopped, 1);
  });

  it('hands each change to one of several steps that wait', async () => {
    const changes = start();
    const steps = [changes.next(), changes.next()];
    report('one', 'two');
    const names = (await Promise.all(steps)).map(({ value }) => value?.resource.id);
    assert.deepEqual(names, ['one', 'two']);
  });

  it('ends a waiting loop with its signal, and stops its watch', async () => {
    const abort = new AbortController();
    const collected = collect(start(abort.signal));
    abort.abort();
    assert.deepEqual(await collected, []);
    assert.equal(stopped, 1);
  });

  it('delivers nothing with a signal that was aborted before', async () => {
    assert.deepEqual(await collect(start(AbortSignal.abort())), []);
    assert.equal(stopped, 1);
  });

  it('stops its watch with break, and ends', async () => {
    const changes = start();
    report('one', 'two');
    for await (const { resource } of changes) {
      assert.equal(resource.id, 'one');
      break;
    }
    assert.equal(stopped, 1);
    assert.deepEqual(await changes.next(), { done: true, value: undefined });
  });

  it('leaves nothing with a signal that outlives it', async () => {
    const { signal } = new AbortController();
    const iterations: WeakRef<ChangeIterable<'room'>>[] = [];
    const iterate = async (): Promise<void> => {
      for (let round = 0; round < 50; round += 1) {
        const changes = start(signal);
        iterations.push(new WeakRef(changes));
        await changes.return?.();
      }
    };
    await iterate();
    assert.equal(stopped, 50);
    watched = [];
    await collectGarbage();
    const kept = iterations.filter((changes) => changes.deref() !== undefined).length;
    assert.ok(kept <= 1, `${kept} of ${iterations.length} are kept`);
  });

  it('maxBufferedChanges: a slow program gets what waited, then an error, and nothing is dropped unsaid', async () => {
    const changes = start();
    for (let count = 0; count < maxBufferedChanges; count += 1) report(`${count}`);
    assert.equal(stopped, 0);
    report('one too many');
    assert.equal(stopped, 1);
    for (let count = 0; count < maxBufferedChanges; count += 1) {
      assert.equal((await changes.next()).value?.resource.id, `${count}`);
    }
    await assert.rejects(changes.next(), {
      code: 'ERR_BRIDGE_QUEUE_FULL',
      message: new RegExp(`${maxBufferedChanges} wait`),
    });
    assert.deepEqual(await changes.next(), { done: true, value: undefined });
  });
});
