import type { NodeMessage } from 'node-red';
import { systemClock } from '../../bridge/clock';
import { logbookLimits } from '../../logbook/day-files';
import { createHistory, listValues } from '../../logbook/history';
import type { HistoryPoint, TimedValue } from '../../logbook/history';
import type { LogbookRecord } from '../../logbook/record';
import { getNestedMember, isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { getPlainValue, readingTypes } from '../../resources/table';
import { unitLengths } from '../../units/duration';
import { createTargetResolver } from '../../vocabulary/lookup';
import { parsePlainJson } from '../../vocabulary/plain-json';
import type { Bridge } from '../bridge/bridge';
import { getParsedOrThrow, toCommandError } from '../errors';
import { findAddress, parseAddress } from '../target';
import { assertMembersKnown, createLogbookOffError, describeGaps, parseSpan } from './span';

const chartPackages = ['@flowfuse/node-red-dashboard', 'node-red-dashboard'] as const;

interface AskedHistory {
  /** In ms, up to now. */
  readonly span: number;
  /** Length of a step, in ms. */
  readonly every: number;
  readonly chart: (typeof chartPackages)[number];
}

export interface HistoryQuestion extends AskedHistory {
  readonly kind: 'history';
  /** Id, name or `Room/Name` of a lamp or sensor. */
  readonly of: unknown;
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
  return { kind: 'history', of: question['of'], ...parseAsked(question, 'payload') };
}

/**
 * @param payload `"history"`, which is a day, or such as `{"history": "24h", "every": "5 min"}`
 * @param path of the payload
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown member, time or chart
 */
function parseOwnHistoryQuestion(payload: unknown, path: string): AskedHistory {
  if (payload === 'history') return parseAsked({ history: '24h' }, path);
  const question = getParsedOrThrow(parsePlainJson(payload, path));
  const members = isObject(question) ? question : {};
  assertMembersKnown(members, ['history', 'every', 'chart'], path);
  return parseAsked(members, path);
}

function parseAsked(question: Members, path: string): AskedHistory {
  const span = parseSpan(question['history'], `${path}.history`);
  const every = parseEvery(question['every'], span, `${path}.every`);
  const chart = chartPackages.find((name) => name === (question['chart'] ?? chartPackages[0]));
  if (chart !== undefined) return { span, every, chart };
  throw toCommandError({
    path: `${path}.chart`,
    expected: chartPackages.join(' or '),
    received: question['chart'],
  });
}

function parseEvery(value: unknown, span: number, path: string): number {
  if (value === undefined) return Math.max(Math.ceil(span / usualPoints), unitLengths.second);
  const every = parseSpan(value, path);
  if (every <= span && span / every <= maxPoints) return every;
  throw toCommandError({
    path,
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
  question: HistoryQuestion,
): Promise<NodeMessage> {
  if (bridge.logbook === undefined) throw createLogbookOffError();
  const address = parseAddress(question.of, 'payload.of');
  const { rid, resource } = await findAddress(bridge, address, resolveCharted);
  const { payload, members, warnings } = await createHistoryAnswer(
    [{ bridge, rid, resource }],
    question,
  );
  return {
    payload,
    ...members,
    bridge: { occasion: 'request', ...(warnings.length === 0 ? {} : { warnings }) },
  };
}

interface ChartedResource {
  readonly bridge: Pick<Bridge, 'client' | 'logbook'>;
  readonly rid: string;
  readonly resource: Resource | undefined;
}

/** Lines of one chart. */
const maxSeries = 20;

interface HistoryAnswer {
  readonly payload: readonly object[];
  /** `topic` and `action` of the message. */
  readonly members: Members;
  readonly warnings: readonly string[];
}

/**
 * Answers with a line of the chart for each lamp or sensor, as `answerHistory` does.
 *
 * @param payload of the message: `"history"` or an object with this member
 * @param path of the payload
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a wrong question, or one for more than 20 lamps or sensors;
 * ERR_BRIDGE_NOT_CONFIGURED if the logbook is off
 */
export function answerOwnHistory(
  charted: readonly ChartedResource[],
  payload: unknown,
  path = 'payload',
): Promise<HistoryAnswer> {
  const question = parseOwnHistoryQuestion(payload, path);
  if (charted.length <= maxSeries) return createHistoryAnswer(charted, question);
  throw toCommandError({
    path,
    expected: `a history of at most ${maxSeries} lamps or sensors, not of ${charted.length}: name fewer`,
    received: payload,
  });
}

async function createHistoryAnswer(
  charted: readonly ChartedResource[],
  { span, every, chart }: AskedHistory,
): Promise<HistoryAnswer> {
  const until = systemClock.wallTime();
  const found = await Promise.all(charted.map((one) => readValues(one, until)));
  const names = found.map(({ name }) => name);
  const series = found.map(({ name, room, values }) => ({
    name: names.indexOf(name) === names.lastIndexOf(name) ? name : `${room}/${name}`,
    points: createHistory(values, { since: until - span, until, every }),
  }));
  const [first, ...others] = series;
  return {
    payload:
      chart === 'node-red-dashboard'
        ? toLineChart(series)
        : series.flatMap(({ name, points }) => points.map((point) => ({ series: name, ...point }))),
    members: {
      ...(first === undefined || others.length > 0 ? {} : { topic: first.name }),
      ...(chart === chartPackages[0] ? { action: 'replace' } : {}),
    },
    warnings: [...new Set(found.flatMap(({ warnings }) => warnings))],
  };
}

interface ChartedValues {
  readonly name: string;
  readonly room: string;
  readonly values: readonly TimedValue[];
  readonly warnings: readonly string[];
}

async function readValues(
  { bridge, rid, resource }: ChartedResource,
  until: number,
): Promise<ChartedValues> {
  const { logbook, client } = bridge;
  if (logbook === undefined) throw createLogbookOffError();
  const since = until - logbookLimits.days * unitLengths.day;
  const read = await logbook.read({ since, until, rids: new Set([rid]) }, Infinity);
  const present = client.stateCache.get(rid) ?? resource;
  const known =
    present === undefined ? [] : listValues(present, read.records, readNumber, revertChange);
  const isConstant = known.length === 0 && present !== undefined;
  const { name = rid, room = rid } = client.stateCache.displayNames(rid);
  return {
    name,
    room,
    values: isConstant ? [{ time: until, value: readNumber(present) }] : known,
    warnings: describeGaps(read),
  };
}

interface ChartSeries {
  readonly name: string;
  readonly points: readonly HistoryPoint[];
}

/** For `ui_chart` of `node-red-dashboard` 3.6, as a whole chart that replaces what it shows. */
const toLineChart = (series: readonly ChartSeries[]): readonly object[] => [
  {
    series: series.map(({ name }) => name),
    data: series.map(({ points }) => points),
    labels: [''],
  },
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
