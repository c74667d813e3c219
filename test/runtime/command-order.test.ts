import assert from 'node:assert/strict';
import { CommandOrder } from '../../src/runtime/command-order';
import type { OrderedCommand } from '../../src/runtime/command-order';

/** A promise that a test settles. */
interface Held {
  promise: Promise<string>;
  resolve(value: string): void;
  reject(error: Error): void;
}

function hold(): Held {
  let settle: Pick<Held, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  assert.ok(settle);
  return { promise, ...settle };
}

const never = new AbortController().signal;

describe('The order of commands for one resource', () => {
  let order: CommandOrder;
  let issued: string[];
  let now: number;
  beforeEach(() => {
    issued = [];
    now = 0;
    order = new CommandOrder({ waitingCommands: 3, commandAge: 1_000 }, () => now);
  });

  const plain = (
    name: string,
    more: Partial<OrderedCommand<string>> = {},
  ): OrderedCommand<string> => ({
    rid: 'lamp',
    state: undefined,
    signal: never,
    issue: async () => {
      issued.push(name);
      return name;
    },
    ...more,
  });

  it('lets plain commands go before `send` returns', () => {
    void order.send(plain('first'));
    void order.send(plain('second'));
    assert.deepEqual(issued, ['first', 'second']);
  });

  it('holds what follows a turn until that has ended, and nothing of another resource', async () => {
    const turn = hold();
    const ended = order.inTurn('lamp', never, () => turn.promise);
    const [second, third] = [order.send(plain('second')), order.send(plain('third'))];
    const elsewhere = order.send(plain('elsewhere', { rid: 'other' }));
    assert.deepEqual(issued, ['elsewhere']);
    turn.resolve('first');
    assert.deepEqual(await Promise.all([ended, second, third, elsewhere]), [
      'first',
      'second',
      'third',
      'elsewhere',
    ]);
    assert.deepEqual(issued, ['elsewhere', 'second', 'third']);
    void order.send(plain('at once again'));
    assert.equal(issued.at(-1), 'at once again');
  });

  it('waits for the issue of a plain command that had to wait, not for its answer', async () => {
    const [turn, answer] = [hold(), hold()];
    void order.inTurn('lamp', never, () => turn.promise);
    const slow = order.send(plain('slow', { issue: () => answer.promise }));
    const next = order.send(plain('next'));
    turn.resolve('');
    assert.equal(await next, 'next');
    answer.resolve('slow');
    assert.equal(await slow, 'slow');
  });

  it('goes on after a turn that fails, whose error only its own message gets', async () => {
    const turn = hold();
    const failing = order.inTurn('lamp', never, () => turn.promise);
    const next = order.send(plain('next'));
    turn.reject(new Error('no bridge'));
    await assert.rejects(failing, /no bridge/);
    assert.equal(await next, 'next');
  });

  it('knows what the commands under way bring, and when they are answered', async () => {
    const [first, second] = [hold(), hold()];
    void order.send(plain('', { state: true, issue: () => first.promise }));
    void order.send(plain('', { issue: () => second.promise }));
    assert.equal(order.stateUnderWay('lamp'), true);
    const answered = order.answered('lamp');
    first.resolve('');
    second.reject(new Error('refused'));
    await assert.rejects(second.promise);
    await answered;
    assert.equal(order.stateUnderWay('lamp'), undefined);
  });

  it('takes no more than may wait', async () => {
    const turn = hold();
    void order.inTurn('lamp', never, () => turn.promise);
    const waiting = ['a', 'b', 'c'].map((name) => order.send(plain(name)));
    await assert.rejects(order.send(plain('d')), { code: 'ERR_BRIDGE_QUEUE_FULL' });
    turn.resolve('');
    assert.deepEqual(await Promise.all(waiting), ['a', 'b', 'c']);
  });

  it('sends nothing that waited too long, or that nobody waits for any more', async () => {
    const turn = hold();
    const closing = new AbortController();
    void order.inTurn('lamp', never, () => turn.promise);
    const old = order.send(plain('old'));
    const left = order.send(plain('left', { signal: closing.signal }));
    now = 1_001;
    closing.abort(new Error('closed'));
    turn.resolve('');
    await Promise.all([
      assert.rejects(old, { code: 'ERR_BRIDGE_EXPIRED' }),
      assert.rejects(left, /closed/),
    ]);
    assert.deepEqual(issued, []);
  });
});
