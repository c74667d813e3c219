import assert from 'node:assert/strict';
import { sanitizeText } from '../../../src/bridge/errors';

describe('Text from the network', () => {
  it('is kept up to its bound, and marked where it is cut', () => {
    assert.equal(sanitizeText('12345', 5), '12345');
    assert.equal(sanitizeText('123456', 5), '1234…');
    assert.equal(sanitizeText('x'.repeat(300)), 'x'.repeat(300));
    assert.equal(sanitizeText('x'.repeat(301)).length, 300);
  });

  it('loses its hidden characters before it is measured', () => {
    assert.equal(sanitizeText('\u0000\u0000\u000012345', 5), '12345');
    assert.equal(sanitizeText('a\u0007\u202eb'), 'a b');
  });
});
