import assert from 'node:assert/strict';
import { findSettingProblems, listSettings } from '../support/node-red/node-settings';
import type { FlowNode } from '../../src/import/flow';
import {
  code,
  debug,
  importNodes,
  importWithBridge,
  inject,
  lampId,
  oldBridge,
  oldNode,
  only,
  roomId,
  tab,
  key,
} from './import-harness';
import { getNestedMember } from '../../src/resources/members';

describe('An imported flow of HueMagic', () => {
  it('stands for a room or the home by its id, which HueMagic never told at the start', () => {
    const imported = importWithBridge([
      oldNode('hue-group', { groupid: roomId, initevents: true }),
      code,
      debug,
    ]);
    assert.equal(imported.node('old').type, 'bridge-light');
    assert.equal(imported.node('old')['target'], roomId);
    assert.equal(imported.node('old')['changes'], 'format');
    assert.deepEqual(imported.node('old')['wires'], [[], ['debug']]);
  });

  it('has for an automation a node whose second output sends its states', () => {
    const imported = importWithBridge([
      oldNode('hue-automation', { automationid: lampId }),
      code,
      debug,
    ]);
    assert.equal(imported.node('old').type, 'bridge-automation');
    assert.equal(imported.node('old')['target'], lampId);
    assert.equal(imported.node('old')['changes'], true);
    assert.deepEqual(imported.node('old')['wires'], [[], ['debug']]);
  });

  it('has for a speaker a node for commands and a poll node', () => {
    const imported = importWithBridge([oldNode('hue-speaker', { speakerid: lampId }), code, debug]);
    assert.equal(imported.node('old').type, 'bridge-speaker');
    assert.equal(imported.node('old')['target'], lampId);
    assert.equal(only(imported, 'bridge-poll')['rtype'], 'speaker');
  });

  for (const [type, rtype] of [
    ['hue-motion', 'motion'],
    ['hue-contact', 'contact'],
    ['hue-temperature', 'temperature'],
    ['hue-brightness', 'light_level'],
  ] as const) {
    it(`has for ${type} one sensor node that reads ${rtype}, for commands and readings`, () => {
      const imported = importWithBridge([
        oldNode(type, { sensorid: lampId, initevents: true }),
        code,
        debug,
      ]);
      const sensor = imported.node('old');
      assert.equal(sensor.type, 'bridge-sensor');
      assert.equal(sensor['rtype'], rtype);
      assert.equal(sensor['target'], lampId);
      assert.equal(sensor['emitAtStart'], true);
      assert.deepEqual(sensor['wires'], [['debug']]);
      assert.equal(imported.entry('old')?.outcome, 'rewritten');
      assert.equal(imported.nodes.length, 5);
    });

    it(`has for ${type} without a sensor one that reads all`, () => {
      const sensor = importWithBridge([oldNode(type, { sensorid: '' }), debug]).node('old');
      assert.equal(sensor['target'], '');
      assert.equal(sensor['targetType'], 'resource');
      assert.equal(sensor['rtype'], rtype);
    });

    it(`has for ${type} without a sensor a second one where messages name the sensor`, () => {
      const imported = importWithBridge([oldNode(type, { sensorid: '' }), code, debug]);
      const named = imported.node('old');
      assert.deepEqual([named['target'], named['targetType']], ['topic', 'msg']);
      assert.equal(named['emit'], 'request');
      const all = imported.nodes.find((node) => node.type === 'bridge-sensor' && node !== named);
      assert.equal(all?.['target'], '');
      assert.equal(all?.['emit'], 'change');
      assert.deepEqual(all?.['wires'], [['debug']]);
      assert.deepEqual(named['wires'], [['debug']]);
    });

    it(`has for ${type} that sends no events a sensor node that answers only`, () => {
      const sensor = importWithBridge([
        oldNode(type, { sensorid: lampId, skipevents: true }),
        debug,
      ]);
      assert.equal(sensor.node('old')['emit'], 'request');
    });
  }

  it('corrects a temperature in a change node behind the sensor', () => {
    const imported = importWithBridge([
      oldNode('hue-temperature', { sensorid: lampId, offset: '-1.5' }),
      debug,
    ]);
    const change = only(imported, 'change');
    assert.deepEqual(imported.node('old')['wires'], [[change.id]]);
    assert.deepEqual(change['wires'], [['debug']]);
    assert.match(JSON.stringify(change['rules']), /payload\.celsius \+ \(-1\.5\)/);
    assert.match(JSON.stringify(change['rules']), /"temperatureIs\\": \$celsius < 0/);
    assert.ok(imported.sentences('old').includes('offset'));
  });

  it('says in a change node from which light level on it is dark, where that is not the usual one', () => {
    for (const darkthreshold of ['', 0, 90, '90'])
      assert.equal(
        importWithBridge([oldNode('hue-brightness', { sensorid: lampId, darkthreshold }), debug])
          .nodes.length,
        4,
      );
    const imported = importWithBridge([
      oldNode('hue-brightness', { sensorid: lampId, darkthreshold: 40 }),
      debug,
    ]);
    assert.match(JSON.stringify(only(imported, 'change')['rules']), /payload\.lux < 40/);
  });

  describe('has for a scene', () => {
    it('a scene node that recalls it and sends nothing', () => {
      const imported = importWithBridge([
        oldNode('hue-scene', { sceneid: lampId }),
        inject(true),
        debug,
      ]);
      const scene = imported.node('old');
      assert.equal(scene.type, 'bridge-scene');
      assert.equal(scene['operation'], 'recall');
      assert.equal(scene['target'], lampId);
      assert.deepEqual(scene['wires'], [[]]);
      const sentences = imported.sentences('old');
      assert.ok(sentences.includes('sceneOutput'));
      assert.ok(sentences.includes('maybeSmart'), 'nobody knows which kind of scene it is');
    });

    it('a scene node that takes another scene from the message, where code sends to it', () => {
      const scene = importWithBridge([oldNode('hue-scene', { sceneid: lampId }), code]).node('old');
      assert.equal(scene['targetType'], 'jsonata');
      assert.equal(scene['target'], `payload.scene ? payload.scene : "${lampId}"`);
    });

    it('a scene node that takes another scene from the message, where it is called by its link', () => {
      const scene = importWithBridge([
        { id: 'entry', type: 'link in', z: 'tab', wires: [['old']] },
        { id: 'call', type: 'link call', z: 'tab', links: ['entry'], wires: [[]] },
        oldNode('hue-scene', { sceneid: lampId }),
      ]).node('old');
      assert.equal(scene['targetType'], 'jsonata');
    });

    it('the names of the groups for which it was recalled, which need a look', () => {
      const imported = importWithBridge([
        oldNode('hue-scene', { sceneid: lampId, wires: [['room']] }),
        oldNode('hue-group', { id: 'room', groupid: roomId, name: 'Kitchen', wires: [[]] }),
      ]);
      const entry = imported.entry('old');
      assert.equal(entry?.outcome, 'needs-a-look');
      const sentence = entry?.sentences.find((one) => one.key === 'sceneGroups');
      assert.deepEqual(sentence?.values, { names: 'Kitchen' });
    });

    for (const [where, group] of [
      ['in its own room', { id: roomId, type: 'room' }],
      ['in the home', { id: roomId, type: 'bridge_home' }],
    ] as const) {
      it(`nothing to look at if it was recalled ${where}, which is the same here`, () => {
        const imported = importWithBridge(
          [
            oldNode('hue-scene', { sceneid: lampId, wires: [['room']] }),
            oldNode('hue-group', { id: 'room', groupid: roomId, wires: [[]] }),
          ],
          {
            resources: [
              { id: lampId, type: 'scene', group: where.includes('own') ? roomId : 'kitchen' },
              group,
            ],
          },
        );
        assert.equal(imported.entry('old')?.outcome, 'rewritten');
        assert.ok(!imported.sentences('old').includes('maybeSmart'));
      });
    }

    it('a smart scene node where the bridge says that it is one', () => {
      const imported = importWithBridge([oldNode('hue-scene', { sceneid: lampId })], {
        resources: [{ id: lampId, type: 'smart_scene' }],
      });
      const { type, target, targetType } = imported.node('old');
      assert.deepEqual([type, target, targetType], ['bridge-smart-scene', lampId, 'resource']);
      assert.equal(imported.node('old')['recall'], 'activate');
    });
  });

  it('has a bridge status node for information about the bridge, which needs a look', () => {
    const imported = importWithBridge([oldNode('hue-bridge-node'), debug]);
    assert.equal(imported.node('old').type, 'bridge-status');
    assert.equal(imported.entry('old')?.outcome, 'needs-a-look');
    assert.ok(imported.sentences('old').includes('bridgeEvents'));
  });

  describe('keeps as it is, and names', () => {
    for (const [type, sentence] of [
      ['hue-rules', 'kept.rules'],
      ['hue-syncbox', 'kept.syncBox'],
      ['hue-syncbox-config', 'kept.syncBox'],
    ] as const) {
      it(`${type}, which has no counterpart`, () => {
        const node = oldNode(type, { ruleid: '7' });
        const imported = importWithBridge([node, debug]);
        assert.equal(imported.node('old'), node);
        assert.equal(imported.entry('old')?.outcome, 'no-counterpart');
        assert.deepEqual(imported.sentences('old'), [sentence]);
      });
    }

    for (const payload of [{ touchLink: true }, { settings: { name: 'Home' } }]) {
      it(`a node that is to do ${JSON.stringify(payload)}`, () => {
        const node = oldNode('hue-bridge-node');
        const imported = importWithBridge([node, inject(payload), debug]);
        assert.equal(imported.node('old'), node);
        assert.equal(imported.entry('old')?.outcome, 'no-counterpart');
      });
    }

    for (const [type, sentence] of [
      ['knxUltimateHueLight', 'other.light'],
      ['knxUltimateHueScene', 'other.scene'],
      ['knxUltimateHueTapDial', 'other.button'],
      ['knxUltimateHueMotion', 'other.sensor'],
      ['knxUltimateHuedevice_software_update', 'other.poll'],
      ['hue-config', 'other.bridge'],
      ['node-hue-bridge', 'other.bridge'],
      ['node-hue-in', 'other.light'],
      ['hue-dial', 'kept.unknown'],
    ] as const) {
      it(type, () => {
        const node = oldNode(type);
        const imported = importNodes([tab, node, debug]);
        assert.equal(imported.node('old'), node);
        assert.deepEqual(imported.sentences('old'), [sentence]);
      });
    }
  });

  it('names settings that no version has', () => {
    const imported = importWithBridge([
      oldNode('hue-light', { lightid: lampId, sparkle: 3 }),
      debug,
    ]);
    const entry = imported.entry('old');
    assert.equal(entry?.outcome, 'different');
    assert.deepEqual(entry?.sentences.find((one) => one.key === 'unknownSettings')?.values, {
      settings: 'sparkle',
    });
  });

  it('has nodes with all settings of their types and no other', () => {
    const types = ['hue-light', 'hue-group', 'hue-scene', 'hue-buttons', 'hue-motion'];
    const more = ['hue-temperature', 'hue-automation', 'hue-speaker', 'hue-bridge-node'];
    const old = [...types, ...more].flatMap((type, index) => [
      oldNode(type, { id: `old ${type}`, y: 100 * index }),
      { ...code, id: `code ${type}`, wires: [[`old ${type}`]] },
    ]);
    const smart = importWithBridge([oldNode('hue-scene', { sceneid: lampId })], {
      resources: [{ id: lampId, type: 'smart_scene' }],
    });
    const ours = [...importWithBridge([...old, debug]).nodes, smart.node('old')].filter((node) =>
      node.type.startsWith('bridge-'),
    );
    assert.equal(new Set(ours.map(({ type }) => type)).size, 10);
    const problems = ours.flatMap((node) =>
      findSettingProblems('import', node, listSettings(node.type)),
    );
    assert.deepEqual(problems, []);
  });

  describe('finds what the bridge has', () => {
    const resources = [
      { id: lampId, type: 'device', services: ['plug', 'first', 'second'], idV1: '/lights/3' },
      { id: 'plug', type: 'zigbee_connectivity', owner: lampId, idV1: '/lights/3' },
      { id: 'first', type: 'light', owner: lampId, idV1: '/lights/3' },
      { id: 'second', type: 'light', owner: lampId, idV1: '/lights/3' },
      { id: roomId, type: 'room', idV1: '/groups/1' },
      { id: 'lights of the room', type: 'grouped_light', owner: roomId, idV1: '/groups/1' },
    ];
    for (const [type, settings, target] of [
      ['hue-light', { lightid: lampId }, 'second'],
      ['hue-light', { lightid: '3' }, 'second'],
      ['hue-light', { lightid: 3 }, 'second'],
      ['hue-group', { groupid: roomId }, 'lights of the room'],
      ['hue-group', { groupid: '1' }, 'lights of the room'],
    ] as const) {
      it(`${type} ${JSON.stringify(settings)}`, () => {
        const imported = importWithBridge([oldNode(type, settings), code], { resources });
        assert.equal(imported.node('old')['target'], target);
        assert.equal(imported.node('old')['targetType'], 'resource');
        assert.notEqual(imported.entry('old')?.outcome, 'needs-a-look');
      });
    }

    it('keeps and names an id that is not there', () => {
      const gone = '77777777-2222-4333-8444-555555555555';
      const imported = importWithBridge([oldNode('hue-light', { lightid: gone }), code], {
        resources,
      });
      assert.equal(imported.node('old')['target'], gone);
      assert.equal(imported.entry('old')?.outcome, 'needs-a-look');
      assert.ok(imported.sentences('old').includes('notOnBridge'));
    });
  });

  it('leaves what is not chosen as it is, with its bridge', () => {
    const other = oldNode('hue-light', { id: 'other', lightid: lampId });
    const imported = importWithBridge([oldNode('hue-light', { lightid: lampId }), other, debug], {
      only: new Set(['old']),
    });
    assert.equal(imported.node('other'), other);
    assert.equal(imported.node('bridge'), oldBridge);
    const bridge = only(imported, 'bridge-config');
    assert.equal(imported.node('old')['bridge'], bridge.id);
    assert.equal(imported.entry('other'), undefined);
  });

  it('leads the outputs and the status of a subflow to the nodes that send now', () => {
    const subflow: FlowNode = {
      id: 'sub',
      type: 'subflow',
      name: 'Lamp',
      in: [{ x: 40, y: 40, wires: [{ id: 'old' }] }],
      out: [
        {
          x: 400,
          y: 40,
          wires: [
            { id: 'old', port: 0 },
            { id: 'else', port: 1 },
          ],
        },
      ],
      env: [{ name: 'LAMP', type: 'str', value: '' }],
    };
    const imported = importWithBridge([
      subflow,
      oldNode('hue-light', { z: 'sub', lightid: '${LAMP}', wires: [[]] }),
      { id: 'instance', type: 'subflow:sub', z: 'tab', x: 1, y: 1, wires: [['debug']] },
      debug,
    ]);
    assert.deepEqual(imported.node('sub')['in'], subflow['in']);
    assert.deepEqual(imported.node('sub')['out'], [
      {
        x: 400,
        y: 40,
        wires: [
          { id: 'old', port: 1 },
          { id: 'else', port: 1 },
        ],
      },
    ]);
    assert.deepEqual(imported.sentences('sub'), ['subflowOutputs']);
    assert.equal(imported.node('old')['target'], '${LAMP}');
    assert.equal(imported.node('old')['targetType'], 'str');
    assert.equal(imported.entry('old')?.tab, 'Lamp');
  });
});

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
