import assert from 'node:assert/strict';
import { KeyedMutex } from '../../../src/runtime/session/keyed-mutex';
import type { ResourceCommand } from '../../../src/runtime/session/keyed-mutex';

/** A promise that a test settles. */
interface Deferred {
  promise: Promise<string>;
  resolve(value: string): void;
  reject(error: Error): void;
}

function createDeferred(): Deferred {
  let handlers: Pick<Deferred, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<string>((resolve, reject) => {
    handlers = { resolve, reject };
  });
  assert.ok(handlers);
  return { promise, ...handlers };
}

const never = new AbortController().signal;

describe('The order of commands for one resource', () => {
  let mutex: KeyedMutex;
  let issued: string[];
  let now: number;
  beforeEach(() => {
    issued = [];
    now = 0;
    mutex = new KeyedMutex({ maxQueuedCommands: 3, maxQueueTime: 1_000 }, () => now);
  });

  const createCommand = (
    name: string,
    overrides: Partial<ResourceCommand<string>> = {},
  ): ResourceCommand<string> => ({
    rid: 'lamp',
    resultingState: undefined,
    signal: never,
    issue: async () => {
      issued.push(name);
      return name;
    },
    ...overrides,
  });

  it('lets plain commands go before `send` returns', () => {
    void mutex.issueInOrder(createCommand('first'));
    void mutex.issueInOrder(createCommand('second'));
    assert.deepEqual(issued, ['first', 'second']);
  });

  it('holds what follows a turn until that has ended, and nothing of another resource', async () => {
    const exclusive = createDeferred();
    const ended = mutex.runExclusive('lamp', never, () => exclusive.promise);
    const [second, third] = [
      mutex.issueInOrder(createCommand('second')),
      mutex.issueInOrder(createCommand('third')),
    ];
    const otherResource = mutex.issueInOrder(createCommand('elsewhere', { rid: 'other' }));
    assert.deepEqual(issued, ['elsewhere']);
    exclusive.resolve('first');
    assert.deepEqual(await Promise.all([ended, second, third, otherResource]), [
      'first',
      'second',
      'third',
      'elsewhere',
    ]);
    assert.deepEqual(issued, ['elsewhere', 'second', 'third']);
    void mutex.issueInOrder(createCommand('at once again'));
    assert.equal(issued.at(-1), 'at once again');
  });

  it('waits for the issue of a plain command that had to wait, not for its answer', async () => {
    const [exclusive, response] = [createDeferred(), createDeferred()];
    void mutex.runExclusive('lamp', never, () => exclusive.promise);
    const slow = mutex.issueInOrder(createCommand('slow', { issue: () => response.promise }));
    const next = mutex.issueInOrder(createCommand('next'));
    exclusive.resolve('');
    assert.equal(await next, 'next');
    response.resolve('slow');
    assert.equal(await slow, 'slow');
  });

  it('goes on after a turn that fails, whose error only its own message gets', async () => {
    const exclusive = createDeferred();
    const failing = mutex.runExclusive('lamp', never, () => exclusive.promise);
    const next = mutex.issueInOrder(createCommand('next'));
    exclusive.reject(new Error('no bridge'));
    await assert.rejects(failing, /no bridge/);
    assert.equal(await next, 'next');
  });

  it('knows what the commands under way bring, and when they are answered', async () => {
    const [first, second] = [createDeferred(), createDeferred()];
    void mutex.issueInOrder(
      createCommand('', { resultingState: true, issue: () => first.promise }),
    );
    void mutex.issueInOrder(createCommand('', { issue: () => second.promise }));
    assert.equal(mutex.pendingState('lamp'), true);
    const answered = mutex.waitForPending('lamp');
    first.resolve('');
    second.reject(new Error('refused'));
    await assert.rejects(second.promise);
    await answered;
    assert.equal(mutex.pendingState('lamp'), undefined);
  });

  it('takes no more than may wait', async () => {
    const exclusive = createDeferred();
    void mutex.runExclusive('lamp', never, () => exclusive.promise);
    const waiting = ['a', 'b', 'c'].map((name) => mutex.issueInOrder(createCommand(name)));
    await assert.rejects(mutex.issueInOrder(createCommand('d')), { code: 'ERR_BRIDGE_QUEUE_FULL' });
    exclusive.resolve('');
    assert.deepEqual(await Promise.all(waiting), ['a', 'b', 'c']);
  });

  it('sends nothing that waited too long, or that nobody waits for any more', async () => {
    const exclusive = createDeferred();
    const closing = new AbortController();
    void mutex.runExclusive('lamp', never, () => exclusive.promise);
    const old = mutex.issueInOrder(createCommand('old'));
    const abandoned = mutex.issueInOrder(createCommand('left', { signal: closing.signal }));
    now = 1_001;
    closing.abort(new Error('closed'));
    exclusive.resolve('');
    await Promise.all([
      assert.rejects(old, { code: 'ERR_BRIDGE_EXPIRED' }),
      assert.rejects(abandoned, /closed/),
    ]);
    assert.deepEqual(issued, []);
  });
});
