import assert from 'node:assert/strict';
import { PendingMessages } from '../../../src/runtime/node-lifecycle/message-completion';

describe('The answer to a message', () => {
  const calls: unknown[] = [];
  const completions = new PendingMessages({
    error: (error: unknown) => calls.push(['reported', error]),
  });
  const done = (error?: Error): void => void calls.push(['done', error?.message]);
  beforeEach(() => {
    calls.length = 0;
  });

  it('is given once: the first word counts', () => {
    const completion = completions.add(done);
    completion.succeed(() => calls.push('sent'));
    completion.succeed(() => calls.push('sent again'));
    completion.fail(new Error('too late'));
    assert.deepEqual(calls, ['sent', ['done', undefined]]);
  });

  it('is an error for all messages that are left when the node stops', () => {
    const first = completions.add(done);
    completions.add(done);
    first.succeed();
    assert.equal(completions.count, 1);
    completions.failAll(() => new Error('stopped'));
    assert.deepEqual(calls, [
      ['done', undefined],
      ['done', 'stopped'],
    ]);
    assert.equal(completions.count, 0);
  });

  it('is an error when what came of it cannot be sent on', () => {
    const frozen = Object.freeze({ payload: true });
    completions.add(done).succeed(() => void Object.assign(frozen, { payload: 1 }));
    assert.match(JSON.stringify(calls), /^\[\["done",".*read only/);
  });

  it('is told without the message when Node-RED cannot hand it to the flow', () => {
    const completion = completions.add(() => {
      throw new Error('cannot be copied');
    });
    const error = new Error('what happened');
    completion.fail(error);
    assert.deepEqual(calls, [['reported', error]]);
  });
});
