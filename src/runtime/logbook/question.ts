import type { NodeMessage } from 'node-red';
import { BridgeError } from '../../bridge';
import type { StateCache } from '../../bridge';
import { systemClock } from '../../bridge/clock';
import { logbookLimits } from '../../logbook/day-files';
import type { ReadRecords } from '../../logbook/logbook';
import type { LogbookRecord } from '../../logbook/record';
import { isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import { findNearestName } from '../../resources/nearest-name';
import { parseDuration, unitLengths } from '../../units/duration';
import { resolveResource } from '../../vocabulary/lookup';
import type { TargetResolver } from '../../vocabulary/lookup';
import { parsePlainJson } from '../../vocabulary/plain-json';
import type { Bridge } from '../bridge/bridge';
import { getParsedOrThrow, toCommandError } from '../errors';
import { isInGroup } from '../nodes/filter-resources';
import { parseAddress, findAddress } from '../target';

const origins = ['any', 'own', 'foreign'] as const;

type Origin = (typeof origins)[number];

export interface LogbookQuestion {
  /** In ms, up to now. */
  readonly span: number;
  /** Id, name or `Room/Name` of a room, zone, device or service; undefined for all. */
  readonly of: unknown;
  readonly origin: Origin;
}

const members: readonly string[] = ['logbook', 'of', 'origin'];

const longestSpan = logbookLimits.days * unitLengths.day;

/**
 * @param payload such as `{"logbook": "2h", "of": "Kitchen", "origin": "foreign"}`
 * @returns undefined for a payload that asks for something else
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown member, time or origin
 */
export function parseLogbookQuestion(payload: unknown): LogbookQuestion | undefined {
  if (typeof payload !== 'object' || payload === null || !('logbook' in payload)) return undefined;
  const question = getParsedOrThrow(parsePlainJson(payload, 'payload'));
  if (!isObject(question)) return undefined;
  return {
    span: parseSpan(question['logbook']),
    of: question['of'],
    origin: parseOrigin(question['origin'] ?? 'any'),
    ...refuseOtherMembers(question),
  };
}

function refuseOtherMembers(question: Members): object {
  const other = Object.keys(question).find((name) => !members.includes(name));
  if (other === undefined) return {};
  const suggestion = findNearestName(other, members);
  throw toCommandError({
    path: `payload.${other}`,
    expected: 'one of logbook, of, origin',
    received: question[other],
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

function parseSpan(value: unknown): number {
  const span = typeof value === 'string' ? parseDuration(value, NaN) : undefined;
  if (span !== undefined && span > 0 && span <= longestSpan) return span;
  throw toCommandError({
    path: 'payload.logbook',
    expected: `a time up to ${logbookLimits.days} days, such as 30min, 2h or 7 days`,
    received: value,
  });
}

function parseOrigin(value: unknown): Origin {
  const origin = origins.find((one) => one === value);
  if (origin !== undefined) return origin;
  throw toCommandError({
    path: 'payload.origin',
    expected: 'any, own or foreign',
    received: value,
  });
}

/** Of one message. */
const maxAnswers = 1_000;

/**
 * Answers with the changes, newest first, each with the present names of its resource and room.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if the logbook is off; ERR_BRIDGE_UNKNOWN_TARGET if the bridge has no
 * such thing; errors of the client if the bridge cannot be read
 */
export async function answerFromLogbook(
  bridge: Bridge,
  { span, of, origin }: LogbookQuestion,
): Promise<NodeMessage> {
  const { logbook, stateReader } = bridge;
  if (logbook === undefined) throw createLogbookOffError();
  const rids = of === undefined ? undefined : await findMembersOf(bridge, of);
  const until = systemClock.wallTime();
  const own = origin === 'any' ? undefined : origin === 'own';
  const read = await logbook.read({ since: until - span, until, rids, own }, maxAnswers);
  const warnings = describeGaps(read);
  return {
    payload: read.records.map((record) => describeRecord(stateReader.stateCache, record)),
    bridge: { occasion: 'request', ...(warnings.length === 0 ? {} : { warnings }) },
  };
}

const createLogbookOffError = (): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    'The logbook of the bridge is off, so it has no changes. Open the settings of the bridge and choose a logbook under More.',
  );

const resolveSubject: TargetResolver = (index, nameOrId, at) => {
  for (const rtypes of [['room', 'zone'], ['device']]) {
    const found = resolveResource(index, nameOrId, rtypes, at);
    if (found.ok && found.value.resource !== undefined) return found;
  }
  return resolveResource(index, nameOrId, index.types(), at);
};

async function findMembersOf(bridge: Bridge, of: unknown): Promise<ReadonlySet<string>> {
  const { rid } = await findAddress(bridge, parseAddress(of, 'payload.of'), resolveSubject);
  const { stateCache } = bridge.stateReader;
  const found = [...stateCache.all()].filter((resource) => isInGroup(stateCache, rid, resource));
  return new Set(found.map(({ id }) => id));
}

function describeGaps({ hasMore, unreadable, problem }: ReadRecords): readonly string[] {
  const gaps: string[] = [];
  if (hasMore)
    gaps.push(
      `These are the newest ${maxAnswers} changes; older ones are left out. Ask for a shorter time, or for one room or lamp.`,
    );
  if (unreadable > 0) gaps.push(`${unreadable} lines of the logbook cannot be read.`);
  if (problem !== undefined) gaps.push(`Earlier changes are missing: ${problem}.`);
  return gaps;
}

function describeRecord(
  stateCache: StateCache,
  { time, rid, rtype, member, from, to, own, late }: LogbookRecord,
): object {
  const { name = null, room = null } = stateCache.displayNames(rid);
  const origin: Origin = own ? 'own' : 'foreign';
  const fact = { time: new Date(time).toISOString(), name, room, member, from, to, origin };
  return { ...fact, ...(late ? { late } : {}), rtype, rid };
}
