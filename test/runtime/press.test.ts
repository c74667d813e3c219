import assert from 'node:assert/strict';
import type { ResourceChangeEvent } from '../../src/bridge';
import type { Resource } from '../../src/resources/resource';
import { parseReportedPress } from '../../src/runtime/press';
import { matchButtonOutputs } from '../../src/vocabulary/button';
import { DoublePressDetector } from '../../src/runtime/nodes/button';
import { FakeClock } from '../bridge/support/fake-clock';

const monday = '2026-11-16T07:00:00.000Z';

const friday = '2026-11-20T07:00:00.000Z';

describe('A change of a button', () => {
  const rid = '7c2e6d0a-0000-4000-8000-000000000001';

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
    reports: [{ path: 'button.button_report', updated: friday }],
    ...settings,
  });

  it('is a press when it reports a new one', () => {
    assert.deepEqual(parseReportedPress(createChange({})), {
      event: 'short_release',
      button: 2,
      updated: friday,
    });
  });

  it('is none when it reports nothing new, whatever differs', () => {
    assert.equal(parseReportedPress(createChange({ reports: [] })), undefined);
  });

  it('is a press without a time on firmware that gives none', () => {
    const buttonWithoutTime = { ...button(friday), button: { last_event: 'initial_press' } };
    const reports = [{ path: 'button.last_event', updated: undefined }];
    assert.deepEqual(parseReportedPress(createChange({ resource: buttonWithoutTime, reports })), {
      event: 'initial_press',
      button: 2,
    });
  });

  it('is a turn of a dial, in steps and degrees, negative when counterclockwise', () => {
    const parseTurn = (report: object): unknown =>
      parseReportedPress(
        createChange({
          resource: {
            id: rid,
            type: 'relative_rotary',
            relative_rotary: { rotary_report: report },
          },
          reports: [{ path: 'relative_rotary.rotary_report', updated: undefined }],
        }),
      )?.rotation;
    const rotation = { direction: 'clock_wise', steps: 100, duration: 400 };
    assert.deepEqual(parseTurn({ action: 'repeat', rotation }), {
      action: 'repeat',
      steps: 100,
      degrees: 36,
      duration: 400,
    });
    assert.deepEqual(
      parseTurn({ rotation: { ...rotation, direction: 'counter_clock_wise', steps: 70 } }),
      { steps: -70, degrees: -25.2, duration: 400 },
    );
    assert.deepEqual(parseTurn({ rotation: { direction: 'clock_wise', steps: 'many' } }), {
      steps: 0,
      degrees: 0,
    });
  });

  it('is none when a report is not what it should be', () => {
    for (const report of [null, 5, {}, { event: 7 }, []]) {
      const odd = { ...button(friday), button: { button_report: report } };
      assert.equal(parseReportedPress(createChange({ resource: odd })), undefined);
    }
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

describe('Two short presses of a button', () => {
  let clock: FakeClock;
  let emitted: string[];
  let detector: DoublePressDetector<{ rid: string; event: string }>;
  beforeEach(() => {
    clock = new FakeClock();
    emitted = [];
    detector = new DoublePressDetector(400, {
      clock,
      isShort: ({ event }) => event === 'short_release',
      toDouble: (press) => ({ ...press, event: 'double' }),
      emit: ({ rid, event }) => emitted.push(`${rid} ${event}`),
    });
  });
  const press = (event = 'short_release', rid = 'one'): void => detector.take({ rid, event });

  it('are one double press, also with the beginning of the second between them', async () => {
    press('initial_press');
    press();
    await clock.advance(399);
    press('initial_press');
    press();
    await clock.advance(1_000);
    assert.deepEqual(emitted, ['one initial_press', 'one initial_press', 'one double']);
  });

  it('are two single presses after the time, each told when its time is over', async () => {
    press();
    await clock.advance(399);
    assert.deepEqual(emitted, []);
    await clock.advance(1);
    assert.deepEqual(emitted, ['one short_release']);
    press();
    await clock.advance(400);
    assert.deepEqual(emitted, ['one short_release', 'one short_release']);
  });

  it('are of one button: two buttons do not make a double press', async () => {
    press();
    press('short_release', 'two');
    await clock.advance(400);
    assert.deepEqual(emitted, ['one short_release', 'two short_release']);
  });

  it('are a double press and a single one where a third follows', async () => {
    press();
    press();
    press();
    await clock.advance(400);
    assert.deepEqual(emitted, ['one double', 'one short_release']);
  });

  it('are told once where the bridge reports the double press itself', async () => {
    press();
    press('double_short_release');
    await clock.advance(1_000);
    assert.deepEqual(emitted, ['one double_short_release']);
  });

  it('end the wait where the button is held next, or the node stops: nothing is lost', async () => {
    press();
    press('long_press');
    assert.deepEqual(emitted, ['one short_release', 'one long_press']);
    press();
    detector.stop();
    assert.deepEqual(emitted.slice(2), ['one short_release']);
    await clock.advance(1_000);
    assert.equal(emitted.length, 3);
  });
});
