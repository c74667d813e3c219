import assert from 'node:assert/strict';
import { parseRetryAfter } from '../../../src/bridge/http';

const now = Date.parse('2026-03-01T12:00:00Z');

describe('Retry-After', () => {
  it('is a number of seconds, whole or not', () => {
    assert.equal(parseRetryAfter('7', now), 7_000);
    assert.equal(parseRetryAfter(' 0 ', now), 0);
    assert.equal(parseRetryAfter('1.5', now), 1_500);
  });

  it('is a date, from which the wait is counted', () => {
    assert.equal(parseRetryAfter('Sun, 01 Mar 2026 12:00:30 GMT', now), 30_000);
  });

  it('is no wait at all where the date has passed', () => {
    assert.equal(parseRetryAfter('Sun, 01 Mar 2026 11:59:30 GMT', now), 0);
  });

  it('is not there where it is neither, or comes twice', () => {
    for (const header of [undefined, '', 'soon', '-', '12345678901234567890s', ['1', '2']]) {
      assert.equal(parseRetryAfter(header, now), undefined, String(header));
    }
  });
});
