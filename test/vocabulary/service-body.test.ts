import assert from 'node:assert/strict';
import { toCommandProblem, parseServiceBody } from '../../src/vocabulary/service-body';
import { expectProblem, expectSentence, expectValue } from './support/sample-resources';

describe('A body of the service', () => {
  it('is taken as it is', () => {
    const { body, warnings } = expectValue(
      parseServiceBody('light', 'update', { on: { on: true } }),
    );
    assert.deepEqual(body.members, { on: { on: true } });
    assert.deepEqual(warnings, []);
  });

  it('keeps members that the table does not know only when asked to', () => {
    const payload = { on: { on: true }, aurora: { level: 3 } };
    assert.match(
      expectSentence(parseServiceBody('light', 'update', payload)),
      /^payload\.aurora: expected/,
    );
    const { body } = expectValue(
      parseServiceBody('light', 'update', payload, { allowUnknownFields: true }),
    );
    assert.deepEqual(body.members, payload);
  });

  it('is refused where it says nothing, has another shape, or is for what the service does not do', () => {
    assert.match(expectSentence(parseServiceBody('light', 'update', {})), /^payload: expected/);
    assert.match(
      expectSentence(parseServiceBody('light', 'update', () => 1)),
      /^payload: expected/,
    );
    assert.match(
      expectSentence(parseServiceBody('light', 'create', {})),
      /^operation: expected .*light/,
    );
    const at = { at: 'payload.body' };
    assert.match(
      expectSentence(parseServiceBody('light', 'update', { on: 1 }, at)),
      /^payload\.body\.on: expected/,
    );
    assert.deepEqual(expectValue(parseServiceBody('room', 'create', {})).body.members, {});
  });

  it('is perhaps a whole resource where it has id and type', () => {
    const isWhole = (payload: object): boolean =>
      expectProblem(parseServiceBody('light', 'update', payload)).likelyCause !== undefined;
    assert.equal(isWhole({ id: 'one', type: 'light', on: { on: true } }), true);
    assert.equal(isWhole({ id: 1, type: 'light' }), false);
    assert.equal(isWhole({ id: 'one', type: 1 }), false);
    assert.equal(isWhole({ id: 'one' }), false);
  });

  it('has its own path before that of what is wrong in it', () => {
    const problem = { expected: 'e', received: 1 };
    assert.equal(toCommandProblem({ ...problem, path: '' }, 'payload').path, 'payload');
    assert.equal(toCommandProblem({ ...problem, path: 'on.on' }, 'payload').path, 'payload.on.on');
    assert.equal(
      toCommandProblem({ ...problem, path: '[1].rid' }, 'payload').path,
      'payload[1].rid',
    );
  });
});
