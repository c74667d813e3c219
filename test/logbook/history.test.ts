import assert from 'node:assert/strict';
import { createHistory, listValues } from '../../src/logbook/history';
import type { TimedValue } from '../../src/logbook/history';
import { createRecord } from './support/create-record';

const at = (time: number, value: number | null): TimedValue => ({ time, value });

describe('A history', () => {
  it('has the mean by time, the least and the most of each step', () => {
    const values = [at(0, 20), at(5, 30), at(12, 10)];
    assert.deepEqual(createHistory(values, { since: 0, until: 20, every: 10 }).slice(0, 2), [
      { x: 0, y: 25, least: 20, most: 30 },
      { x: 10, y: 14, least: 10, most: 30 },
    ]);
  });

  it('holds a value until the next change, also one from before its span', () => {
    const points = createHistory([at(-1_000, 7), at(35, 9)], { since: 0, until: 49, every: 10 });
    assert.deepEqual(
      points.map(({ y }) => y),
      [7, 7, 7, 8, 9],
    );
  });

  it('begins with the first value, and has no points without one', () => {
    const steps = { since: 0, until: 49, every: 10 };
    assert.deepEqual(
      createHistory([at(31, 4)], steps).map(({ x }) => x),
      [30, 40],
    );
    assert.deepEqual(createHistory([], steps), []);
  });

  it('has a gap while there is no value', () => {
    const points = createHistory([at(0, 1), at(10, null), at(30, 2)], {
      since: 0,
      until: 39,
      every: 10,
    });
    assert.deepEqual(
      points.map(({ y, least, most }) => [y, least, most]),
      [
        [1, 1, 1],
        [null, null, null],
        [null, null, null],
        [2, 2, 2],
      ],
    );
  });

  it('takes the changes back from the present state, those of one time together', () => {
    const records = [
      createRecord(30, { member: 'b', from: 2, to: 5 }),
      createRecord(20, { member: 'a', from: 0, to: 1 }),
      createRecord(20, { member: 'b', from: 1, to: 2 }),
    ];
    const values = listValues<Record<string, number>>(
      { a: 1, b: 5 },
      records,
      ({ a = 0, b = 0 }) => a * 10 + b,
      (state, { member, from }) => ({ ...state, [member]: Number(from) }),
    );
    assert.deepEqual(values, [at(20, 12), at(30, 15)]);
  });
});
