import assert from 'node:assert/strict';
import { readExampleFlow, listExampleNames } from '../../scripts/node-red/example-flows';
import { getNestedMember } from '../../src/resources/members';
import { startSimulator } from '../../src/simulator';
import { roomFixtures } from '../../src/simulator/fixtures/home';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import { findSettingProblems, listSettings } from '../support/node-red/node-settings';

const grid = 20;

const shared = new Set(['bridge-config', 'mqtt-broker']);

/** What people build first, by the group of the example that shows it: from how many of our nodes, at most. */
const wantedFlows: Readonly<Record<string, { name: string; most: number }>> = {
  'motion-light-group-1': { name: 'a light that goes off a while after the last motion', most: 2 },
  'motion-light-group-2': { name: 'a light at motion, only in the dark', most: 2 },
  'button-group-2': { name: 'a button that toggles and, while it is held, dims', most: 2 },
  'dashboard-group-1': { name: 'a slider that follows the lamp', most: 1 },
  'homekit-group-1': { name: 'a lamp in HomeKit, both ways', most: 1 },
  'status-group-5': { name: 'a sentence about a weak battery', most: 1 },
  'scene-group-1': { name: 'scenes in turn', most: 1 },
  'daylight-group-1': { name: 'a hall that follows the day', most: 1 },
  'everyday-group-1': { name: 'everything off when nobody is at home', most: 2 },
  'everyday-group-2': { name: 'a sentence about an open window', most: 1 },
  'everyday-group-3': { name: 'three lamps that are no room', most: 1 },
  'everyday-group-4': { name: 'one lamp like another', most: 2 },
  'everyday-group-5': { name: 'lamps that blink at the doorbell and return', most: 2 },
  'everyday-group-6': { name: 'a light that wakes', most: 1 },
  'everyday-group-7': { name: 'evening light for lamps that are off at the switch', most: 1 },
};

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

  it('need no function node', () => {
    const programmed = listExampleNames().filter((name) =>
      readExampleFlow(name).some(({ type }) => type === 'function'),
    );
    assert.deepEqual(programmed, []);
  });

  for (const [group, { name, most }] of Object.entries(wantedFlows)) {
    it(`build ${name} from ${most} of our nodes`, () => {
      const nodes = listExampleNames().flatMap((example) => readExampleFlow(example));
      const ours = nodes.filter(({ g, type }) => g === group && type.startsWith('bridge-'));
      assert.ok(ours.length > 0 && ours.length <= most, ours.map(({ type }) => type).join(', '));
    });
  }

  it('name no lamp or room that the simulated home lacks, since its node would report it at the start', async () => {
    const simulator = await startSimulator();
    const names = new Set([
      '',
      'Home',
      ...simulator.home
        .all()
        .map((resource) => getNestedMember(resource, 'metadata', 'name'))
        .filter((name) => typeof name === 'string'),
    ]);
    await simulator.stop();
    const unknown = listExampleNames()
      .flatMap(readExampleFlow)
      .filter(({ type, target, targetType }) => {
        const isNamed = ['bridge-light', 'bridge-room'].includes(type) && targetType === 'str';
        return (
          isNamed &&
          String(target)
            .split('/')
            .some((name) => !names.has(name))
        );
      })
      .map(({ id, target }) => `${id}: ${String(target)}`);
    assert.deepEqual(unknown, []);
  });

  it('set no lamp of the everyday from two groups, but for the whole home', () => {
    const groups = new Map<string, string>();
    for (const { type, g, target } of readExampleFlow('everyday')) {
      if (type !== 'bridge-light' || target === 'Home') continue;
      const names = roomFixtures.flatMap(({ name, lamps }) =>
        lamps.filter((lamp) => name === target || String(target).includes(lamp.name)),
      );
      assert.ok(names.length > 0, `no lamp is named ${String(target)}`);
      for (const { name } of names) {
        assert.equal(groups.get(name) ?? g, g, name);
        groups.set(name, String(g));
      }
    }
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
