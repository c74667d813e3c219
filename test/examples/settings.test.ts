import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { readExampleFlow, listExampleNames } from '../../scripts/node-red/example-flows';
import { packageFolder } from '../../scripts/node-red/user-directory';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import { isObject } from '../../src/resources';

/** Members that every node of a flow may have, beside its settings. */
const ofEveryNode: ReadonlySet<string> = new Set(
  'id type z g x y wires d l info icon inputLabels outputLabels'.split(' '),
);

/** Stands for everything in the browser that a registration mentions, and is whatever it is used as. */
const anything: object = new Proxy(() => undefined, {
  get: (_target, name): unknown => (name === Symbol.toPrimitive ? () => '' : anything),
  apply: () => anything,
});

/** Names of the settings in the `defaults` with which a built node registers. */
function settingsOf(type: string): readonly string[] {
  const page = readFileSync(join(packageFolder, 'dist', 'nodes', `${type}.html`), 'utf8');
  const script = /<script type="text\/javascript">([^]*)<\/script>/.exec(page)?.[1] ?? '';
  const registered = new Map<string, readonly string[]>();
  const registerType = (name: string, definition: unknown): void => {
    const defaults = isObject(definition) ? definition['defaults'] : undefined;
    registered.set(name, isObject(defaults) ? Object.keys(defaults) : []);
  };
  runInNewContext(script, { RED: { nodes: { registerType } }, lightingBridge: anything });
  const found = registered.get(type);
  assert.ok(found !== undefined && found.length > 0, `${type}.html registers no settings.`);
  return found;
}

/** What is wrong with the settings of a node, as sentences that name it. */
function settingProblems(file: string, node: FlowNode, settings: readonly string[]): string[] {
  const present = Object.keys(node).filter((name) => !ofEveryNode.has(name));
  const unknown = present.filter((name) => !settings.includes(name));
  const lacking = settings.filter((name) => !present.includes(name));
  return [
    ...unknown.map((name) => `${file}: ${node.type} "${node.id}" has an unknown setting ${name}`),
    ...lacking.map((name) => `${file}: ${node.type} "${node.id}" lacks the setting ${name}`),
  ];
}

const isOurs = ({ type }: FlowNode): boolean => type.startsWith('bridge-');

describe('The nodes of the examples', () => {
  const settings = new Map<string, readonly string[]>();
  const settingsOnce = (type: string): readonly string[] => {
    const found = settings.get(type) ?? settingsOf(type);
    settings.set(type, found);
    return found;
  };

  for (const name of listExampleNames()) {
    it(`have all settings of their type, and no other: ${name}`, () => {
      const problems = readExampleFlow(name)
        .filter(isOurs)
        .flatMap((node) => settingProblems(`${name}.json`, node, settingsOnce(node.type)));
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
    assert.deepEqual(settingProblems('poll.json', node, ['name', 'rtype']), [
      'poll.json: bridge-poll "one" has an unknown setting odd',
      'poll.json: bridge-poll "one" lacks the setting rtype',
    ]);
  });
});
