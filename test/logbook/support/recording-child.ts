import { systemClock } from '../../../src/bridge/clock';
import { Logbook } from '../../../src/logbook/logbook';
import { createRecord } from './create-record';

/** Records changes of a thing, reports how many are on disk, and runs until it is ended. */
async function run(folder: string, rid: string, count: number): Promise<void> {
  const logbook = new Logbook({
    folder: Promise.resolve(folder),
    clock: systemClock,
    warn: (warning) => void process.send?.({ warning }),
  });
  await Promise.resolve();
  const now = Date.now();
  logbook.record(
    Array.from({ length: count }, (_, index) => createRecord(now, { rid, to: index })),
  );
  const { records } = await logbook.read({ since: 0, until: now, rids: new Set([rid]) }, count);
  process.send?.({ recorded: records.length });
}

const [, , folder = '', rid = '', count = '0'] = process.argv;
process.once('disconnect', () => process.exit());
void run(folder, rid, Number(count));
