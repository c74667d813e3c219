import assert from 'node:assert/strict';
import { getResourceDefinition } from '../../src/resources/table';
import { listButtonEvents } from '../../src/resources/button-events';
import type { Resource } from '../../src/resources/resource';

const list = (type: string, members: object = {}): readonly string[] =>
  listButtonEvents({ id: 'one', type, ...members });

describe('The events of a button', () => {
  it('are those that it lists, in the usual order, with those of newer firmware behind', () => {
    const events = ['squeeze', 'long_press', 'initial_press', 'long_press', 7];
    for (const type of ['button', 'bell_button'])
      assert.deepEqual(list(type, { button: { event_values: events } }), [
        'initial_press',
        'long_press',
        'squeeze',
      ]);
  });

  it('are, where it lists none, all presses of a button and the ring of a bell', () => {
    for (const members of [{}, { button: { event_values: [] } }, { button: null }]) {
      assert.deepEqual(list('bell_button', members), ['ring']);
      const presses = list('button', members);
      assert.ok(presses.includes('double_short_release') && !presses.includes('ring'));
    }
  });

  it('are, of a bell, the ones that its sample reports and that its plain value reads', () => {
    const definition = getResourceDefinition('bell_button');
    const bell: Resource = { id: 'one', type: 'bell_button', ...definition.sample };
    assert.deepEqual(listButtonEvents(bell), ['initial_press']);
    assert.equal(definition.value?.(bell), 'initial_press');
    const { id, type, bell: inServiceDocument } = bell;
    assert.equal(definition.value?.({ id, type, bell: inServiceDocument }), 'initial_press');
  });

  it('are of a dial its directions', () => {
    assert.deepEqual(list('relative_rotary'), ['clock_wise', 'counter_clock_wise']);
  });
});
