import assert from 'node:assert/strict';
import { readStaticPayload } from '../../src/import/static-messages';
import { code, debug, importWithBridge, inject, lampId, oldNode, only } from './import-harness';
import type { Imported } from './import-harness';
import { readWires } from '../../src/import/flow';
import type { FlowNode } from '../../src/import/flow';

/** Nodes that are wired behind another one, in each of its outputs. */
const wiredFrom = ({ nodes }: Imported, id: string): readonly string[] =>
  nodes
    .filter(({ wires }) => Array.isArray(wires) && wires.flat().includes(id))
    .map((node) => node.id);

describe('An imported flow of HueMagic', () => {
  describe('has for a lamp', () => {
    it('a light node whose second output sends its states to what was behind the lamp', () => {
      const imported = importWithBridge([
        oldNode('hue-light', { lightid: lampId, colornamer: true }),
        code,
        debug,
      ]);
      const light = imported.node('old');
      assert.equal(light.type, 'bridge-light');
      assert.equal(light['target'], lampId);
      assert.equal(light['targetType'], 'str');
      assert.equal(light['format'], 'huemagic');
      assert.equal(light['changes'], 'format');
      assert.equal(light['colorNames'], true);
      assert.equal(light['outputs'], 2);
      assert.deepEqual(light['wires'], [[], ['debug']]);
      assert.deepEqual(wiredFrom(imported, 'old'), ['code']);
      assert.equal(imported.nodes.length, 5);
    });

    it('names of colours only if it had them', () => {
      for (const settings of [{}, { colornamer: false }])
        for (const maker of [[code], []]) {
          const lamp = oldNode('hue-light', { lightid: lampId, ...settings });
          const imported = importWithBridge([lamp, ...maker, debug]);
          assert.equal(imported.node('old')['colorNames'], false);
        }
    });

    it('a poll node below it for the states where these are sent after a deploy, too', () => {
      const imported = importWithBridge([
        oldNode('hue-light', { lightid: lampId, initevents: true }),
        code,
        debug,
      ]);
      assert.deepEqual(imported.node('old')['wires'], [[]]);
      const poll = only(imported, 'bridge-poll');
      assert.equal(poll['rtype'], 'light');
      assert.equal(poll['target'], lampId);
      assert.equal(poll['format'], 'huemagic');
      assert.equal(poll['emit'], 'change');
      assert.equal(poll['emitAtStart'], true);
      assert.deepEqual(poll['wires'], [['debug']]);
      assert.deepEqual([poll['x'], poll['y'], poll['z']], [400, 240, 'tab']);
    });

    it('a poll node alone where nothing sends to it', () => {
      const imported = importWithBridge([oldNode('hue-light', { lightid: lampId }), debug]);
      assert.equal(imported.node('old').type, 'bridge-poll');
      assert.deepEqual(imported.node('old')['wires'], [['debug']]);
      assert.equal(imported.nodes.length, 4);
    });

    it('a light node alone where nothing is behind it, or it sends no events', () => {
      for (const settings of [{ wires: [[]] }, { skipevents: true }]) {
        const imported = importWithBridge([
          oldNode('hue-light', { lightid: lampId, ...settings }),
          inject({ on: true }),
          debug,
        ]);
        assert.equal(imported.node('old').type, 'bridge-light');
        assert.deepEqual(imported.node('old')['wires'], [[]]);
        assert.equal(imported.nodes.length, 5);
      }
    });

    it('states only on a message that asks, where it sends no events and a message may ask', () => {
      const imported = importWithBridge([
        oldNode('hue-light', { lightid: lampId, skipevents: true }),
        code,
        debug,
      ]);
      assert.equal(only(imported, 'bridge-poll')['emit'], 'request');
    });

    it('the poll node behind an inject node that asks for the state', () => {
      for (const payload of [{ status: true }, 'on', '50', {}]) {
        const imported = importWithBridge([
          oldNode('hue-light', { lightid: lampId }),
          inject(payload),
          inject(true, { id: 'on' }),
          debug,
        ]);
        const poll = only(imported, 'bridge-poll');
        assert.deepEqual(imported.node('inject')['wires'], [[poll.id]], JSON.stringify(payload));
        assert.deepEqual(imported.node('on')['wires'], [['old']]);
        assert.deepEqual(imported.sentences('inject'), ['asksPollNow']);
      }
    });

    it('one node where code sends to it, too, since its second output answers what asks for the state', () => {
      const imported = importWithBridge([
        oldNode('hue-light', { lightid: lampId }),
        inject({ status: true }),
        code,
        debug,
      ]);
      assert.deepEqual(imported.node('old')['wires'], [[], ['debug']]);
      assert.deepEqual(imported.node('inject')['wires'], [['old']]);
      assert.equal(imported.nodes.length, 6);
      assert.equal(imported.entry('old')?.outcome, 'rewritten');
    });

    it('its state after a deploy where that was asked for, and only own changes where only those were', () => {
      const imported = importWithBridge([
        oldNode('hue-light', { lightid: lampId, initevents: true, onlycommands: true }),
        code,
        debug,
      ]);
      const poll = only(imported, 'bridge-poll');
      assert.equal(poll['emitAtStart'], true);
      assert.equal(poll['origin'], 'own');
      assert.equal(imported.entry('old')?.outcome, 'different');
      assert.ok(imported.sentences('old').includes('onlyOwn'));
    });

    it('the target in msg.topic where each message named it, and states of all lamps', () => {
      const imported = importWithBridge([oldNode('hue-light', { lightid: '' }), code, debug]);
      assert.equal(imported.node('old')['target'], 'topic');
      assert.equal(imported.node('old')['targetType'], 'msg');
      assert.equal(only(imported, 'bridge-poll')['target'], '');
    });

    it('its place, its look, its group and whether it is disabled', () => {
      const imported = importWithBridge([
        {
          id: 'group',
          type: 'group',
          z: 'tab',
          nodes: ['old', 'code'],
          x: 10,
          y: 10,
          w: 500,
          h: 220,
        },
        oldNode('hue-light', {
          lightid: lampId,
          initevents: true,
          g: 'group',
          d: true,
          l: false,
          info: 'A lamp',
        }),
        { ...code, g: 'group' },
        debug,
      ]);
      const [light, poll] = [imported.node('old'), only(imported, 'bridge-poll')];
      for (const node of [light, poll]) {
        assert.equal(node['d'], true);
        assert.equal(node['l'], false);
        assert.equal(node['g'], 'group');
        assert.equal(node['info'], 'A lamp');
        assert.equal(node['name'], 'Old one');
      }
      assert.deepEqual(imported.node('group')['nodes'], ['old', 'code', poll.id]);
      assert.ok(Number(imported.node('group')['h']) >= 250);
      assert.deepEqual(imported.sentences('group'), ['groupGrown']);
      const group = {
        id: 'group',
        type: 'group',
        z: 'tab',
        nodes: ['old'],
        x: 1,
        y: 1,
        w: 9,
        h: 9,
      };
      const alone = importWithBridge([group, oldNode('hue-scene', { g: 'group' }), debug]);
      assert.equal(alone.node('group'), group);
      assert.deepEqual(alone.sentences('group'), []);
    });
  });

  describe('says in plain words what always is the same', () => {
    for (const [before, after] of [
      [
        { on: true, brightness: 40 },
        { on: true, brightness: 40 },
      ],
      [{ brightness: 40 }, { turnOn: 'later', brightness: 40 }],
      [
        { on: true, brightnessLevel: 127 },
        { on: true, brightness: 50 },
      ],
      [
        { on: true, colorTemp: 'warm' },
        { on: true, mirek: 400 },
      ],
      [
        { on: true, hex: 'F80', transitionTime: 2 },
        { on: true, color: '#ff8800', transition: '2s' },
      ],
      [
        { on: true, xyColor: { x: 0.4, y: 0.4 } },
        { on: true, xy: { x: 0.4, y: 0.4 } },
      ],
      [{ toggle: false }, { toggle: true }],
      [{ alert: 5 }, { alert: '5s' }],
      [{ on: false }, { on: false }],
    ] as const) {
      it(`${JSON.stringify(before)} as ${JSON.stringify(after)}`, () => {
        for (const maker of [
          inject(before),
          inject(before, { props: [{ p: 'payload', v: JSON.stringify(before), vt: 'json' }] }),
          {
            ...inject(before),
            type: 'change',
            rules: [{ t: 'set', p: 'payload', pt: 'msg', to: JSON.stringify(before), tot: 'json' }],
          },
          { ...inject(before), type: 'template', template: JSON.stringify(before), output: 'json' },
        ]) {
          const imported = importWithBridge([
            oldNode('hue-light', { lightid: lampId }),
            maker,
            debug,
          ]);
          assert.equal(imported.node('old')['format'], 'plain');
          assert.deepEqual(readStaticPayload(imported.node('inject')), { value: after });
          const isSame = JSON.stringify(before) === JSON.stringify(after);
          assert.deepEqual(imported.sentences('inject'), isSame ? [] : ['saysPlainly']);
        }
      });
    }

    it('and leaves the words of HueMagic where they do not mean quite the same, without an entry: nothing differs', () => {
      const imported = importWithBridge([
        oldNode('hue-light', { lightid: lampId }),
        inject({ decrementBrightness: 1 }),
        debug,
      ]);
      assert.equal(imported.node('old')['format'], 'huemagic');
      assert.equal(imported.entry('inject'), undefined);
    });

    it('only where every node behind the message takes plain words', () => {
      const other = oldNode('hue-light', { id: 'other', lightid: lampId, name: 'Other' });
      const shared = inject({ on: true, brightnessLevel: 127 }, { wires: [['old', 'other']] });
      const both = importWithBridge([
        oldNode('hue-light', { lightid: lampId }),
        other,
        shared,
        debug,
      ]);
      assert.equal(both.node('other')['format'], 'plain');
      const withCode = importWithBridge([
        oldNode('hue-light', { lightid: lampId }),
        other,
        shared,
        { ...code, wires: [['other']] },
        debug,
      ]);
      assert.equal(withCode.node('old')['format'], 'huemagic');
      assert.equal(withCode.node('inject'), shared);
      assert.equal(withCode.entry('code'), undefined);
    });

    it('not where a node chooses by the states of the lamp', () => {
      const choose = (property: string): unknown =>
        importWithBridge([
          oldNode('hue-light', { lightid: lampId, wires: [['choice']] }),
          inject({ on: true }),
          { id: 'choice', type: 'switch', z: 'tab', property, wires: [['debug']] },
          debug,
        ]).node('old')['format'];
      assert.equal(choose('payload.brightness'), 'huemagic');
      assert.equal(choose('topic'), 'plain');
    });

    it('and takes out the wire of a message that asks for a state which goes nowhere', () => {
      const imported = importWithBridge([
        oldNode('hue-light', { lightid: lampId, wires: [[]] }),
        inject({ on: true }),
        inject({ status: true }, { id: 'ask' }),
      ]);
      assert.equal(imported.node('old')['format'], 'plain');
      assert.deepEqual(imported.node('inject')['wires'], [['old']]);
      assert.deepEqual(imported.node('ask')['wires'], [[]]);
      assert.equal(imported.entry('ask')?.outcome, 'different');
      assert.deepEqual(imported.sentences('ask'), ['askedInVain']);
    });
  });

  it('is named as on the bridge where it has no name of its own', () => {
    const device = {
      id: '11111111-2222-4333-8444-666666666666',
      type: 'device',
      name: 'Desk lamp',
    };
    const resources = [device, { id: lampId, type: 'light', owner: device.id }];
    for (const lightid of [lampId, device.id]) {
      const imported = importWithBridge(
        [oldNode('hue-light', { lightid, name: '' }), code, debug],
        {
          resources,
        },
      );
      assert.equal(imported.node('old')['target'], lampId);
      assert.equal(imported.node('old')['targetName'], 'Desk lamp');
    }
  });

  describe('with a number of HueMagic 3 in the topic of its messages', () => {
    const universal = oldNode('hue-light', { lightid: '' });
    const resources = [{ id: lampId, type: 'light', idV1: '/lights/3' }];
    const topic = (id: string): FlowNode =>
      inject({ on: true }, { props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }], topic: id });
    const change: FlowNode = {
      ...inject(true, { id: 'change' }),
      type: 'change',
      rules: [{ t: 'set', p: 'topic', pt: 'msg', to: '3', tot: 'num' }],
    };

    it('gets the id that the bridge has for the number', () => {
      const imported = importWithBridge([universal, topic('3'), change, debug], { resources });
      assert.equal(imported.node('inject')['topic'], lampId);
      assert.deepEqual(imported.node('change')['rules'], [
        { t: 'set', p: 'topic', pt: 'msg', to: lampId, tot: 'str' },
      ]);
      assert.deepEqual(imported.sentences('change'), ['topicFound']);
      const props = [{ p: 'payload' }, { p: 'topic', v: '3', vt: 'str' }];
      const own = importWithBridge([universal, inject({ on: true }, { props })], { resources });
      assert.deepEqual(own.node('inject')['props'], [
        { p: 'payload' },
        { p: 'topic', v: lampId, vt: 'str' },
      ]);
    });

    it('asks for a look where the number is not known, or code may write one', () => {
      const writing = { ...code, func: 'msg.topic = "3"; return msg;' };
      const imported = importWithBridge([universal, topic('4'), writing, debug], { resources });
      for (const [id, key] of [
        ['inject', 'oldTopic'],
        ['code', 'codeTopic'],
      ] as const) {
        assert.equal(imported.entry(id)?.outcome, 'needs-a-look');
        assert.deepEqual(imported.sentences(id), [key]);
      }
    });

    it('is left alone where the dialog names the lamp, or the topic is no number', () => {
      const named = oldNode('hue-light', { lightid: lampId });
      for (const nodes of [
        [named, topic('3')],
        [universal, topic(lampId)],
        [universal, topic('Kitchen')],
      ])
        assert.equal(importWithBridge(nodes, { resources }).entry('inject'), undefined);
    });
  });

  it('keeps the words of HueMagic where the states of a lamp leave its subflow', () => {
    const importLamp = (outputs: readonly object[]): unknown =>
      importWithBridge([
        { id: 'sub', type: 'subflow', name: 'Lamp', in: [], out: outputs },
        oldNode('hue-light', { z: 'sub', lightid: lampId, wires: [[]] }),
        inject({ on: true, brightnessLevel: 127 }, { z: 'sub' }),
      ]).node('old')['format'];
    assert.equal(importLamp([]), 'plain');
    assert.equal(importLamp([{ x: 1, y: 1, wires: [{ id: 'old', port: 0 }] }]), 'huemagic');
  });
});

describe('An imported flow of HueMagic', () => {
  describe('has for buttons', () => {
    const rule = (members: object): object => ({
      buttonFrom: 1,
      buttonTo: 4,
      onStartPress: false,
      onEndShortPress: false,
      onEndLongPress: false,
      onDuringLongPress: false,
      minLongPressDuration: 1000,
      ...members,
    });

    it('a button node that sends everything where there are no rules, also in flows before 5.0.1', () => {
      for (const settings of [{ rules: [], outputs: 1 }, {}]) {
        const imported = importWithBridge([
          oldNode('hue-buttons', { sensorid: lampId, ...settings }),
          debug,
        ]);
        const button = imported.node('old');
        assert.equal(button.type, 'bridge-button');
        assert.equal(button['target'], lampId);
        assert.equal(button['targetType'], 'resource');
        assert.equal(button['split'], 'none');
        assert.deepEqual(button['wires'], [['debug']]);
        assert.equal(imported.entry('old')?.outcome, 'rewritten');
      }
    });

    it('for each rule an output for each of its buttons and presses, with its wires', () => {
      const imported = importWithBridge([
        oldNode('hue-buttons', {
          sensorid: lampId,
          rules: [
            rule({ buttonTo: 2, onStartPress: true }),
            rule({
              buttonFrom: '3',
              buttonTo: '3',
              onEndShortPress: true,
              onDuringLongPress: true,
            }),
          ],
          outputs: 3,
          wires: [['debug'], ['one'], ['two', 'debug']],
        }),
        debug,
        { ...debug, id: 'one' },
        { ...debug, id: 'two' },
      ]);
      const button = imported.node('old');
      assert.equal(button['split'], 'rules');
      assert.deepEqual(button['rules'], [
        { button: '', event: '' },
        { button: '1', event: 'initial_press' },
        { button: '2', event: 'initial_press' },
        { button: '3', event: 'short_release' },
        { button: '3', event: 'double_short_release' },
        { button: '3', event: 'long_press' },
        { button: '3', event: 'repeat' },
      ]);
      assert.equal(button['outputs'], 7);
      const two = ['two', 'debug'];
      assert.deepEqual(button['wires'], [['debug'], ['one'], ['one'], two, two, two, two]);
    });

    it('one output for any button where a rule is for all ten', () => {
      const imported = importWithBridge([
        oldNode('hue-buttons', {
          sensorid: lampId,
          rules: [rule({ buttonTo: 10, onEndLongPress: true })],
          wires: [[], ['debug']],
        }),
        debug,
      ]);
      assert.deepEqual(imported.node('old')['rules'], [
        { button: '', event: '' },
        { button: '', event: 'long_release' },
      ]);
    });

    it('a function node that measures a long press where a rule asks for more than a second', () => {
      const imported = importWithBridge([
        oldNode('hue-buttons', {
          sensorid: lampId,
          rules: [
            rule({ onEndShortPress: true, onEndLongPress: true, minLongPressDuration: '3000' }),
          ],
          wires: [['debug'], ['debug']],
        }),
        debug,
      ]);
      const hold = only(imported, 'function');
      const button = imported.node('old');
      assert.ok(!JSON.stringify(button['rules']).includes('long_release'));
      assert.deepEqual(readWires(button)[0], ['debug', hold.id]);
      assert.deepEqual(hold['wires'], [['debug']]);
      assert.equal(imported.entry('old')?.outcome, 'rewritten');
      assert.ok(imported.sentences('old').includes('shortestHold'));
    });

    it('no wires to them, since a button node takes no messages, and says so', () => {
      const imported = importWithBridge([
        oldNode('hue-buttons', { sensorid: lampId }),
        inject({ status: true }),
        debug,
      ]);
      assert.deepEqual(imported.node('inject')['wires'], [[]]);
      assert.deepEqual(imported.sentences('inject'), ['wireTakenOut']);
      assert.equal(imported.entry('old')?.outcome, 'needs-a-look');
    });

    for (const type of ['hue-switch', 'hue-button', 'hue-tap']) {
      it(`a button node for ${type} of version 3, which needs a look`, () => {
        const imported = importWithBridge([oldNode(type, { sensorid: '12' }), debug]);
        assert.equal(imported.node('old').type, 'bridge-button');
        assert.equal(imported.entry('old')?.outcome, 'needs-a-look');
        assert.ok(imported.sentences('old').includes('oldId'));
        assert.deepEqual(only(imported, 'change')['wires'], [['debug']]);
      });
    }
  });
});
