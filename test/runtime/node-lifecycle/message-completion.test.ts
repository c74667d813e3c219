import assert from 'node:assert/strict';
import { BridgeError, getErrorCode } from '../../../src/bridge/errors/bridge-error';
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
    completions.failAll(() => new BridgeError('ERR_BRIDGE_CLOSED', 'stopped'));
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
    assert.match(JSON.stringify(calls), /^\[\["reported",.*ERR_BRIDGE_UNEXPECTED_ERROR/);
    assert.match(String(calls), /what happened/);
  });

  it('has a code, whatever was thrown', () => {
    const errors: (Error | undefined)[] = [];
    const own = new BridgeError('ERR_BRIDGE_BUSY', 'wait');
    for (const thrown of [own, new TypeError('x is not a function')]) {
      completions.add((error) => void errors.push(error)).fail(thrown);
    }
    assert.equal(errors[0], own);
    assert.equal(getErrorCode(errors[1]), 'ERR_BRIDGE_UNEXPECTED_ERROR');
    assert.match(String(errors[1]), /the bridge may have done it: x is not a function/);
  });
});
