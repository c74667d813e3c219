import type { NodeMessage } from 'node-red';
import type { StateCache } from '../../bridge';
import { systemClock } from '../../bridge/clock';
import type { LogbookRecord } from '../../logbook/record';
import { bridgeCauseKinds, nodeWriteKinds } from '../../logbook/changed-by';
import { cloneJson, isObject } from '../../resources/members';
import { resolveResource } from '../../vocabulary/lookup';
import type { TargetResolver } from '../../vocabulary/lookup';
import { parsePlainJson } from '../../vocabulary/plain-json';
import type { Bridge } from '../bridge/bridge';
import { getParsedOrThrow, toCommandError } from '../errors';
import { isInGroup } from '../nodes/filter-resources';
import { parseAddress, findAddress } from '../target';
import {
  assertMembersKnown,
  createLogbookOffError,
  describeGaps,
  maxAnswers,
  parseSpan,
} from './span';

const origins = ['any', 'own', 'foreign'] as const;

type Origin = (typeof origins)[number];

export interface LogbookQuestion {
  readonly kind: 'logbook';
  /** In ms, up to now. */
  readonly span: number;
  /** Id, name or `Room/Name` of a room, zone, device or service; undefined for all. */
  readonly of: unknown;
  readonly origin: Origin;
  /** Members that the cause of a change has; any cause if undefined. */
  readonly cause: Readonly<Record<string, string>> | undefined;
}

/**
 * @param payload such as `{"logbook": "2h", "of": "Kitchen", "origin": "foreign", "cause": "bridge"}`
 * @returns undefined for a payload that asks for something else
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown member, time, origin or cause
 */
export function parseLogbookQuestion(payload: unknown): LogbookQuestion | undefined {
  if (typeof payload !== 'object' || payload === null || !('logbook' in payload)) return undefined;
  const question = getParsedOrThrow(parsePlainJson(payload, 'payload'));
  if (!isObject(question)) return undefined;
  assertMembersKnown(question, ['logbook', 'of', 'origin', 'cause']);
  return {
    kind: 'logbook',
    span: parseSpan(question['logbook'], 'payload.logbook'),
    of: question['of'],
    origin: parseOrigin(question['origin'] ?? 'any'),
    cause: question['cause'] === undefined ? undefined : parseCause(question['cause']),
  };
}

const causeKinds: readonly unknown[] = ['node', 'tab', 'mqtt', 'bridge', 'other'];

/** Lists of values that a member of a cause may have; undefined for any text. */
const causeMembers: Readonly<Record<string, readonly unknown[] | undefined>> = {
  kind: causeKinds,
  how: nodeWriteKinds,
  what: bridgeCauseKinds,
  id: undefined,
  name: undefined,
  flow: undefined,
  topic: undefined,
};

/** A kind, or an object with members that the cause has. */
function parseCause(value: unknown): Readonly<Record<string, string>> {
  const members = isObject(value) ? value : { kind: value };
  assertMembersKnown(members, Object.keys(causeMembers), 'payload.cause');
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const known = causeMembers[name];
      if (typeof member === 'string' && known?.includes(member) !== false) return [name, member];
      throw toCommandError({
        path: isObject(value) ? `payload.cause.${name}` : 'payload.cause',
        expected: known === undefined ? 'text' : `one of ${known.join(', ')}`,
        received: member,
      });
    }),
  );
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

/**
 * Answers with the changes, newest first, each with the present names of its resource and room.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if the logbook is off; ERR_BRIDGE_UNKNOWN_TARGET if the bridge has no
 * such thing; errors of the client if the bridge cannot be read
 */
export async function answerFromLogbook(
  bridge: Bridge,
  { span, of, origin, cause }: LogbookQuestion,
): Promise<NodeMessage> {
  const { logbook, stateReader } = bridge;
  if (logbook === undefined) throw createLogbookOffError();
  const rids = of === undefined ? undefined : await findMembersOf(bridge, of);
  const until = systemClock.wallTime();
  const own = origin === 'any' ? undefined : origin === 'own';
  const read = await logbook.read({ since: until - span, until, rids, own, cause }, maxAnswers);
  const warnings = describeGaps(read);
  return {
    payload: read.records.map((record) => describeRecord(stateReader.stateCache, record)),
    bridge: { occasion: 'request', ...(warnings.length === 0 ? {} : { warnings }) },
  };
}

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

function describeRecord(
  stateCache: StateCache,
  { time, rid, rtype, member, from, to, own, late, cause }: LogbookRecord,
): object {
  const { name = null, room = null } = stateCache.displayNames(rid);
  const origin: Origin = own ? 'own' : 'foreign';
  const fact = { time: new Date(time).toISOString(), name, room, member, from, to, origin };
  return { ...fact, cause: cloneJson(cause), ...(late ? { late } : {}), rtype, rid };
}
