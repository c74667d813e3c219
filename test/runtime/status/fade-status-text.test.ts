import assert from 'node:assert/strict';
import { fadeStatusText, getNextStatusUpdate } from '../../../src/runtime/resource-status';

const minute = 60_000;
const course = { from: 20, to: 80, startedAt: 0, duration: 5 * minute };

describe('The status during a fade', () => {
  it('shows the brightness, where it leads, and the time that is left', () => {
    for (const [now, text] of [
      [0, 'minutes 20 80 5'],
      [minute, 'minutes 32 80 4'],
      [4 * minute, 'seconds 68 80 60'],
      [6 * minute, 'seconds 80 80 0'],
    ] as const) {
      const { key, values = {} } = fadeStatusText(course, now);
      const shown = [key.replace('fading.', ''), values['from'], values['to'], values['left']];
      assert.equal(shown.join(' '), text);
    }
    const long = { ...course, to: 0, duration: 180 * minute };
    assert.deepEqual(fadeStatusText(long, 0), {
      key: 'fading.hours',
      values: { from: 20, to: 0, left: 3 },
    });
  });

  it('changes at most every two seconds, and once more at the end', () => {
    assert.equal(getNextStatusUpdate(course, 0), 5_000);
    assert.equal(getNextStatusUpdate({ ...course, duration: 10_000 }, 0), 2_000);
    assert.equal(getNextStatusUpdate({ ...course, duration: 24 * 60 * minute }, 0), minute);
    assert.equal(getNextStatusUpdate(course, 5 * minute - 500), 501);
  });
});
