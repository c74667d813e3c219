import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/bridge/clock';
import type { TimerHandle } from '../../src/bridge/clock';
import { otherCause } from '../../src/logbook/changed-by';
import type { ChangedBy } from '../../src/logbook/changed-by';
import { DayFiles } from '../../src/logbook/day-files';
import { Logbook } from '../../src/logbook/logbook';
import { createRecords, formatRecord } from '../../src/logbook/record';
import type { LogbookRecord } from '../../src/logbook/record';
import { getNestedMember } from '../../src/resources/members';
import { unitLengths } from '../../src/units/duration';
import { createRecord } from './support/create-record';

const noon = Date.parse('2026-03-10T12:00:00Z');

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const everything = { since: 0, until: noon + 30 * unitLengths.day };

describe('The logbook', () => {
  let folder: string;
  let warnings: string[];
  let opened: Logbook<TimerHandle>[];
  const open = async (isOnDisk = true): Promise<Logbook<TimerHandle>> => {
    const logbook = new Logbook({
      folder: isOnDisk ? Promise.resolve(folder) : undefined,
      clock: { ...systemClock, wallTime: () => noon },
      warn: (warning) => warnings.push(warning),
    });
    opened.push(logbook);
    await Promise.resolve();
    return logbook;
  };
  const listValues = async (logbook: Logbook<TimerHandle>, limit = 1_000): Promise<unknown[]> =>
    (await logbook.read(everything, limit)).records.map(({ to }) => to);
  const ofProcess = (number = 1): string => join(folder, String(number));
  const dayFile = (): string => join(ofProcess(), '2026-03-10.0001.jsonl');
  const writeDay = async (records: readonly LogbookRecord[]): Promise<void> => {
    const logbook = await open();
    logbook.record(records);
    await logbook.close();
  };
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'logbook-')), 'home-logbook');
    warnings = [];
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((logbook) => logbook.close()));
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  it('holds what changed from one start to the next, newest first, in files for its user alone', async () => {
    await writeDay([
      createRecord(noon - unitLengths.day, { to: 'yesterday' }),
      createRecord(noon, { to: 'today' }),
    ]);
    const again = await open();
    again.record([createRecord(noon + 1, { to: 'now' })]);
    assert.deepEqual(await listValues(again), ['now', 'today', 'yesterday']);
    assert.deepEqual(await readdir(ofProcess()), [
      '2026-03-09.0001.jsonl',
      '2026-03-10.0001.jsonl',
    ]);
    assert.equal((await stat(dayFile())).mode & 0o777, 0o600);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.deepEqual(warnings, []);
  });

  it('holds all of a record, and names of any kind', async () => {
    const record = createRecord(noon, {
      member: 'metadata.name',
      from: 'Lamp\n[1,',
      to: '<b onclick="x()">Läm\u2028p</b>',
      own: true,
      late: true,
      cause: { kind: 'node', id: 'n1', name: '<i>Häll</i>\n"', flow: 'f1', how: 'fade' },
    });
    await writeDay([record]);
    const { records, unreadable } = await (await open()).read(everything, 1);
    assert.deepEqual(records, [record]);
    assert.equal(unreadable, 0);
  });

  const causes: readonly ChangedBy[] = [
    { kind: 'node', id: 'n1', how: 'command' },
    { kind: 'node', id: 'n2', name: 'Hall', flow: 'f1', how: 'daylight' },
    { kind: 'tab' },
    { kind: 'mqtt', topic: 'home/light/set' },
    { kind: 'bridge', what: 'scene', id: 's1', name: 'Relax' },
    { kind: 'bridge', what: 'power' },
    { kind: 'other', probably: { rtype: 'button', rid: 'b1', name: 'Switch' } },
    { kind: 'other', probably: { rtype: 'motion', rid: 'm1' } },
    { kind: 'other' },
  ];

  it('holds each kind of cause on disk', async () => {
    await writeDay(causes.map((cause, index) => createRecord(noon + index, { cause })));
    const { records } = await (await open()).read(everything, 9);
    assert.deepEqual(
      records.map(({ cause }) => cause),
      causes.toReversed(),
    );
  });

  it('answers by cause', async () => {
    await writeDay(causes.map((cause, index) => createRecord(noon + index, { to: index, cause })));
    const logbook = await open();
    const find = async (cause: Record<string, string>): Promise<unknown[]> =>
      (await logbook.read({ ...everything, cause }, 9)).records.map(({ to }) => to);
    assert.deepEqual(await find({ kind: 'node' }), [1, 0]);
    assert.deepEqual(await find({ name: 'Relax' }), [4]);
    assert.deepEqual(await find({ kind: 'bridge', what: 'power' }), [5]);
    assert.deepEqual(await find({ kind: 'other' }), [8, 7, 6]);
    assert.deepEqual(await find({ kind: 'tab', name: 'Relax' }), []);
  });

  it('reads lines without a cause, which an earlier version wrote, and a cause of a later version', async () => {
    await writeDay([createRecord(noon, { to: 'without' })]);
    const later = formatRecord(createRecord(noon + 1, { to: 'later', cause: { kind: 'tab' } }));
    await appendFile(dayFile(), later.replace('"tab"', '"voice"'));
    const { records, unreadable } = await (await open()).read(everything, 9);
    assert.equal(unreadable, 0);
    assert.deepEqual(
      records.map(({ to, cause }) => [to, cause]),
      [
        ['later', otherCause],
        ['without', otherCause],
      ],
    );
    assert.match(firstLine(await readFile(dayFile(), 'utf8')), /,"without"\]$/);
  });

  it('answers by time, by thing and by who made the change, with no more than the limit', async () => {
    await writeDay([
      createRecord(noon - 3, { to: 1 }),
      createRecord(noon - 2, { to: 2, rid: 'other' }),
      createRecord(noon - 1, { to: 3, own: true }),
      createRecord(noon, { to: 4 }),
    ]);
    const logbook = await open();
    const read = async (selection: object, limit = 9): Promise<unknown> => {
      const { records, hasMore } = await logbook.read({ ...everything, ...selection }, limit);
      return [records.map(({ to }) => to), hasMore];
    };
    assert.deepEqual(await read({ since: noon - 2, until: noon - 1 }), [[3, 2], false]);
    assert.deepEqual(await read({ rids: new Set(['lamp']) }), [[4, 3, 1], false]);
    assert.deepEqual(await read({ rids: new Set() }), [[], false]);
    assert.deepEqual(await read({ own: true }), [[3], false]);
    assert.deepEqual(await read({ own: false }, 2), [[4, 2], true]);
  });

  it('keeps the newest 8,000 in memory if it is for this session', async () => {
    const logbook = await open(false);
    for (let index = 0; index < 20_000; index += 1)
      logbook.record([createRecord(noon + index, { to: index })]);
    const values = await listValues(logbook, 30_000);
    assert.equal(values[0], 19_999);
    assert.ok(values.length > 7_000 && values.length <= 8_000, String(values.length));
  });

  it('skips a torn last line, a damaged line and a line of a later version, and counts them', async () => {
    await writeDay([createRecord(noon, { to: 'first' }), createRecord(noon, { to: 'torn' })]);
    await truncate(dayFile(), (await stat(dayFile())).size - 10);
    const logbook = await open();
    logbook.record([createRecord(noon + 1, { to: 'second' })]);
    await listValues(logbook);
    const later = formatRecord(createRecord(noon)).replace(/^\[1/, '[2');
    await appendFile(dayFile(), `${later}\0\0\0 garbage {\n{"a":1}\n`);
    const { records, unreadable } = await logbook.read(everything, 9);
    assert.deepEqual(
      records.map(({ to }) => to),
      ['second', 'first'],
    );
    assert.equal(unreadable, 4);
  });

  it('puts changes in the order of their time after the clock was set back', async () => {
    await writeDay([
      createRecord(noon, { to: 'noon' }),
      createRecord(noon - unitLengths.hour, { to: 'an hour before' }),
      createRecord(noon - unitLengths.minute, { to: 'a minute before' }),
    ]);
    assert.deepEqual(await listValues(await open()), ['noon', 'a minute before', 'an hour before']);
  });

  it('deletes what is older than 30 days, what a wrong clock has put far ahead, and the oldest above 20 MB', async () => {
    await writeDay([createRecord(noon, { to: 'kept' })]);
    const line = formatRecord(createRecord(noon - unitLengths.day));
    const large = line.repeat(Math.ceil((11 * 1_024 * 1_024) / line.length));
    for (const [name, text] of [
      ['2026-02-07', line],
      ['2031-01-01', line],
      ['2026-03-08', large],
      ['2026-03-09', large],
    ] as const)
      await writeFile(join(ofProcess(), `${name}.0001.jsonl`), text);
    await writeDay([]);
    assert.deepEqual(await readdir(ofProcess()), [
      '2026-03-09.0001.jsonl',
      '2026-03-10.0001.jsonl',
    ]);
  });

  it('begins another file of the day when one is large, and reads both', async () => {
    const records = Array.from({ length: 1_900 }, (_, index) =>
      createRecord(noon + index, { to: `${index} ${'x'.repeat(1_500)}` }),
    );
    await writeDay(records);
    const logbook = await open();
    logbook.record([createRecord(noon + 2_000, { to: 'last' })]);
    assert.equal((await listValues(logbook, 3_000)).length, 1_901);
    assert.equal((await readdir(ofProcess())).length, 2);
  });

  it('says once that the disk takes nothing, keeps the changes in memory, and writes them later', async () => {
    await writeFile(folder, 'a file where the folder should be');
    const logbook = await open();
    for (const to of [1, 2]) {
      logbook.record([createRecord(noon + to, { to })]);
      await listValues(logbook);
    }
    const { records, problem } = await logbook.read(everything, 9);
    assert.equal(records.length, 2);
    assert.match(String(problem), /home-logbook/);
    assert.equal(warnings.length, 1);
    assert.match(String(warnings), /^The logbook cannot be written: Cannot write .*home-logbook/);
    await rm(folder);
    assert.deepEqual(await listValues(logbook), [2, 1]);
    assert.equal((await readFile(dayFile(), 'utf8')).split('\n').length, 3);
  });

  it('goes on in memory while its folder is read-only', async () => {
    await writeDay([createRecord(noon, { to: 'before' })]);
    await chmod(join(folder, '..'), 0o755);
    await chmod(folder, 0o555);
    const logbook = await open();
    logbook.record([createRecord(noon + 1, { to: 'now' })]);
    // Permissions do not bind root.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      assert.deepEqual(await listValues(logbook), ['now']);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    assert.equal(warnings.length, 1);
    await chmod(folder, 0o700);
    assert.deepEqual(await listValues(logbook), ['now', 'before']);
  });

  describe('of several processes', () => {
    const start = async (rid: string): Promise<ChildProcess> => {
      const child = fork(join(__dirname, 'support', 'recording-child.js'), [folder, rid, '50']);
      const [recorded] = (await once(child, 'message')).map((report: unknown) =>
        getNestedMember(report, 'recorded'),
      );
      assert.equal(recorded, 50);
      return child;
    };
    const kill = async (child: ChildProcess): Promise<void> => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    const countRecords = async (): Promise<number> => {
      const files = new DayFiles(folder);
      let count = 0;
      await files.read({ since: 0, until: Date.now() }, (_, records) => {
        count += records.length;
        return true;
      });
      files.close();
      return count;
    };

    it('is there after its process was killed', async () => {
      await kill(await start('lamp'));
      assert.equal(await countRecords(), 50);
    });

    it('does not mix the changes of two that run at the same time', async () => {
      const one = await start('lamp');
      const other = await start('lamp');
      assert.equal((await readdir(ofProcess(1))).length, 1);
      assert.equal((await readdir(ofProcess(2))).length, 1);
      assert.equal(await countRecords(), 0);
      await Promise.all([kill(one), kill(other)]);
      assert.equal(await countRecords(), 50);
    });
  });
});

describe('A change in the logbook', () => {
  const change = {
    kind: 'changed',
    resource: { id: 'lamp', type: 'light', on: { on: true }, dimming: { brightness: 60 } },
    previous: { id: 'lamp', type: 'light', on: { on: false }, dimming: { brightness: 20 } },
    changed: ['on.on', 'dimming.brightness'],
    own: true,
    cause: 'stream',
  } as const;

  it('has a record for each member, with the value before and after', () => {
    assert.deepEqual(createRecords(change, noon, otherCause), [
      createRecord(noon, { own: true }),
      createRecord(noon, { member: 'dimming.brightness', from: 20, to: 60, own: true }),
    ]);
  });

  it('has the cause that is found for the change', () => {
    const records = createRecords(change, noon, { kind: 'tab' });
    assert.deepEqual(
      records.map(({ cause }) => cause),
      [{ kind: 'tab' }, { kind: 'tab' }],
    );
  });

  it('is late if it was found after a gap', () => {
    assert.ok(
      createRecords({ ...change, cause: 'gap' }, noon, otherCause).every(({ late }) => late),
    );
  });

  it('has no record of where people are, nor of when something was measured', () => {
    const resource = { id: 'phone', type: 'geofence_client', is_at_home: true };
    assert.deepEqual(
      createRecords({ ...change, resource, changed: ['is_at_home'] }, noon, otherCause),
      [],
    );
    const measured = { ...change.resource, at: '2026-03-10T12:00:00Z' };
    assert.deepEqual(
      createRecords({ ...change, resource: measured, changed: ['at'] }, noon, otherCause),
      [],
    );
  });
});
