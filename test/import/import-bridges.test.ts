import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import type { FlowNode } from '../../src/import/flow';
import {
  code,
  debug,
  importNodes,
  importWithBridge,
  key,
  lampId,
  oldBridge,
  oldNode,
  tab,
} from './import-harness';

const lamp = oldNode('hue-light', { lightid: lampId });

describe('A bridge of HueMagic', () => {
  it('becomes a bridge with its address, its name and its id, and with its key as a credential only', () => {
    const imported = importWithBridge([lamp, debug]);
    const { nodes, report } = imported;
    const bridge = imported.node('bridge');
    assert.equal(bridge.type, 'bridge-config');
    assert.equal(bridge['name'], 'Home');
    assert.equal(bridge['host'], '192.168.1.20');
    assert.equal(bridge['port'], '443');
    assert.equal(bridge['keyHeader'], 'hue-application-key');
    assert.deepEqual(bridge['credentials'], { key });
    const { credentials: _credentials, ...rest } = bridge;
    const others = nodes.map((one) => (one.id === 'bridge' ? rest : one));
    assert.ok(!JSON.stringify([others, report]).includes(key));
    assert.equal(imported.node('old')['bridge'], 'bridge');
  });

  for (const [address, host, port, look] of [
    ['192.168.1.20:8443', '192.168.1.20', '8443', false],
    ['hue.local', 'hue.local', '443', false],
    ['https://hue.local:444/', 'hue.local', '444', false],
    ['[fe80::1]:444', '[fe80::1]', '444', false],
    ['2001:db8::1', '2001:db8::1', '443', false],
    ['${BRIDGE}', '${BRIDGE}', '443', false],
    ['', '', '443', true],
    ['somewhere else', 'somewhere else', '443', true],
  ] as const) {
    it(`with the address "${address}" has the host "${host}" and the port ${port}`, () => {
      const imported = importNodes([tab, { ...oldBridge, bridge: address }, lamp]);
      assert.equal(imported.node('bridge')['host'], host);
      assert.equal(imported.node('bridge')['port'], port);
      assert.equal(imported.entry('bridge')?.outcome === 'needs-a-look', look);
    });
  }

  it('is the one that is there already with the same address', () => {
    const present = { id: 'ours', type: 'bridge-config', name: 'House', host: '192.168.1.20' };
    const imported = importWithBridge([present, lamp, debug]);
    assert.equal(imported.node('old')['bridge'], 'ours');
    assert.equal(imported.node('ours'), present);
    assert.deepEqual(
      imported.nodes.filter(({ type }) => type === 'hue-bridge'),
      [],
    );
    assert.deepEqual(imported.sentences('bridge'), ['bridgeReused', 'bridgeTakenOut']);
  });

  it('is not one that is disabled', () => {
    const present = { id: 'ours', type: 'bridge-config', host: '192.168.1.20', d: true };
    assert.equal(importWithBridge([present, lamp, debug]).node('old')['bridge'], 'bridge');
  });

  it('stays for nodes without a counterpart, and a new one stands beside it', () => {
    const imported = importWithBridge([lamp, oldNode('hue-rules', { id: 'rules' }), debug]);
    assert.equal(imported.node('bridge'), oldBridge);
    const bridge = imported.nodes.find(({ type }) => type === 'bridge-config');
    assert.ok(bridge);
    assert.equal(imported.node('old')['bridge'], bridge.id);
    assert.equal(imported.node('rules')['bridge'], 'bridge');
  });

  it('has the same new id in each import, unless another node has that', () => {
    const findId = (...others: readonly FlowNode[]): string | undefined =>
      importWithBridge([lamp, oldNode('hue-rules', { id: 'rules' }), ...others]).nodes.find(
        ({ type }) => type === 'bridge-config',
      )?.id;
    assert.equal(findId(), '7e08320f3d237eb7');
    assert.match(findId({ ...debug, id: '7e08320f3d237eb7' }) ?? '', /^(?!7e08320f)[0-9a-f]{16}$/);
  });

  it('stays without its key where the flows are written to a file, and asks for a look', () => {
    const rules = oldNode('hue-rules', { id: 'rules' });
    const imported = importWithBridge([lamp, rules, debug], { removesOldKeys: true });
    assert.deepEqual(imported.node('bridge'), { ...oldBridge, key: '' });
    assert.equal(imported.entry('bridge')?.outcome, 'needs-a-look');
    assert.ok(imported.sentences('bridge').includes('keyTakenOut'));
    const again = importNodes(imported.nodes, { removesOldKeys: true });
    assert.deepEqual(again.nodes, imported.nodes);
  });

  it('of each of two is the bridge of its own nodes', () => {
    const second = {
      ...oldBridge,
      id: 'second',
      name: 'Attic',
      bridge: '192.168.1.21',
      key: `${key}2`,
    };
    const imported = importWithBridge([
      second,
      lamp,
      oldNode('hue-light', { id: 'other', lightid: lampId, bridge: 'second' }),
    ]);
    assert.equal(imported.node('old')['bridge'], 'bridge');
    assert.equal(imported.node('other')['bridge'], 'second');
    assert.deepEqual(imported.node('second')['credentials'], { key: `${key}2` });
  });

  it('that is missing is named, and the node keeps what it said', () => {
    for (const [bridge, sentence] of [
      ['gone', 'bridgeMissing'],
      ['', 'noBridge'],
      [undefined, 'noBridge'],
    ] as const) {
      const imported = importNodes([tab, { ...lamp, bridge }, debug]);
      assert.equal(imported.entry('old')?.outcome, 'needs-a-look');
      assert.ok(imported.sentences('old').includes(sentence));
      assert.equal(imported.node('old')['bridge'], bridge ?? '');
    }
  });

  it('without events has no node that sends them', () => {
    const imported = importNodes([tab, { ...oldBridge, disableupdates: true }, lamp, code, debug]);
    const poll = imported.nodes.find(({ type }) => type === 'bridge-poll');
    assert.equal(poll?.['emit'], 'request');
    assert.ok(imported.sentences('bridge').includes('disableUpdates'));
  });

  it('that installed new software by itself says that nothing here does', () => {
    const imported = importNodes([tab, { ...oldBridge, autoupdates: true }, lamp]);
    assert.equal(imported.entry('bridge')?.outcome, 'different');
    assert.ok(imported.sentences('bridge').includes('autoUpdates'));
    const { worker: _worker, autoupdates: _autoupdates, ...version3 } = oldBridge;
    for (const bridge of [oldBridge, version3])
      assert.ok(!importNodes([tab, bridge, lamp]).sentences('bridge').includes('autoUpdates'));
  });

  it('whose key stands in the code of another node is named there, and the code is not changed', () => {
    const spy = { ...code, id: 'spy', wires: [], func: `const key = "${key}";` };
    const imported = importWithBridge([lamp, spy]);
    assert.equal(imported.node('spy'), spy);
    assert.deepEqual(imported.sentences('spy'), ['holdsKey']);
  });

  it('has no key in the report, whatever a node is called', () => {
    const named = { ...lamp, name: `My ${key}`, [key]: 1, lightid: key };
    const { report } = importNodes([{ ...tab, label: key }, oldBridge, named, debug]);
    assert.ok(!JSON.stringify(report).includes(key));
    assert.equal(getNestedMember(report[1], 'name'), 'My …');
  });
});
