import assert from 'node:assert/strict';
import { problemOfBody, serviceBody } from '../../src/vocabulary';
import { sentenceOf, valueOf } from './home';

describe('A body of the service', () => {
  it('is taken as it is', () => {
    const { body, warnings } = valueOf(serviceBody('light', 'update', { on: { on: true } }));
    assert.deepEqual(body.members, { on: { on: true } });
    assert.deepEqual(warnings, []);
  });

  it('keeps members that the table does not know only when asked to', () => {
    const payload = { on: { on: true }, aurora: { level: 3 } };
    assert.match(sentenceOf(serviceBody('light', 'update', payload)), /^payload\.aurora: expected/);
    const { body } = valueOf(serviceBody('light', 'update', payload, { allowUnknownFields: true }));
    assert.deepEqual(body.members, payload);
  });

  it('has its own path before that of what is wrong in it', () => {
    const problem = { expected: 'e', received: 1 };
    assert.equal(problemOfBody({ ...problem, path: '' }, 'payload').path, 'payload');
    assert.equal(problemOfBody({ ...problem, path: 'on.on' }, 'payload').path, 'payload.on.on');
    assert.equal(problemOfBody({ ...problem, path: '[1].rid' }, 'payload').path, 'payload[1].rid');
  });
});
