import { otherCause } from '../../../src/logbook/changed-by';
import type { LogbookRecord } from '../../../src/logbook/record';

/** A lamp that somebody else turned on. */
export const createRecord = (time: number, values: Partial<LogbookRecord> = {}): LogbookRecord => ({
  time,
  rtype: 'light',
  rid: 'lamp',
  member: 'on.on',
  from: false,
  to: true,
  own: false,
  late: false,
  cause: otherCause,
  ...values,
});
