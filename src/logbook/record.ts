import { getNestedMember, isDateTime } from '../resources/members';

/** One change of one member of a resource, as the package learned of it. */
export interface LogbookRecord {
  /** In ms since the epoch, by the clock of the machine. */
  readonly time: number;
  readonly rtype: string;
  readonly rid: string;
  /** Path, such as `on.on`. */
  readonly member: string;
  readonly from: unknown;
  readonly to: unknown;
  /** True if a flow of this Node-RED made the change. */
  readonly own: boolean;
  /** True for a change found after a gap: it happened some time before. */
  readonly late: boolean;
}

export interface RecordSelection {
  /** In ms since the epoch, both included. */
  readonly since: number;
  readonly until: number;
  /** All resources if missing. */
  readonly rids?: ReadonlySet<string> | undefined;
  /** Both if missing. */
  readonly own?: boolean | undefined;
}

export const isSelected = (
  record: LogbookRecord,
  { since, until, rids, own = record.own }: RecordSelection,
): boolean =>
  record.time >= since &&
  record.time <= until &&
  record.own === own &&
  (rids?.has(record.rid) ?? true);

const recordVersion = 1;

/** In characters; real values have less than 1,000. */
const maxValueLength = 4_000;

/** Returns a line with its end. A value that is too long for a line is `null` there. */
export function formatRecord(record: LogbookRecord): string {
  const { time, rtype, rid, member, own, late, from, to } = record;
  const facts = [recordVersion, time, rtype, rid, member, Number(own), Number(late)];
  const values = [from, to].map((value) => {
    const text = JSON.stringify(value ?? null);
    return text.length > maxValueLength ? 'null' : text;
  });
  return `${JSON.stringify(facts).slice(0, -1)},${values.join(',')}]\n`;
}

/** @returns undefined for a torn or damaged line, and for a line of a later version */
export function parseRecord(line: string): LogbookRecord | undefined {
  const [version, time, rtype, rid, member, own, late, from, to] = parseList(line);
  const isKnown =
    version === recordVersion &&
    typeof time === 'number' &&
    typeof rtype === 'string' &&
    typeof rid === 'string' &&
    typeof member === 'string';
  return isKnown
    ? { time, rtype, rid, member, from, to, own: own === 1, late: late === 1 }
    : undefined;
}

/** Returns the second text of a line, without parsing the rest. */
export const findRid = (line: string): string | undefined => line.split('"', 4)[3];

function parseList(line: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Where somebody is, is nobody's business. */
const privateTypes: ReadonlySet<string> = new Set(['geofence_client', 'geolocation']);

interface LoggedChange {
  readonly kind: 'added' | 'changed' | 'deleted';
  readonly resource: { readonly id: string; readonly type: string };
  readonly previous?: object;
  readonly changed: readonly string[];
  readonly own: boolean;
  readonly cause: 'stream' | 'poll' | 'gap';
}

/**
 * Returns a record for each changed member. Times of measurements, which change with each value, and where people are
 * get no record.
 *
 * @param time as in `LogbookRecord`
 */
export function createRecords(change: LoggedChange, time: number): readonly LogbookRecord[] {
  const { kind, resource, previous, changed, own, cause } = change;
  if (kind !== 'changed' || privateTypes.has(resource.type)) return [];
  return changed
    .map((member) => ({
      time,
      rtype: resource.type,
      rid: resource.id,
      member,
      from: getValueAt(previous, member),
      to: getValueAt(resource, member),
      own,
      late: cause === 'gap',
    }))
    .filter(({ to }) => !isDateTime(to));
}

const getValueAt = (resource: unknown, path: string): unknown =>
  getNestedMember(resource, ...path.split('.'));
