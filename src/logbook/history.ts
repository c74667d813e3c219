import type { LogbookRecord } from './record';

/** A value from a time on, until the next. */
export interface TimedValue {
  /** In ms since the epoch. */
  readonly time: number;
  /** Null while there was none. */
  readonly value: number | null;
}

/** One step of a chart: mean by time, and the least and most value in the step. */
export interface HistoryPoint {
  /** Begin of the step, in ms since the epoch. */
  readonly x: number;
  /** Null for a step without a value. */
  readonly y: number | null;
  readonly least: number | null;
  readonly most: number | null;
}

/**
 * Returns the values of a resource over time: takes the changes back from its present state, the newest first.
 *
 * @param records of this resource, newest first
 * @param readValue reads the value of the resource in a state
 * @param revert returns the state before a change
 */
export function listValues<State>(
  present: State,
  records: readonly LogbookRecord[],
  readValue: (state: State) => number | null,
  revert: (state: State, record: LogbookRecord) => State,
): readonly TimedValue[] {
  const values: TimedValue[] = [];
  let state = present;
  for (const [index, record] of records.entries()) {
    const { time } = record;
    // The members of one change have the same time.
    if (records[index - 1]?.time !== time) values.push({ time, value: readValue(state) });
    state = revert(state, record);
  }
  return values.toReversed();
}

export interface HistorySteps {
  /** In ms since the epoch. */
  readonly since: number;
  readonly until: number;
  /** Length of a step, in ms. Steps begin at multiples of it. */
  readonly every: number;
}

/**
 * Sums values up in steps. A value holds until the next one. There is no step before the first value.
 *
 * @param values oldest first
 */
export function createHistory(
  values: readonly TimedValue[],
  { since, until, every }: HistorySteps,
): readonly HistoryPoint[] {
  const [first] = values;
  if (first === undefined || first.time > until) return [];
  const points: HistoryPoint[] = [];
  let next = 0;
  const start = Math.max(since, first.time);
  for (let x = Math.floor(start / every) * every; x <= until; x += every) {
    const [from, to] = [Math.max(x, start), Math.min(x + every, until)];
    while ((values[next + 1]?.time ?? Infinity) <= from) next += 1;
    const parts: Part[] = [];
    for (let index = next; index < values.length; index += 1) {
      const { time, value } = values[index] ?? first;
      if (time >= to && index > next) break;
      const end = Math.min(values[index + 1]?.time ?? to, to);
      if (value !== null) parts.push({ value, duration: end - Math.max(time, from) });
    }
    points.push({ x, ...sumUp(parts) });
  }
  return points;
}

interface Part {
  readonly value: number;
  /** In ms. */
  readonly duration: number;
}

function sumUp(parts: readonly Part[]): Omit<HistoryPoint, 'x'> {
  const [first] = parts;
  if (first === undefined) return { y: null, least: null, most: null };
  let [least, most, sum, duration] = [first.value, first.value, 0, 0];
  for (const part of parts) {
    least = Math.min(least, part.value);
    most = Math.max(most, part.value);
    sum += part.value * part.duration;
    duration += part.duration;
  }
  const mean = duration === 0 ? (parts.at(-1) ?? first).value : sum / duration;
  return { y: Number(mean.toPrecision(6)), least, most };
}
