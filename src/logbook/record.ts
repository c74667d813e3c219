import { getNestedMember, getTextMember, isDateTime } from '../resources/members';
import { bridgeCauseKinds, nodeWriteKinds, otherCause } from './changed-by';
import type { ChangedBy } from './changed-by';

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
  /** `other` also for a record of an earlier version, which has no cause. */
  readonly cause: ChangedBy;
}

export interface RecordSelection {
  /** In ms since the epoch, both included. */
  readonly since: number;
  readonly until: number;
  /** All resources if missing. */
  readonly rids?: ReadonlySet<string> | undefined;
  /** Both if missing. */
  readonly own?: boolean | undefined;
  /** Members that the cause has, such as its `kind`; any cause if missing. */
  readonly cause?: Readonly<Record<string, string>> | undefined;
}

export const isSelected = (
  record: LogbookRecord,
  { since, until, rids, own = record.own, cause }: RecordSelection,
): boolean =>
  record.time >= since &&
  record.time <= until &&
  record.own === own &&
  (rids?.has(record.rid) ?? true) &&
  (cause === undefined || hasMembers(record.cause, cause));

const hasMembers = (cause: ChangedBy, members: Readonly<Record<string, string>>): boolean =>
  Object.entries(members).every(([name, value]) => getNestedMember(cause, name) === value);

const recordVersion = 1;

/** In characters; real values have less than 1,000. */
const maxValueLength = 4_000;

/** Returns a line with its end. A value that is too long for a line is `null` there. */
export function formatRecord(record: LogbookRecord): string {
  const { time, rtype, rid, member, own, late, from, to, cause } = record;
  const facts = [recordVersion, time, rtype, rid, member, Number(own), Number(late)];
  const values = [from, to].map((value) => {
    const text = JSON.stringify(value ?? null);
    return text.length > maxValueLength ? 'null' : text;
  });
  // Most changes are of sensors, and have no known cause.
  if (cause !== otherCause) values.push(formatCause(cause));
  return `${JSON.stringify(facts).slice(0, -1)},${values.join(',')}]\n`;
}

/** Many records share a cause. */
const causeTexts = new WeakMap<ChangedBy, string>();

function formatCause(cause: ChangedBy): string {
  const known = causeTexts.get(cause);
  if (known !== undefined) return known;
  const text = JSON.stringify(cause);
  causeTexts.set(cause, text);
  return text;
}

/** @returns undefined for a torn or damaged line, and for a line of a later version */
export function parseRecord(line: string): LogbookRecord | undefined {
  const [version, time, rtype, rid, member, own, late, from, to, cause] = parseList(line);
  const isKnown =
    version === recordVersion &&
    typeof time === 'number' &&
    typeof rtype === 'string' &&
    typeof rid === 'string' &&
    typeof member === 'string';
  if (!isKnown) return undefined;
  const facts = { time, rtype, rid, member, from, to };
  return { ...facts, own: own === 1, late: late === 1, cause: parseCause(cause) };
}

/** @returns `other` for a cause that is missing, damaged or of a later version */
function parseCause(value: unknown): ChangedBy {
  const get = (name: string): string | undefined => getTextMember(value, name);
  const getNamed = (name: string): object => (get(name) === undefined ? {} : { [name]: get(name) });
  const [kind, id, topic] = ['kind', 'id', 'topic'].map(get);
  if (kind === 'tab') return { kind };
  if (kind === 'mqtt' && topic !== undefined) return { kind, topic };
  const how = nodeWriteKinds.find((one) => one === get('how'));
  if (kind === 'node' && id !== undefined && how !== undefined)
    return { kind, id, ...getNamed('name'), ...getNamed('flow'), how };
  const what = bridgeCauseKinds.find((one) => one === get('what'));
  if (kind === 'bridge' && what !== undefined)
    return { kind, what, ...getNamed('id'), ...getNamed('name') };
  const [rtype, rid, name] = ['rtype', 'rid', 'name'].map((member) =>
    getTextMember(value, 'probably', member),
  );
  if (kind !== 'other' || rtype === undefined || rid === undefined) return otherCause;
  return { kind, probably: { rtype, rid, ...(name === undefined ? {} : { name }) } };
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
 * @param changedBy the cause of the records
 */
export function createRecords(
  { kind, resource, previous, changed, own, cause: foundBy }: LoggedChange,
  time: number,
  changedBy: ChangedBy,
): readonly LogbookRecord[] {
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
      late: foundBy === 'gap',
      cause: changedBy,
    }))
    .filter(({ to }) => !isDateTime(to));
}

const getValueAt = (resource: unknown, path: string): unknown =>
  getNestedMember(resource, ...path.split('.'));
