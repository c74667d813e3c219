import assert from 'node:assert/strict';
import { readExampleFlow, listExampleNames } from '../../scripts/node-red/example-flows';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import { findSettingProblems, listSettings } from '../support/node-red/node-settings';

const isOurs = ({ type }: FlowNode): boolean => type.startsWith('bridge-');

describe('The nodes of the examples', () => {
  for (const name of listExampleNames()) {
    it(`have all settings of their type, and no other: ${name}`, () => {
      const problems = readExampleFlow(name)
        .filter(isOurs)
        .flatMap((node) => findSettingProblems(`${name}.json`, node, listSettings(node.type)));
      assert.deepEqual(problems, []);
    });
  }

  it('come disabled where they would switch a room by the clock or the sun, so that an import does not', () => {
    const bySchedule = listExampleNames()
      .flatMap(readExampleFlow)
      .filter(
        ({ type, emit, crontab, repeat }) =>
          (type === 'inject' && `${String(crontab)}${String(repeat)}` !== '') ||
          (type === 'bridge-status' && emit === 'sun'),
      );
    assert.ok(bySchedule.length >= 5);
    assert.deepEqual(
      bySchedule.filter(({ d }) => d !== true).map(({ id }) => id),
      [],
    );
  });

  it('are reported by file, node and setting where they differ', () => {
    const node = { id: 'one', type: 'bridge-poll', x: 1, name: '', odd: 1 };
    assert.deepEqual(findSettingProblems('poll.json', node, ['name', 'rtype']), [
      'poll.json: bridge-poll "one" has an unknown setting odd',
      'poll.json: bridge-poll "one" lacks the setting rtype',
    ]);
  });
});
