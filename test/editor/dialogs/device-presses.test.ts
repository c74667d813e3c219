import assert from 'node:assert/strict';
import {
  isButtonOffered,
  isButtonEventOffered,
  listEventsOfPickedButtons,
} from '../../../src/editor/dialogs/device-presses';

const dial = [
  { button: '1', events: ['short_release', 'initial_press'] },
  { button: '2', events: ['initial_press', 'long_press'] },
  { button: 'dial', events: ['clock_wise', 'counter_clock_wise'] },
];

describe('What the button dialog offers', () => {
  it('is each event that one of the buttons reports, once and in the usual order', () => {
    assert.deepEqual(listEventsOfPickedButtons(dial), [
      'initial_press',
      'short_release',
      'long_press',
      'clock_wise',
      'counter_clock_wise',
    ]);
  });

  it('are the buttons of the picked device, and any', () => {
    const offered = ['', '1', '3', 'dial', 'bell'].filter((name) => isButtonOffered(dial, name));
    assert.deepEqual(offered, ['', '1', 'dial']);
  });

  it('are the events of the button in the same row, or of all where that is any', () => {
    const offer = (button: string): string[] =>
      ['', 'initial_press', 'long_press', 'clock_wise', 'ring'].filter((event) =>
        isButtonEventOffered(dial, event, button),
      );
    assert.deepEqual(offer('1'), ['', 'initial_press']);
    assert.deepEqual(offer('dial'), ['', 'clock_wise']);
    assert.deepEqual(offer(''), ['', 'initial_press', 'long_press', 'clock_wise']);
  });

  it('is everything while no device is picked', () => {
    assert.ok(isButtonOffered(undefined, 'bell'));
    assert.ok(isButtonEventOffered(undefined, 'ring', '1'));
  });
});
