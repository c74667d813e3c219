import assert from 'node:assert/strict';
import { debugLogs } from '../../../src/bridge/debug-logs';
import { withEventLogging } from '../../../src/bridge/event-stream';

describe('The line that is logged of an event', () => {
  const { events: write } = debugLogs;
  let lines: string[];
  beforeEach(() => {
    lines = [];
    debugLogs.events = (line) => void lines.push(line);
  });
  afterEach(() => (debugLogs.events = write));

  it('names up to ten types, says when more follow, and passes the event on', () => {
    const passed: unknown[] = [];
    const log = withEventLogging((event, cause) => passed.push([event, cause]));
    const lights = (count: number): object[] =>
      Array.from({ length: count }, () => ({ id: 'one', type: 'light' }));
    const events = [lights(10), lights(11), [{ id: 'one' }, null, { type: 7 }]].map((data) => ({
      id: undefined,
      type: 'update',
      data,
    }));
    for (const event of events) log(event, 'stream');
    log({ id: 'two', type: 'delete', data: lights(1) }, 'gap');
    const ten = Array(10).fill('light').join(', ');
    assert.deepEqual(lines, [
      `update: 10 (${ten})`,
      `update: 11 (${ten}, …)`,
      'update: 3 (without type, without type, without type)',
      'delete: 1 (light), may be old',
    ]);
    assert.deepEqual(
      passed.slice(0, 3),
      events.map((event) => [event, 'stream']),
    );
    assert.equal(passed.length, 4);
  });
});
