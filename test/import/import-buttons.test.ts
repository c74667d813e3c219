import assert from 'node:assert/strict';
import { readWires } from '../../src/import/flow';
import { debug, importWithBridge, inject, lampId, oldNode, only } from './import-harness';

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
