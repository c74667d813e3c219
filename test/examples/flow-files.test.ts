import assert from 'node:assert/strict';
import { readExampleFlow, listExampleNames } from '../../scripts/example-flows';
import type { FlowNode } from '../../scripts/user-directory';

const grid = 20;
const shared = new Set(['bridge-config', 'mqtt-broker']);

const isPlaced = (node: FlowNode): node is FlowNode & { x: number; y: number; z: string } =>
  typeof node['x'] === 'number' && typeof node['y'] === 'number' && typeof node['z'] === 'string';

const listTargets = (node: FlowNode): string[] =>
  Array.isArray(node['wires']) ? node['wires'].flat().map(String) : [];

describe('The examples', () => {
  it('have ids of their own, but for what they share', () => {
    const seen = new Map<string, string>();
    for (const name of listExampleNames()) {
      for (const node of readExampleFlow(name)) {
        if (shared.has(node.type)) continue;
        assert.equal(seen.get(node.id), undefined, `${node.id} of ${name} is taken`);
        seen.set(node.id, name);
      }
    }
  });

  it('share the bridge, the same in each and without an address or a key', () => {
    const bridges = listExampleNames().map((name) =>
      readExampleFlow(name).filter(({ type }) => type === 'bridge-config'),
    );
    for (const found of bridges) assert.deepEqual(found, bridges[0]);
    const [bridge, ...others] = bridges[0] ?? [];
    assert.equal(others.length, 0);
    assert.equal(bridge?.['host'], '');
    assert.equal(bridge?.['credentials'], undefined);
  });

  for (const name of listExampleNames()) {
    describe(name, () => {
      const flow = readExampleFlow(name);
      const placed = flow.filter(isPlaced);
      const byId = new Map(placed.map((node) => [node.id, node]));

      it('says in its tab and on the canvas what it does', () => {
        const tab = flow.find(({ type }) => type === 'tab');
        assert.ok(String(tab?.['info']).length > 200);
        const comment = flow.find(({ type }) => type === 'comment');
        assert.ok(String(comment?.['name']).length > 10);
      });

      it('has every node on its one tab and, but for the comment, in a group', () => {
        const tab = flow.find(({ type }) => type === 'tab');
        const groups = new Set(flow.filter(({ type }) => type === 'group').map(({ id }) => id));
        for (const node of placed) {
          assert.equal(node.z, tab?.id, node.id);
          if (node.type === 'group' || node.type === 'comment') continue;
          assert.ok(groups.has(String(node['g'])), node.id);
        }
      });

      it('stands on the grid', () => {
        for (const { id, type, y } of placed) {
          if (type !== 'group') assert.equal(y % grid, 0, id);
        }
      });

      it('is wired from left to right, to nodes that exist', () => {
        for (const node of placed) {
          for (const target of listTargets(node)) {
            const next = byId.get(target);
            assert.ok(next, `${node.id} is wired to ${target}`);
            assert.ok(next.x > node.x, `${node.id} is wired backwards to ${target}`);
          }
        }
      });
    });
  }
});
