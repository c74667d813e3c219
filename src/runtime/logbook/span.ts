import { BridgeError } from '../../bridge';
import { logbookLimits } from '../../logbook/day-files';
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

export const createLogbookOffError = (): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    'The logbook of the bridge is off, so it has no changes. Open the settings of the bridge and choose a logbook under More.',
  );
