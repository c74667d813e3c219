import assert from 'node:assert/strict';
import { once } from 'node:events';
import { throttleWarnings } from '../../../src/bridge/connection';
import { FakeClock } from '../support/fake-clock';

const warningRepeatInterval = 1_000;

describe('Warnings', () => {
  let clock: FakeClock;
  let reported: string[];
  let warn: (warning: string) => void;
  beforeEach(() => {
    clock = new FakeClock();
    reported = [];
    warn = throttleWarnings((text) => reported.push(text), { warningRepeatInterval }, clock);
  });

  it('of the same text are repeated once the interval is over, counted from the last report', async () => {
    warn('one');
    await clock.advance(999);
    warn('one');
    assert.deepEqual(reported, ['one']);
    await clock.advance(1);
    warn('one');
    await clock.advance(999);
    warn('one');
    assert.deepEqual(reported, ['one', 'one']);
  });

  it('of other texts are reported in between', () => {
    for (const text of ['one', 'two', 'one', 'two', 'three']) warn(text);
    assert.deepEqual(reported, ['one', 'two', 'three']);
  });

  it('are remembered up to a hundred, the latest of them', async () => {
    warn('first');
    warn('second');
    await clock.advance(warningRepeatInterval);
    warn('first');
    for (let number = 0; number < 98; number += 1) warn(`number ${number}`);
    warn('one more');
    reported.length = 0;
    // "second" was the oldest, and is forgotten; "first" was reported again, and is not.
    warn('first');
    assert.deepEqual(reported, []);
    for (let number = 98; number < 10_000; number += 1) warn(`number ${number}`);
    reported.length = 0;
    warn('first');
    warn('number 9999');
    assert.deepEqual(reported, ['first']);
  });

  it('are harmless texts of at most 1,000 characters', () => {
    warn(`a\u0000b\u202e${'x'.repeat(5_000)}`);
    assert.equal(reported[0]?.length, 1_000);
    assert.match(reported[0] ?? '', /^a b x+…$/);
  });

  it('go to the process where reporting them fails', async () => {
    const failing = throttleWarnings(
      () => {
        throw new Error('no log');
      },
      { warningRepeatInterval },
      clock,
    );
    const processWarning = once(process, 'warning');
    failing('one');
    assert.match(String(await processWarning), /no log/);
  });
});
