import assert from 'node:assert/strict';
import { parseSequence, createSequencePlan } from '../../src/programs/sequence';
import type { TimedUpdatePlan } from '../../src/programs/timed-run';
import { expectValue } from '../vocabulary/support/sample-resources';
import { context } from './support/sequence-context';

describe('A sequence with random lengths', () => {
  it('gives a step a random length between two times, the same ones after a restart', () => {
    const parsed = parseSequence(
      {
        play: [
          { on: true, for: ['20min', '50min'] },
          { on: false, for: '10min' },
        ],
        repeat: 30,
      },
      context,
    );
    const { content } = expectValue(parsed);
    assert.ok(content.kind === 'sequence');
    const minute = 60_000;
    const listLengths = (plan: TimedUpdatePlan): number[] => {
      const lengths: number[] = [];
      let elapsed = 0;
      while (elapsed < plan.duration) {
        const { until } = plan.at(elapsed, false);
        lengths.push(until - elapsed);
        elapsed = until;
      }
      return lengths;
    };
    const lengths = listLengths(createSequencePlan(content));
    assert.equal(lengths.length, 60);
    for (const [index, length] of lengths.entries())
      if (index % 2 === 1) assert.equal(length, 10 * minute);
      else assert.ok(length >= 20 * minute && length <= 50 * minute, String(length));
    assert.ok(new Set(lengths).size > 20);
    const stored: unknown = JSON.parse(JSON.stringify(content));
    assert.deepEqual(stored, content);
    assert.deepEqual(listLengths(createSequencePlan(content)), lengths);
    const plan = createSequencePlan(content);
    const late = plan.at(plan.duration - 1, false);
    assert.deepEqual(plan.at(0, false).until, lengths[0]);
    assert.deepEqual(plan.at(plan.duration - 1, false), late);
  });

  it('refuses a random length that is no two times in order', () => {
    for (const time of [['50min', '20min'], ['20min'], ['20min', 'x'], [10, 20]])
      assert.equal(
        parseSequence({ play: [{ on: true, for: time }] }, context).ok,
        false,
        String(time),
      );
  });
});
