import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/bridge/limits';
import type { ChangeCause, MomentaryInputReport, ResourceChange } from '../../../src/bridge';
import { MomentaryInputReportTracker } from '../../../src/bridge/changes';
import { findMomentaryInputReports } from '../../../src/bridge/resource-state';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { FakeClock } from '../support/fake-clock';
import { makeRid } from '../support/fake-bridge';

const monday = '2026-11-16T07:00:00.000Z';
const friday = '2026-11-20T07:00:00.000Z';

const createButton = (updated: string, event = 'short_release', rid = makeRid(1)): Resource => ({
  id: rid,
  type: 'button',
  metadata: { control_id: 2 },
  button: { last_event: event, button_report: { updated, event } },
});

const createChange = (settings: Partial<ResourceChange> = {}): ResourceChange => ({
  kind: 'changed',
  resource: createButton(friday),
  previous: createButton(monday),
  changed: ['button.button_report.updated'],
  ...settings,
});

describe('An input report', () => {
  let clock: FakeClock;
  let tracker: MomentaryInputReportTracker;
  beforeEach(() => {
    clock = new FakeClock();
    tracker = new MomentaryInputReportTracker(clock, defaultLimits, () =>
      assert.fail('nothing waits'),
    );
  });

  const selectNew = (change: ResourceChange, cause: ChangeCause): readonly MomentaryInputReport[] =>
    tracker.selectNew(findMomentaryInputReports(change.resource, change.changed), change, cause);

  /** True when a change with a report is new, as it comes from an event or a poll. */
  const isNew = (change: ResourceChange, cause: ChangeCause): boolean => {
    const reports = findMomentaryInputReports(change.resource);
    if (cause === 'stream' && !tracker.recordEvent(change.resource.id, reports)) return false;
    return selectNew(change, cause).length > 0;
  };

  it('is new once, whether the stream or a poll brings it first', async () => {
    assert.equal(isNew(createChange(), 'stream'), true);
    await clock.advance(900);
    assert.equal(isNew(createChange(), 'poll'), false);
    assert.equal(isNew(createChange({ resource: createButton(monday) }), 'stream'), true);
    const other = { resource: createButton(friday, 'repeat', makeRid(2)) };
    assert.equal(isNew(createChange(other), 'poll'), true);
    await clock.advance(900);
    assert.equal(isNew(createChange(other), 'stream'), false);
  });

  it('is new when its state was seen a moment before', async () => {
    tracker.recordState(makeRid(1), findMomentaryInputReports(createButton(friday)));
    await clock.advance(9_000);
    assert.equal(isNew(createChange(), 'stream'), true);
  });

  it('is not new when its state was seen more than ten seconds before', async () => {
    tracker.recordState(makeRid(1), findMomentaryInputReports(createButton(friday)));
    await clock.advance(11_000);
    assert.equal(isNew(createChange(), 'stream'), false);
  });

  it('is not new after nineteen later presses of the same button', () => {
    assert.equal(isNew(createChange(), 'stream'), true);
    for (let press = 1; press < 20; press += 1) {
      const time = new Date(Date.parse(friday) + press * 1_000).toISOString();
      assert.equal(isNew(createChange({ resource: createButton(time) }), 'stream'), true);
    }
    assert.equal(isNew(createChange(), 'stream'), false);
  });

  it('is not new when it was known for long and comes along with something else', async () => {
    tracker.recordState(makeRid(1), findMomentaryInputReports(createButton(monday)));
    await clock.advance(60_000);
    assert.equal(isNew(createChange({ resource: createButton(monday) }), 'stream'), false);
    assert.equal(isNew(createChange(), 'stream'), true);
  });

  it('is new though the clock of the bridge jumped back', () => {
    assert.equal(isNew(createChange(), 'stream'), true);
    assert.equal(isNew(createChange({ resource: createButton(monday) }), 'stream'), true);
  });

  it('is not mixed up with one of another button at the same moment', () => {
    const resource = createButton(friday, 'short_release', makeRid(2));
    assert.equal(isNew(createChange(), 'stream'), true);
    assert.equal(isNew(createChange({ resource }), 'stream'), true);
  });

  it('is new when a poll finds the first one in the life of a button', () => {
    const { button: _none, ...unpressed } = createButton(monday);
    const change = createChange({ previous: unpressed, changed: ['button'] });
    assert.equal(isNew(change, 'poll'), true);
  });

  it('is not new after a gap, in a button that appeared or vanished, or for another property', () => {
    assert.deepEqual(selectNew(createChange(), 'gap'), []);
    const others: Partial<ResourceChange>[] = [
      { kind: 'added', changed: [] },
      { kind: 'deleted' },
      { changed: ['metadata.control_id'] },
      { changed: ['button.event_values'] },
    ];
    for (const other of others) assert.deepEqual(selectNew(createChange(other), 'poll'), []);
  });

  it('is not new when a poll finds another name for the one that is known', () => {
    const renamed = createChange({
      resource: createButton(monday, 'long_release'),
      changed: ['button.last_event', 'button.button_report.event'],
    });
    assert.equal(isNew(renamed, 'poll'), false);
  });

  it('is found by what changed of it, above it or below it, and not beside it', () => {
    const update = createButton(friday);
    const find = (path: string): number => findMomentaryInputReports(update, [path]).length;
    assert.equal(find('button'), 2);
    assert.equal(find('button.last_event'), 1);
    assert.equal(find('button.button_report.updated'), 1);
    assert.equal(find('button.repeat_interval'), 0);
    assert.equal(find('metadata'), 0);
    assert.equal(
      findMomentaryInputReports(update, ['metadata.control_id', 'button.last_event']).length,
      1,
    );
    const report = getNestedMember(update, 'button', 'button_report');
    const onlyReport = { ...update, button: { button_report: report } };
    assert.deepEqual(findMomentaryInputReports(onlyReport, ['button.repeat_interval']), []);
  });

  it('is the report of a button, a dial or a bell, and no reading of a sensor', () => {
    const update = {
      button: { last_event: 'repeat', button_report: { updated: friday, event: 'repeat' } },
      relative_rotary: { last_event: null, rotary_report: { updated: monday } },
      bell: { last_event: 'ring' },
      motion: { motion_report: { changed: friday, motion: true } },
      last_event: 'no group',
    };
    assert.deepEqual(findMomentaryInputReports(update), [
      { path: 'button.last_event', updated: friday },
      { path: 'button.button_report', updated: friday },
      { path: 'relative_rotary.rotary_report', updated: monday },
      { path: 'bell.last_event', updated: undefined },
    ]);
    assert.deepEqual(findMomentaryInputReports(update, ['bell']), [
      { path: 'bell.last_event', updated: undefined },
    ]);
  });
});

describe('An input report that a poll finds while the event stream connects', () => {
  it('waits one and a half seconds for its event', async () => {
    const clock = new FakeClock();
    const released: ChangeCause[] = [];
    const tracker = new MomentaryInputReportTracker(clock, defaultLimits, (_change, cause) =>
      released.push(cause),
    );
    assert.equal(tracker.defer(createChange(), 0), true);
    await clock.advance(1_400);
    assert.deepEqual(released, []);
    await clock.advance(200);
    assert.deepEqual(released, ['poll']);
  });
});
