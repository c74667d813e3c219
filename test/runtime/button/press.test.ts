import assert from 'node:assert/strict';
import type { ResourceChangeEvent } from '../../../src/bridge';
import type { Resource } from '../../../src/resources';
import { PressDeduplicator } from '../../../src/runtime/button/press-deduplicator';
import { detectPress } from '../../../src/runtime/button/press';
import { matchButtonOutputs } from '../../../src/vocabulary';

const rid = '7c2e6d0a-0000-4000-8000-000000000001';
const monday = '2026-11-16T07:00:00.000Z';
const friday = '2026-11-20T07:00:00.000Z';

const button = (updated: string, event = 'short_release'): Resource => ({
  id: rid,
  type: 'button',
  metadata: { control_id: 2 },
  button: { last_event: event, button_report: { updated, event } },
});

const createChange = (settings: Partial<ResourceChangeEvent>): ResourceChangeEvent => ({
  kind: 'changed',
  cause: 'stream',
  own: false,
  resource: button(friday),
  previous: button(monday),
  changed: ['button.button_report.updated'],
  ...settings,
});

describe('A change of a button', () => {
  it('is a press when the report of presses changed', () => {
    assert.deepEqual(detectPress(createChange({})), {
      event: 'short_release',
      button: 2,
      updated: friday,
    });
  });

  it('is a press when a button reports the first one of its life', () => {
    const { button: _none, ...unpressed } = button(monday);
    assert.ok(
      detectPress(createChange({ cause: 'poll', previous: unpressed, changed: ['button'] })),
    );
  });

  it('is none when it was found after a gap, when the button appeared or vanished, or is another one', () => {
    assert.equal(detectPress(createChange({ cause: 'gap' })), undefined);
    assert.equal(detectPress(createChange({ kind: 'added', changed: [] })), undefined);
    assert.equal(detectPress(createChange({ kind: 'deleted' })), undefined);
    assert.equal(detectPress(createChange({ changed: ['metadata.control_id'] })), undefined);
    assert.equal(detectPress(createChange({ changed: ['button.event_values'] })), undefined);
  });

  it('is none when a poll finds another name for the press that is known', () => {
    const renamed = createChange({
      cause: 'poll',
      resource: button(monday, 'long_release'),
      changed: ['button.last_event', 'button.button_report.event'],
    });
    assert.equal(detectPress(renamed), undefined);
  });

  it('is a press without a time on firmware that tells none', () => {
    const buttonWithoutTime = { ...button(friday), button: { last_event: 'initial_press' } };
    assert.deepEqual(
      detectPress(createChange({ resource: buttonWithoutTime, changed: ['button.last_event'] })),
      {
        event: 'initial_press',
        button: 2,
      },
    );
  });

  it('is none when a report is not what it should be', () => {
    for (const report of [null, 5, {}, { event: 7 }, []]) {
      const odd = { ...button(friday), button: { button_report: report } };
      assert.equal(
        detectPress(createChange({ resource: odd, changed: ['button.button_report'] })),
        undefined,
      );
    }
  });
});

describe('A press', () => {
  let now: number;
  let presses: PressDeduplicator;
  beforeEach(() => {
    now = 0;
    presses = new PressDeduplicator(() => now);
  });

  it('is news once, whether the stream or a poll brings it first', () => {
    assert.equal(presses.shouldEmitOnce(rid, friday), true);
    now = 900;
    assert.equal(presses.shouldEmitOnce(rid, friday), false);
  });

  it('is news when its state was seen a moment before', () => {
    presses.recordSeen(rid, friday);
    now = 1_500;
    assert.equal(presses.shouldEmitOnce(rid, friday), true);
  });

  it('is no news when it was known for long and comes along with something else', () => {
    presses.recordSeen(rid, monday);
    now = 60_000;
    assert.equal(presses.shouldEmitOnce(rid, monday), false);
    assert.equal(presses.shouldEmitOnce(rid, friday), true);
  });

  it('is news though the clock of the bridge jumped back', () => {
    assert.equal(presses.shouldEmitOnce(rid, friday), true);
    assert.equal(presses.shouldEmitOnce(rid, monday), true);
  });

  it('is told apart from a press of another button at the same moment', () => {
    assert.equal(presses.shouldEmitOnce(rid, friday), true);
    assert.equal(presses.shouldEmitOnce('7c2e6d0a-0000-4000-8000-000000000002', friday), true);
  });
});

describe('The outputs of a button node', () => {
  const pressed = { button: '2', event: 'long_press' };

  it('are one for everything, unless other settings say so', () => {
    assert.deepEqual(matchButtonOutputs({}, pressed), [true]);
    assert.deepEqual(matchButtonOutputs({ events: 'short_release' }, pressed), [false]);
  });

  it('are one for each kind of press that counts', () => {
    const settings = { split: 'event', events: 'short_release, long_press' };
    assert.deepEqual(matchButtonOutputs(settings, pressed), [false, true]);
    assert.equal(matchButtonOutputs({ split: 'event' }, pressed).filter(Boolean).length, 1);
  });

  it('are one for each button', () => {
    const settings = { split: 'button', buttons: '1,2, dial' };
    assert.deepEqual(matchButtonOutputs(settings, pressed), [false, true, false]);
    assert.deepEqual(matchButtonOutputs({ ...settings, events: 'repeat' }, pressed), [
      false,
      false,
      false,
    ]);
    assert.deepEqual(
      matchButtonOutputs({ split: 'button' }, { button: 'dial', event: 'clock_wise' }),
      [false, false, false, false],
    );
  });

  it('are one for each rule, whatever a flow file holds as rules', () => {
    const rules = [{ button: 2 }, { event: 'long_press' }, {}, null, 'x', { button: '1' }];
    assert.deepEqual(matchButtonOutputs({ split: 'rules', rules }, pressed), [
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    assert.deepEqual(matchButtonOutputs({ split: 'rules', rules: 'none' }, pressed), [true]);
  });
});
