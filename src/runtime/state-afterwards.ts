import { getNestedMember, isObject, cloneJson } from '../resources/members';
import { systemClock } from '../bridge/clock';
import type { Resource } from '../resources/resource';
import type { Members } from '../resources/members';
import type { ResourceType } from '../resources/table';
import { createPayloadSelector } from './message';
import type { LightStateNotation, LightStateFormatter } from './message';
import { colorSpaceNames } from '../units/color';
import { parseChoice } from './settings';
import { completeMotionZoneSensor, getOnOrEnabledState } from './requests';
import type { Bridge } from './bridge/bridge';
import type { ActionOutcome, ResultMeta } from './outcome';
import type { SendOptions } from './requests';

/** In ms, for the effect of a command; afterwards the node reads the state. */
const maxReportTime = 2_000;

interface StateSettings {
  /** For lamps and groups; plain words if missing. */
  formatLight?: LightStateFormatter | undefined;
  unreachableIsOff?: unknown;
  /** For red, green and blue. */
  colorSpace?: unknown;
}

interface StateAfterwards {
  /** Plain value; null for a deleted resource; a list with resources for several. */
  state: unknown;
  warnings: readonly string[];
}

/**
 * Reads the state from the bridge's reports or by a read, never from the command itself.
 *
 * @returns a warning if the bridge does not report the requested state yet
 * @throws {BridgeError} when the bridge cannot be read
 */
export async function readStateAfterwards(
  bridge: Bridge,
  outcome: ActionOutcome,
  { signal, formatLight, unreachableIsOff, colorSpace }: SendOptions & StateSettings,
): Promise<StateAfterwards> {
  const { parts } = outcome;
  const options = {
    signal,
    formatLight,
    colorSpace: parseChoice(colorSpace, colorSpaceNames, 'colorSpace'),
    unreachableIsOff: unreachableIsOff === true,
  };
  const read = (part: ActionOutcome): Promise<StateAfterwards> =>
    readPartAfterwards(part.bridge ?? bridge, part, options);
  if (parts === undefined) return read(outcome);
  const states = await Promise.all(parts.map(read));
  return {
    state: parts.map(({ meta }, index) => addResourceIdentityToState(meta, states[index]?.state)),
    warnings: states.flatMap(({ warnings }) => warnings),
  };
}

async function readPartAfterwards(
  bridge: Bridge,
  outcome: ActionOutcome,
  options: SendOptions & PlainStateOptions,
): Promise<StateAfterwards> {
  const { operation, rtype, rid, merged, skipped } = outcome.meta;
  if (rid === undefined || operation === 'delete') return { state: null, warnings: [] };
  const sentMembers = outcome.sentMembers ?? {};
  const isStreaming = bridge.client.connectionState.mode === 'stream';
  // No report follows a skipped command.
  const isReportDue = merged === 1 && skipped === undefined;
  if (isStreaming && isReportDue && isComparable(sentMembers)) {
    const reported = await waitForReport(bridge, rid, rtype, sentMembers, options);
    if (reported !== undefined)
      return { state: toPlainState(bridge, reported, options), warnings: [] };
  }
  const answer = await bridge.client.get(rtype, rid, options);
  const data = await completeMotionZoneSensor(bridge, answer.data, options);
  await refreshLampsOfGroup(bridge, rtype);
  const warnings =
    merged > 1 || hasReached(data, sentMembers) ? [] : ['The bridge reports another state so far.'];
  return { state: toPlainState(bridge, data, options), warnings };
}

/** Returns undefined after `maxReportTime` or an abort. */
function waitForReport(
  { client }: Bridge,
  rid: string,
  rtype: string,
  sentMembers: Members,
  { signal }: SendOptions,
): Promise<Resource | undefined> {
  const known = client.stateCache.get(rid);
  if (known !== undefined && hasReached(known, sentMembers)) return Promise.resolve(known);
  return new Promise((resolve) => {
    const giveUp = (): void => settle(undefined);
    const timer = systemClock.setTimeout(giveUp, maxReportTime);
    const watch = client.watch({
      rtype,
      rids: [rid],
      interval: Infinity,
      onChange({ resource }) {
        if (hasReached(resource, sentMembers)) settle(resource);
      },
    });
    const settle = (reported: Resource | undefined): void => {
      watch.stop();
      systemClock.clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(reported);
    };
    signal.addEventListener('abort', giveUp);
  });
}

/** They have no effect on the lasting state. */
const momentaryMembers: ReadonlySet<string> = new Set([
  'dynamics',
  'alert',
  'identify',
  'signaling',
]);

/** The bridge reports them in the form of the request. */
const reportedMembers: ReadonlySet<string> = new Set([
  'on',
  'enabled',
  'dimming',
  'color',
  'color_temperature',
  'metadata',
]);

const isComparable = (sentMembers: Members): boolean =>
  Object.keys(sentMembers).every((name) => momentaryMembers.has(name) || reportedMembers.has(name));

/** Bridges round. */
const tolerances: Readonly<Record<string, number>> = {
  brightness: 0.5,
  mirek: 2,
  x: 0.01,
  y: 0.01,
};

/** Ignores members that the bridge reports in another form. */
function hasReached(resource: Members, sentMembers: Members): boolean {
  const on = getOnOrEnabledState(sentMembers);
  if (on !== undefined && on !== (getOnOrEnabledState(resource) ?? on)) return false;
  const isOff = getNestedMember(resource, 'on', 'on') === false;
  return Object.keys(sentMembers)
    .filter((name) => reportedMembers.has(name) && !(isOff && name !== 'metadata'))
    .every((name) => includesValue(resource[name], sentMembers[name], name));
}

function includesValue(reported: unknown, sent: unknown, name: string): boolean {
  if (reported === undefined) return true;
  if (typeof reported === 'number' && typeof sent === 'number')
    return Math.abs(reported - sent) <= (tolerances[name] ?? 0);
  if (isObject(reported) && isObject(sent))
    return Object.keys(sent).every((key) => includesValue(reported[key], sent[key], key));
  return reported === sent;
}

export interface PlainStateOptions extends LightStateNotation {
  readonly unreachableIsOff?: boolean;
}

/** Returns a copy; null if there is none. */
export const toPlainState = (
  { client: { stateCache } }: Pick<Bridge, 'client'>,
  resource: Resource,
  { colorSpace, formatLight, unreachableIsOff = false }: PlainStateOptions = {},
): unknown => {
  const settings = { rtype: resource.type, output: 'value', unreachableIsOff };
  return cloneJson(
    createPayloadSelector(stateCache, settings, { colorSpace, formatLight })(resource) ?? null,
  );
};

/**
 * Reads the lamps of a group without an event stream: the group's plain value contains their colour.
 *
 * @param rtype type of the resource that is read next
 * @throws {BridgeError} when the bridge cannot be read
 */
export async function refreshLampsOfGroup(
  { client, stateReader }: Pick<Bridge, 'client' | 'stateReader'>,
  rtype: ResourceType,
): Promise<void> {
  if (rtype !== 'grouped_light') return;
  // Only a read of all resources tells the lamps of a group.
  if (client.stateCache.refreshedAt === undefined) await stateReader.read();
  else if (client.connectionState.mode !== 'stream') await client.stateCache.refreshType('light');
}

/** A state that is no object becomes the member `value`. */
export const addResourceIdentityToState = (
  {
    rid,
    rtype,
    name,
    room,
    bridgeName,
  }: Pick<ResultMeta, 'rid' | 'rtype' | 'name' | 'room' | 'bridgeName'>,
  state: unknown,
): Members => ({
  rid,
  rtype,
  name,
  room,
  ...(bridgeName === undefined ? {} : { bridge: bridgeName }),
  ...(isObject(state) ? state : { value: state }),
});
