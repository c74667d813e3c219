import assert from 'node:assert/strict';
import { Answers } from '../../src/runtime/answer';

describe('The answer to a message', () => {
  const told: unknown[] = [];
  const answers = new Answers({ error: (error: unknown) => told.push(['reported', error]) });
  const done = (error?: Error): void => void told.push(['done', error?.message]);
  beforeEach(() => {
    told.length = 0;
  });

  it('is given once: the first word counts', () => {
    const answer = answers.take(done);
    answer.succeed(() => told.push('sent'));
    answer.succeed(() => told.push('sent again'));
    answer.fail(new Error('too late'));
    assert.deepEqual(told, ['sent', ['done', undefined]]);
  });

  it('is an error for all messages that are left when the node stops', () => {
    const first = answers.take(done);
    answers.take(done);
    first.succeed();
    assert.equal(answers.waiting, 1);
    answers.failAll(() => new Error('stopped'));
    assert.deepEqual(told, [
      ['done', undefined],
      ['done', 'stopped'],
    ]);
    assert.equal(answers.waiting, 0);
  });

  it('is an error when what came of it cannot be sent on', () => {
    const frozen = Object.freeze({ payload: true });
    answers.take(done).succeed(() => void Object.assign(frozen, { payload: 1 }));
    assert.match(JSON.stringify(told), /^\[\["done",".*read only/);
  });

  it('is told without the message when Node-RED cannot hand it to the flow', () => {
    const answer = answers.take(() => {
      throw new Error('cannot be copied');
    });
    const error = new Error('what happened');
    answer.fail(error);
    assert.deepEqual(told, [['reported', error]]);
  });
});
