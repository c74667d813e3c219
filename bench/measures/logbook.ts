import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { otherCause } from '../../src/logbook/changed-by';
import type { ChangedBy } from '../../src/logbook/changed-by';
import { DayFiles } from '../../src/logbook/day-files';
import { formatRecord } from '../../src/logbook/record';
import type { RecordSelection } from '../../src/logbook/record';
import { unitLengths } from '../../src/units/duration';
import type { Measure, MeasureOptions, MeasureResult } from '../measure';

export const logbookMeasure: Measure = {
  name: 'logbook',
  title: 'A week out of a logbook with 1,000,000 changes of 100 lamps',
  runsSources: true,
  run,
};

const lamps = Array.from(
  { length: 100 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

const nodeCause: ChangedBy = {
  kind: 'node',
  id: '0123456789abcdef',
  name: 'Hall light',
  flow: 'fedcba9876543210',
  how: 'command',
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'logbook-bench-'));
  try {
    const now = Date.now();
    writeWeek(join(folder, '1'), now, quick ? 100_000 : 1_000_000);
    const week = { since: now - 7 * unitLengths.day, until: now };
    const ofLamp = await measureRead(folder, { ...week, rids: new Set(lamps.slice(0, 1)) });
    const ofRoom = await measureRead(folder, { ...week, rids: new Set(lamps.slice(0, 10)) });
    return [
      { what: 'a week of a lamp', value: ofLamp.duration, unit: 'ms', atMost: 300 },
      { what: 'its longest block', value: ofLamp.block, unit: 'ms', atMost: 20 },
      { what: 'a week of a room with ten lamps', value: ofRoom.duration, unit: 'ms' },
      { what: 'its longest block', value: ofRoom.block, unit: 'ms', atMost: 20 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeWeek(folder: string, now: number, count: number): void {
  mkdirSync(folder);
  const perDay = count / 7;
  for (let day = 0; day < 7; day += 1) {
    const begin = now - (day + 1) * unitLengths.day;
    const lines = Array.from({ length: perDay }, (_, index) =>
      formatRecord({
        time: begin + Math.floor((index / perDay) * unitLengths.day),
        rtype: 'light',
        rid: lamps[index % lamps.length] ?? '',
        member: 'dimming.brightness',
        from: index % 100,
        to: (index + 1) % 100,
        own: index % 2 === 0,
        late: false,
        cause: index % 2 === 0 ? nodeCause : otherCause,
      }),
    );
    const name = new Date(begin).toISOString().slice(0, 10);
    writeFileSync(join(folder, `${name}.0001.jsonl`), lines.join(''));
  }
}

async function measureRead(
  folder: string,
  selection: RecordSelection,
): Promise<{ duration: number; block: number }> {
  const files = new DayFiles(folder);
  const start = performance.now();
  let [block, lastTurn, isReading] = [0, start, true];
  const takeTurn = (): void => {
    const now = performance.now();
    block = Math.max(block, now - lastTurn);
    lastTurn = now;
    if (isReading) setImmediate(takeTurn);
  };
  takeTurn();
  await files.read(selection, () => true);
  isReading = false;
  files.close();
  return { duration: performance.now() - start, block };
}
