import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { replaceIds } from '../../src/backup/replace-ids';
import { ownNodeTypes, takeOverFlows } from '../../src/backup/take-over';
import { getNestedMember, isObject } from '../../src/resources/members';
import { createFixtureId } from '../../src/simulator/fixtures/fixture';

const [lamp, plug, scene, gone] = ['lamp', 'plug', 'scene', 'gone'].map(createFixtureId);
const renew = (id = ''): string => createFixtureId(`new/${id}`);
const ids = new Map([lamp, plug, scene].map((id = '') => [id, renew(id)]));

const tab = { id: 't1', type: 'tab', label: 'Evening' };
const take = (...nodes: readonly object[]) =>
  takeOverFlows([tab, ...nodes], ids, new Set([...ids.keys(), gone ?? '']));

const nodeOf = ({ flows }: ReturnType<typeof take>, id: string): Record<string, unknown> => {
  const node = flows.find((one) => getNestedMember(one, 'id') === id);
  assert.ok(isObject(node));
  return node;
};

describe('Taking flows over to new ids', () => {
  it('knows every node of the palette as its own', () => {
    const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
    const nodes = getNestedMember(manifest, 'node-red', 'nodes');
    assert.ok(isObject(nodes));
    assert.deepEqual([...ownNodeTypes].toSorted(), Object.keys(nodes).toSorted());
  });

  it('changes picked things, also several in one setting and on several bridges', () => {
    const light = {
      id: 'n1',
      type: 'bridge-light',
      z: 't1',
      name: 'Reading',
      target: `${lamp},${plug}`,
      targetBridges: 'b1,b2',
      wires: [['n2']],
    };
    const taken = take(light);
    assert.deepEqual(nodeOf(taken, 'n1'), { ...light, target: `${renew(lamp)},${renew(plug)}` });
    assert.deepEqual(taken.changes[0], {
      id: 'n1',
      type: 'bridge-light',
      name: 'Reading',
      tab: 'Evening',
      setting: 'target',
      from: lamp,
      to: renew(lamp),
    });
    assert.equal(taken.changes.length, 2);
    assert.equal(light.target, `${lamp},${plug}`);
  });

  it('changes nodes within subflows, and the environment variables of subflows and their instances', () => {
    const taken = take(
      {
        id: 's1',
        type: 'subflow',
        name: 'Lamp',
        env: [{ name: 'lamp', type: 'str', value: lamp }],
      },
      { id: 'n1', type: 'bridge-scene', z: 's1', target: scene },
      { id: 'i1', type: 'subflow:s1', z: 't1', env: [{ name: 'lamp', type: 'str', value: plug }] },
    );
    assert.equal(nodeOf(taken, 'n1')['target'], renew(scene));
    assert.match(JSON.stringify(nodeOf(taken, 's1')), new RegExp(renew(lamp)));
    assert.match(JSON.stringify(nodeOf(taken, 'i1')), new RegExp(renew(plug)));
    assert.deepEqual(
      taken.changes.map(({ setting, tab: place }) => [setting, place]),
      [
        ['env[0].value', ''],
        ['target', 'Lamp'],
        ['env[0].value', 'Evening'],
      ],
    );
  });

  it('changes static messages that name an id, and leaves the rest of their text', () => {
    const taken = take(
      { id: 'n1', type: 'inject', payload: `{"rid":"${lamp}","on":true}`, payloadType: 'json' },
      { id: 'n2', type: 'change', rules: [{ t: 'set', p: 'topic', to: `light/${plug}` }] },
      { id: 'n3', type: 'template', template: `{{payload}} ${scene}` },
      { id: 'n4', type: 'function', func: `msg.payload = { rid: '${lamp}' };\nreturn msg;` },
    );
    assert.equal(nodeOf(taken, 'n1')['payload'], `{"rid":"${renew(lamp)}","on":true}`);
    assert.deepEqual(nodeOf(taken, 'n2')['rules'], [
      { t: 'set', p: 'topic', to: `light/${renew(plug)}` },
    ]);
    assert.equal(nodeOf(taken, 'n3')['template'], `{{payload}} ${renew(scene)}`);
    assert.equal(taken.changes.length, 4);
  });

  it('only lists nodes of other packages', () => {
    const foreign = { id: 'n1', type: 'ui-button', z: 't1', name: 'Lamp', payload: lamp };
    const taken = take(foreign);
    assert.equal(nodeOf(taken, 'n1'), foreign);
    assert.deepEqual(taken.changes, []);
    assert.deepEqual(taken.foreign, [
      { id: 'n1', type: 'ui-button', name: 'Lamp', tab: 'Evening', ids: [lamp] },
    ]);
  });

  it('says which nodes name what is not on the bridge any more', () => {
    const taken = take({ id: 'n1', type: 'bridge-light', z: 't1', target: `${lamp},${gone}` });
    assert.equal(nodeOf(taken, 'n1')['target'], `${renew(lamp)},${gone}`);
    assert.deepEqual(taken.lost, [
      { id: 'n1', type: 'bridge-light', name: '', tab: 'Evening', ids: [gone] },
    ]);
  });

  it('changes nothing the second time, and nothing where the ids are kept', () => {
    const once = take({ id: 'n1', type: 'bridge-light', target: lamp });
    const twice = takeOverFlows(once.flows, ids);
    assert.deepEqual(twice.changes, []);
    assert.deepEqual(twice.flows, once.flows);
    const kept = takeOverFlows(once.flows, new Map([[renew(lamp), renew(lamp)]]));
    assert.equal(kept.flows[1], once.flows[1]);
  });

  it('exchanges two ids without a trace of the order', () => {
    const exchanged = new Map([
      [lamp ?? '', plug ?? ''],
      [plug ?? '', lamp ?? ''],
    ]);
    assert.equal(replaceIds(`${lamp} ${plug}`, exchanged), `${plug} ${lamp}`);
  });

  it('changes saved states and programs, also where an id is the name of a member', () => {
    assert.deepEqual(replaceIds({ [lamp ?? '']: { scene } }, ids), {
      [renew(lamp)]: { scene: renew(scene) },
    });
  });

  it('leaves odd entries of a flow as they are', () => {
    const odd = [null, 4, 'x', [], { type: 'bridge-light' }, { id: 3, type: 'tab' }];
    assert.deepEqual(takeOverFlows(odd, ids).flows, odd);
  });
});
