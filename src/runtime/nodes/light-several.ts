import { isResource } from '../../bridge/resource-state';
import { systemClock } from '../../bridge/clock';
import type { TimerHandle } from '../../bridge/clock';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import { isPlug } from '../../resources/types/light';
import { describeProblem } from '../../resources/describe-problem';
import type { LightListEntry } from '../../vocabulary/light/request';
import { resolveLightTarget } from '../../vocabulary/lookup';
import type { CommandProblem } from '../../vocabulary/parse-result';
import type { Bridge } from '../bridge/bridge';
import type { ActionOutcome, UnsupportedLamp } from '../outcome';
import { getOnOrEnabledState, sendRead } from '../requests';
import type { SendOptions, TurnOptions } from '../requests';
import { joinSettled, addBridgeToOutcome } from '../outcome';
import {
  resolveBridgesOfTargets,
  findAddress,
  parseAddress,
  assertTargetsInBounds,
  splitTargetAddresses,
} from '../target';
import type { TargetOnBridge, AddressOnBridge, ResolvedTarget } from '../target';
import { addResourceIdentityToState, refreshLampsOfGroup, toPlainState } from '../state-afterwards';
import type { PlainStateOptions } from '../state-afterwards';
import type { MessageSetting } from '../settings';
import { toCommandError } from '../errors';
import { describeUnsupportedParts } from './light-command';
import type { LampCommand, LampCommandSteps } from './light-command';
import { checkLightCondition } from './light-condition';
import type { LightCondition } from './light-condition';

export interface SeveralLightsOptions extends TurnOptions {
  /** Lamps and groups that do not meet it are skipped. */
  readonly condition?: LightCondition | undefined;
}

interface AddressedLight {
  /** Id, name, `Room/Name`, `{room, name}` or a reference; with the bridge name on other bridges. */
  readonly address: unknown;
  /** Set if the lamp or group has its own command. */
  readonly at?: string;
  createSteps(bridge: Bridge): LampCommandSteps;
}

/**
 * Sets duplicates once. A toggle turns all off if one is on, unless each has its own command.
 *
 * @throws {BridgeError} with nothing sent if a target is not found; the error of the parts if all failed;
 * ERR_BRIDGE_PARTLY_DONE if some failed, with the result of each part in the cause
 */
export async function setSeveralLights(
  bridge: Bridge,
  lights: readonly AddressedLight[],
  options: SeveralLightsOptions,
): Promise<ActionOutcome> {
  const { turn, condition } = options;
  if (lights.length === 0) {
    const expected = 'at least one lamp or group: its id, name or Room/Name';
    throw toCommandError({ path: 'target', expected, received: [] });
  }
  const targets = await findTargets(bridge, lights);
  const isOneCommand = lights.every(({ at }) => at === undefined);
  turn.keepOnly(targets.map((one) => ({ bridge: one.bridge, rid: one.target.rid })));
  const prepared = await Promise.all(
    targets.map(async ({ target, createSteps, ...onBridge }) => {
      const skipped =
        condition && (await checkLightCondition(condition, onBridge.bridge, target, options));
      if (skipped !== undefined) return { onBridge, target, skipped };
      const steps = createSteps(onBridge.bridge);
      return { onBridge, target, steps, command: await steps.prepare(target) };
    }),
  );
  const commanded = prepared.flatMap(({ onBridge, target, command }) =>
    command === undefined ? [] : { bridge: onBridge.bridge, target, command },
  );
  // A wrong entry makes the whole message wrong.
  for (const { command } of commanded)
    if (!isOneCommand && command.kind === 'refused') throw toCommandError(command.problem);
  const dependOnState = isOneCommand && commanded.some(({ command }) => command.kind === 'derive');
  const on = dependOnState ? await isAnyOn(commanded, options) : undefined;
  const executing = Promise.allSettled(
    prepared.map(async ({ onBridge, ...one }) => {
      if (one.command === undefined) return addBridgeToOutcome(one.skipped, onBridge);
      const { command, steps } = one;
      const known = on === undefined ? command : presume(command, on);
      return addBridgeToOutcome(await steps.execute(known), onBridge);
    }),
  );
  turn.done();
  const settled = await executing;
  const parts = targets.map(({ target: { rid, rtype }, bridge: origin, bridgeName }) => ({
    bridge: origin,
    bridgeName,
    rid,
    rtype,
  }));
  return joinSettled(parts, settled);
}

type FoundAddressedLight = TargetOnBridge & Pick<AddressedLight, 'createSteps'>;

async function findTargets(
  ownBridge: Bridge,
  lights: readonly AddressedLight[],
): Promise<readonly FoundAddressedLight[]> {
  const found: FoundAddressedLight[] = [];
  const addresses = lights.map(({ address }) => address);
  const addressed = await resolveBridgesOfTargets(ownBridge, addresses);
  for (const [index, { bridge, bridgeName, address }] of addressed.entries()) {
    const light = lights[index];
    if (light === undefined) continue;
    const located = { ...address, at: light.at ?? address.at };
    const target = await findAddress(bridge, located, resolveLightTarget);
    const isListed =
      light.at === undefined &&
      found.some((one) => one.bridge === bridge && one.target.rid === target.rid);
    const createSteps = (on: Bridge): LampCommandSteps => light.createSteps(on);
    if (!isListed) found.push({ bridge, bridgeName, target, createSteps });
  }
  return found;
}

/** In ms, for the other states after the first state. */
const maxStateWait = 1_000;

/** Returns true as soon as one lamp is on. Failed and late reads count as off, and do not delay the others. */
async function isAnyOn(
  targets: readonly TargetOnBridge[],
  { signal, turn }: SeveralLightsOptions,
): Promise<boolean> {
  const decided = new AbortController();
  const end = AbortSignal.any([signal, decided.signal]);
  let timer: TimerHandle | undefined;
  const ended = new Promise<void>((resolve) => {
    end.addEventListener('abort', () => resolve(), { once: true });
  });
  const lit = targets.map(async ({ bridge, target: { rtype, rid } }) => {
    const { client } = bridge;
    await Promise.race([turn.waitForEarlier(bridge), ended]);
    const { data } = await client.get(rtype, rid, { signal: end, waitIfOffline: true });
    if (getOnOrEnabledState(data) === true) return;
    timer ??= systemClock.setTimeout(() => decided.abort(), maxStateWait);
    throw new Error(`${rid} is off`);
  });
  try {
    await Promise.any(lit);
    return true;
  } catch {
    return false;
  } finally {
    systemClock.clearTimeout(timer);
    decided.abort();
  }
}

const presume = (command: LampCommand, on: boolean): LampCommand =>
  command.kind === 'derive'
    ? { target: command.target, payload: command.payload, ...command.presume(on) }
    : command;

interface LightList {
  readonly target: MessageSetting;
  /** Of the list, for problems. */
  readonly at: string;
  readonly entries: readonly LightListEntry[];
  readonly condition: LightCondition | undefined;
}

/**
 * Sets each entry by itself: a toggle does not depend on the others.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, for a wrong entry, or if the node or the
 * message names a target; otherwise as `setSeveralLights`
 */
export async function setListedLights(
  bridge: Bridge,
  { target, at: path, entries, condition }: LightList,
  options: TurnOptions,
  createSteps: (entry: LightListEntry, bridge: Bridge) => LampCommandSteps,
): Promise<ActionOutcome> {
  if (target.value !== undefined) {
    const expected = 'a command without targets, because this node or msg.target names the target';
    throw toCommandError({ path, expected, received: entries.map((entry) => entry.target) });
  }
  const addressed = entries.flatMap((entry) =>
    (splitTargetAddresses(entry.target) ?? [entry.target]).map((address) => ({ address, entry })),
  );
  const addresses = addressed.map(({ address }) => address);
  assertTargetsInBounds(addresses, path);
  const lights = addressed.map(({ address, entry }) => ({
    address,
    at: entry.targetAt,
    createSteps: (on: Bridge) => createSteps(entry, on),
  }));
  return setSeveralLights(bridge, lights, { ...options, condition });
}

interface GroupMembersOptions extends SeveralLightsOptions {
  readonly includesPlugs: boolean;
}

/**
 * Sends each lamp a command that groups do not support, such as an effect. Leaves out plugs, because an `identify`
 * would switch the appliances behind them.
 *
 * @param group a grouped light
 * @returns `meta.leftOut` holds the plugs, and the lamps that do not support the command
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, if no lamp supports the command; otherwise see
 * `setSeveralLights`
 */
export async function setGroupLampsIndividually(
  bridge: Bridge,
  group: ResolvedTarget,
  steps: LampCommandSteps,
  { includesPlugs, ...options }: GroupMembersOptions,
): Promise<ActionOutcome> {
  const stateCache = await bridge.stateReader.read();
  const { rtype, rid } = group;
  const lamps = findLightsAffectedByWrite(stateCache, stateCache.get(rid));
  const rids: string[] = [];
  const leftOut: UnsupportedLamp[] = [];
  let firstProblem: CommandProblem | undefined;
  for (const lamp of lamps) {
    const command = await steps.prepare({ rid: lamp.id, rtype: 'light', resource: lamp });
    const refused = 'problem' in command ? command.problem : undefined;
    const problem = refused ?? (isPlug(lamp) && !includesPlugs ? plugProblem : undefined);
    if (problem === undefined) rids.push(lamp.id);
    else {
      firstProblem ??= problem;
      const names = stateCache.displayNames(lamp.id);
      leftOut.push({ rid: lamp.id, ...names, reason: describeProblem(problem) });
    }
  }
  if (rids.length === 0) throw createNoLampError(bridge, group, firstProblem);
  const members = rids.map((address) => ({ address, createSteps: () => steps }));
  const outcome = await setSeveralLights(bridge, members, options);
  const sent = (outcome.parts ?? []).flatMap(({ sentMembers = {} }) => Object.entries(sentMembers));
  return {
    ...outcome,
    // The log has one sentence for all lamps.
    warningsToLog: describeUnsupportedParts(bridge, rid, Object.fromEntries(sent)),
    meta: {
      ...outcome.meta,
      rtype,
      rid,
      ...stateCache.displayNames(rid),
      ...(leftOut.length === 0 ? {} : { leftOut }),
    },
  };
}

const plugProblem: CommandProblem = {
  path: 'target',
  expected: 'a lamp; with "plugs": true, the command goes to plugs too',
  received: 'a plug',
};

function createNoLampError(
  bridge: Bridge,
  { rid }: ResolvedTarget,
  problem: CommandProblem | undefined,
): Error {
  if (problem !== undefined) return toCommandError(problem);
  const received = bridge.stateReader.stateCache.name(rid) ?? rid;
  return toCommandError({ path: 'target', expected: 'a group that has lamps', received });
}

type ReadOptions = SendOptions & Pick<PlainStateOptions, 'colorSpace'>;

/**
 * @param address id, name, `Room/Name`, `{room, name}`, a reference, or a list of these; with the bridge name on
 * other bridges
 * @returns the plain state as the payload; a list with targets for several
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if an address matches no lamp; the errors of the client
 */
export async function readLights(
  bridge: Bridge,
  address: unknown,
  options: ReadOptions,
): Promise<ActionOutcome> {
  if (splitTargetAddresses(address) === undefined)
    return readLight({ bridge, address: parseAddress(address) }, options);
  const lights = await resolveBridgesOfTargets(bridge, address);
  const parts = await Promise.all(
    lights.map(async (light) => addBridgeToOutcome(await readLight(light, options), light)),
  );
  const [first] = parts;
  if (first === undefined) return readLight({ bridge, address: parseAddress(address) }, options);
  return {
    payload: parts.map(({ meta, payload }) => addResourceIdentityToState(meta, payload)),
    meta: { ...first.meta, results: parts.map(({ meta }) => meta) },
    statusText: { key: 'listed', values: { count: parts.length } },
  };
}

async function readLight(
  { bridge, address }: AddressOnBridge,
  options: ReadOptions,
): Promise<ActionOutcome> {
  const { rid, rtype } = await findAddress(bridge, address, resolveLightTarget);
  const outcome = await sendRead(bridge, { operation: 'get', rtype, rid }, options);
  await refreshLampsOfGroup(bridge, rtype);
  const { payload } = outcome;
  return isResource(payload)
    ? { ...outcome, payload: toPlainState(bridge, payload, options) }
    : outcome;
}
