import type { NodeMessage } from 'node-red';
import { systemClock } from '../../bridge/clock';
import { logbookLimits } from '../../logbook/day-files';
import { createHistory, listValues } from '../../logbook/history';
import type { HistoryPoint } from '../../logbook/history';
import type { LogbookRecord } from '../../logbook/record';
import { getNestedMember, isObject } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { getPlainValue, readingTypes } from '../../resources/table';
import { unitLengths } from '../../units/duration';
import { createTargetResolver } from '../../vocabulary/lookup';
import { parsePlainJson } from '../../vocabulary/plain-json';
import type { Bridge } from '../bridge/bridge';
import { getParsedOrThrow, toCommandError } from '../errors';
import { findAddress, parseAddress } from '../target';
import { assertMembersKnown, createLogbookOffError, parseSpan } from './span';

const chartPackages = ['@flowfuse/node-red-dashboard', 'node-red-dashboard'] as const;

export interface HistoryQuestion {
  readonly kind: 'history';
  /** In ms, up to now. */
  readonly span: number;
  /** Length of a step, in ms. */
  readonly every: number;
  /** Id, name or `Room/Name` of a lamp or sensor. */
  readonly of: unknown;
  readonly chart: (typeof chartPackages)[number];
}

/** More points than a chart has pixels help nobody. */
const maxPoints = 2_000;

/** A day in steps of five minutes. */
const usualPoints = 288;

/**
 * @param payload such as `{"history": "24h", "of": "Kitchen sensor/temperature", "every": "5 min"}`
 * @returns undefined for a payload that asks for something else
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown member, time or chart
 */
export function parseHistoryQuestion(payload: unknown): HistoryQuestion | undefined {
  if (typeof payload !== 'object' || payload === null || !('history' in payload)) return undefined;
  const question = getParsedOrThrow(parsePlainJson(payload, 'payload'));
  if (!isObject(question)) return undefined;
  assertMembersKnown(question, ['history', 'of', 'every', 'chart']);
  const span = parseSpan(question['history'], 'payload.history');
  const every = parseEvery(question['every'], span);
  const chart = chartPackages.find((name) => name === (question['chart'] ?? chartPackages[0]));
  if (chart === undefined)
    throw toCommandError({
      path: 'payload.chart',
      expected: chartPackages.join(' or '),
      received: question['chart'],
    });
  return { kind: 'history', span, every, of: question['of'], chart };
}

function parseEvery(value: unknown, span: number): number {
  if (value === undefined) return Math.max(Math.ceil(span / usualPoints), unitLengths.second);
  const every = parseSpan(value, 'payload.every');
  if (every <= span && span / every <= maxPoints) return every;
  throw toCommandError({
    path: 'payload.every',
    expected: `a time that is in the history at least once, and at most ${maxPoints} times`,
    received: value,
  });
}

const resolveCharted = createTargetResolver(
  ['light', 'grouped_light', ...readingTypes],
  ['light', 'grouped_light'],
);

/**
 * Answers with the points of a chart: the brightness of a lamp (0 while it is off), or the reading of a sensor (1 and 0
 * for yes and no). A value holds until the next change. The points begin where the logbook begins.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if the logbook is off; ERR_BRIDGE_UNKNOWN_TARGET if the bridge has no
 * such lamp or sensor; errors of the client if the bridge cannot be read
 */
export async function answerHistory(
  bridge: Bridge,
  { span, every, of, chart }: HistoryQuestion,
): Promise<NodeMessage> {
  const { logbook } = bridge;
  if (logbook === undefined) throw createLogbookOffError();
  const { rid, resource } = await findAddress(
    bridge,
    parseAddress(of, 'payload.of'),
    resolveCharted,
  );
  const until = systemClock.wallTime();
  const rids = new Set([rid]);
  const since = until - logbookLimits.days * unitLengths.day;
  const read = await logbook.read({ since, until, rids }, Infinity);
  const present = bridge.client.stateCache.get(rid) ?? resource;
  const known =
    present === undefined ? [] : listValues(present, read.records, readNumber, revertChange);
  const isConstant = known.length === 0 && present !== undefined;
  const values = isConstant ? [{ time: until, value: readNumber(present) }] : known;
  const points = createHistory(values, { since: until - span, until, every });
  const { name = rid } = bridge.client.stateCache.displayNames(rid);
  return {
    payload: chart === 'node-red-dashboard' ? toOneSeries(name, points) : toPoints(name, points),
    topic: name,
    ...(chart === chartPackages[0] ? { action: 'replace' } : {}),
    bridge: { occasion: 'request' },
  };
}

/**
 * For `ui-chart` of `@flowfuse/node-red-dashboard` 1.31, with the keys `series`, `x` and `y`. Its `action` replaces what
 * the chart shows.
 */
const toPoints = (series: string, points: readonly HistoryPoint[]): readonly object[] =>
  points.map((point) => ({ series, ...point }));

/** For `ui_chart` of `node-red-dashboard` 3.6, as a whole chart that replaces what it shows. */
const toOneSeries = (series: string, points: readonly HistoryPoint[]): readonly object[] => [
  { series: [series], data: [points], labels: [''] },
];

function readNumber(resource: Resource): number | null {
  if (resource.type === 'light' || resource.type === 'grouped_light') {
    if (getNestedMember(resource, 'on', 'on') !== true) return 0;
    const brightness = getNestedMember(resource, 'dimming', 'brightness');
    return typeof brightness === 'number' ? brightness : 100;
  }
  const value = getPlainValue(resource);
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' ? value : null;
}

function revertChange(resource: Resource, { member, from }: LogbookRecord): Resource {
  const { id, type } = resource;
  return { ...setMember(resource, member.split('.'), from), id, type };
}

function setMember(value: unknown, [step, ...rest]: readonly string[], to: unknown): object {
  const members = isObject(value) ? value : {};
  if (step === undefined) return members;
  const inner = rest.length === 0 ? to : setMember(members[step], rest, to);
  return { ...members, [step]: inner };
}
