import { BridgeError } from '../../bridge';
import { logbookLimits } from '../../logbook/day-files';
import type { ReadRecords } from '../../logbook/logbook';
import { appendMemberToPath } from '../../resources/members';
import type { Members } from '../../resources/members';
import { findNearestName } from '../../resources/nearest-name';
import { parseDuration, unitLengths } from '../../units/duration';
import { toCommandError } from '../errors';

const longestSpan = logbookLimits.days * unitLengths.day;

/**
 * @param value such as `30min`, `2h` or `7 days`
 * @returns ms, up to 30 days
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for anything else
 */
export function parseSpan(value: unknown, path: string): number {
  const span = typeof value === 'string' ? parseDuration(value, NaN) : undefined;
  if (span !== undefined && span > 0 && span <= longestSpan) return span;
  throw toCommandError({
    path,
    expected: `a time up to ${logbookLimits.days} days, such as 30min, 2h or 7 days`,
    received: value,
  });
}

/**
 * @param path of the question
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a member that is none of the names
 */
export function assertMembersKnown(
  question: Members,
  names: readonly string[],
  path = 'payload',
): void {
  const other = Object.keys(question).find((name) => !names.includes(name));
  if (other === undefined) return;
  const suggestion = findNearestName(other, names);
  throw toCommandError({
    path: appendMemberToPath(path, other),
    expected: `one of ${names.join(', ')}`,
    received: question[other],
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

/** Of one message. */
export const maxAnswers = 1_000;

/** Says which changes an answer lacks. */
export function describeGaps({ hasMore, unreadable, problem }: ReadRecords): readonly string[] {
  const gaps: string[] = [];
  if (hasMore)
    gaps.push(
      `These are the newest ${maxAnswers} changes; older ones are left out. Ask for a shorter time, or for one room or lamp.`,
    );
  if (unreadable > 0) gaps.push(`${unreadable} lines of the logbook cannot be read.`);
  if (problem !== undefined) gaps.push(`Earlier changes are missing: ${problem}.`);
  return gaps;
}

export const createLogbookOffError = (): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    'The logbook of the bridge is off, so it has no changes. Open the settings of the bridge and choose a logbook under More.',
  );
