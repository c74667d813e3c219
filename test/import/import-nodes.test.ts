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
} from './import-harness';

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
