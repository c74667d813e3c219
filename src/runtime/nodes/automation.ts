import type { NodeMessage } from 'node-red';
import type { StateCache, ResourceChangeEvent } from '../../bridge';
import { isBridgeError, sanitizeText } from '../../bridge/errors';
import { replaceExplanation } from '../../bridge/error-messages';
import { isResource } from '../../bridge/resource-state';
import { listReferences } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { isMotionZoneServiceType } from '../../resources/motion-zones';
import { compareNames } from '../../resources/compare-names';
import { asksForList, parseAutomationCommand } from '../../vocabulary/automation';
import { resolveAutomationTarget } from '../../vocabulary/lookup';
import { parseCommand } from '../../vocabulary/parse-result';
import type { Bridge } from '../bridge/bridge';
import type { ActionOutcome } from '../outcome';
import { readOwnAddressOnStart, findTarget } from '../target';
import { sendRead, sendCommand, getOnOrEnabledState } from '../requests';
import { describeAutomation, createResourceMessage, describeChangeForMessage } from '../message';
import { createCommandNode, evaluateOperation, asksForReading } from '../command-node';
import type { ActionNodeDef, ActionHandler, ActionOptions, OperationParams } from '../command-node';
import { sendInFormat } from '../running';
import type { RunContext } from '../running';
import { getChoiceOrThrow } from '../settings';
import { isSettingUnset } from '../stored-settings';
import type { StoredTarget } from '../stored-settings';
import { ResourceSearch } from './find-resource';

const automationType = 'behavior_instance';
const operations = ['enable', 'disable', 'toggle', 'get', 'list'] as const;
type AutomationOperation = (typeof operations)[number];

/** Switches automations, and sends when one fires or changes. */
export const createAutomationNode = createCommandNode<ActionNodeDef, OperationParams>({
  shows: 'automation',
  parseParams: (evaluator, def) => evaluateOperation(evaluator, def),
  execute: executeAutomationAction,
  start: startAutomationChanges,
  isStartNeeded: ({ changes }) => changes === true,
});

export function executeAutomationAction(
  params: OperationParams,
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const operation = parseOperation(params);
  if (operation === 'list') return listAutomations(params, bridge, options);
  return operation === 'get'
    ? readAutomation(params, bridge, options)
    : setAutomation(params, bridge, options);
}

function parseOperation(params: OperationParams): AutomationOperation | undefined {
  const { operation, target, command } = params;
  if (!isSettingUnset(operation.value)) return getChoiceOrThrow(operation, operations);
  if (asksForReading(params)) return isSettingUnset(target.value) ? 'list' : 'get';
  return asksForList(command.value) ? 'list' : undefined;
}

const listAutomations: ActionHandler<OperationParams> = async (_params, bridge, options) => {
  // For the names of the scripts.
  const stateCache = await bridge.stateReader.read();
  const outcome = await sendRead(bridge, { operation: 'list', rtype: automationType }, options);
  const automations: readonly unknown[] = Array.isArray(outcome.payload) ? outcome.payload : [];
  const payload = automations
    .filter(isResource)
    .map((automation) => describeAutomation(stateCache, automation))
    .toSorted((one, other) => compareNames(one.name, other.name));
  return { ...outcome, payload };
};

const readAutomation: ActionHandler<OperationParams> = async (params, bridge, options) => {
  const { rid } = await findTarget(bridge, params.target.value, resolveAutomationTarget);
  const outcome = await sendRead(bridge, { operation: 'get', rtype: automationType, rid }, options);
  const { payload } = outcome;
  return isResource(payload)
    ? { ...outcome, payload: describeAutomation(bridge.stateReader.stateCache, payload) }
    : outcome;
};

const setAutomation: ActionHandler<OperationParams> = async (params, bridge, options) => {
  const { operation, command: given } = params;
  const { value: payload, path: at } = isSettingUnset(operation.value) ? given : operation;
  const target = await findTarget(bridge, params.target.value, resolveAutomationTarget);
  const command = parseCommand((automation, presumed) => {
    const state = automation && presumed ? { ...automation, enabled: presumed.on } : automation;
    return parseAutomationCommand(payload, state, { at });
  }, target.resource);
  const mayEnable = command.kind !== 'body' || 'enabled' in command.body.members;
  const outcome = await sendCommand(
    bridge,
    { operation: 'update', target, command },
    options,
  ).catch((error: unknown) => {
    if (!mayEnable) throw error;
    throw pointToMotionZone(error, target.resource, bridge.stateReader.stateCache);
  });
  const enabled = getOnOrEnabledState(outcome.sentMembers);
  return enabled === undefined
    ? outcome
    : { ...outcome, statusText: { key: enabled ? 'enabled' : 'disabled' } };
};

const zoneType = 'motion_area_configuration';

/**
 * Replaces the explanation of status 400 for an automation of a MotionAware zone: the bridge refuses to enable or
 * disable such an automation, whose switch is the zone (home-assistant/core#153935, #160393).
 *
 * @param automation undefined if it is unknown
 * @returns any other error unchanged
 */
function pointToMotionZone<Thrown>(
  error: Thrown,
  automation: Resource | undefined,
  stateCache: StateCache,
): Thrown | Error {
  if (!isBridgeError(error) || error.code !== 'ERR_BRIDGE_BAD_REQUEST') return error;
  const zone = automation && findMotionZone(automation, stateCache);
  if (zone === undefined) return error;
  const name = sanitizeText(stateCache.displayNames(zone.id).name ?? zone.id);
  return replaceExplanation(error, {
    detail: `the bridge does not enable or disable the automation of a MotionAware zone (status 400)`,
    hint: `Switch the zone itself: send true or false to a sensor node with the sensor "${name}".`,
  });
}

/** The dependees or the configuration of the automation name the zone or one of its sensors. */
function findMotionZone(automation: Resource, stateCache: StateCache): Resource | undefined {
  for (const { rid, rtype } of listReferences([
    automation['dependees'],
    automation['configuration'],
  ])) {
    if (rtype === zoneType) return stateCache.get(rid, zoneType);
    const sensor = isMotionZoneServiceType(rtype) ? stateCache.get(rid) : undefined;
    const owner = sensor && stateCache.ownerRid(sensor);
    if (owner !== undefined) return stateCache.get(owner, zoneType);
  }
  return undefined;
}

type AutomationEvent =
  | 'fired'
  | 'enabled'
  | 'disabled'
  | 'status'
  | 'changed'
  | 'added'
  | 'deleted';

/**
 * Sends to the second output when an automation fires, is enabled, disabled, added or deleted, or changes its status.
 *
 * @param settings id or name of an automation; empty for all
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the settings give no text
 */
export async function startAutomationChanges(
  settings: StoredTarget & { readonly format?: unknown },
  context: RunContext,
): Promise<{ stop(): void }> {
  const { bridge, onError } = context;
  const address = await readOwnAddressOnStart(context, settings);
  const send = sendInFormat(context);
  const { client } = bridge;
  /** Kept because the name of a deleted automation cannot be looked up. */
  let watchedRid: string | undefined;
  const isWatched = ({ id }: { id: string }): boolean => {
    if (address === '') return true;
    // For each change, because people rename automations.
    const found = resolveAutomationTarget(client.stateCache, address);
    if (found.ok && found.value.resource !== undefined) watchedRid = found.value.rid;
    return id === watchedRid;
  };
  const search = new ResourceSearch(bridge.stateReader, {
    address,
    resolveTarget: resolveAutomationTarget,
    onFound({ rid }) {
      watchedRid ??= rid;
    },
    onError,
  });
  const watch = client.watch({
    rtype: automationType,
    onChange(change) {
      if (!isWatched(change.resource)) return;
      const event = selectEvent(change);
      // A message about the past would come too late.
      if (event === 'fired' && change.cause === 'gap') return;
      send([null, createAutomationMessage(bridge, change, event)]);
    },
    onError,
  });
  if (address !== '') void search.look();
  return {
    stop() {
      search.stop();
      watch.stop();
    },
  };
}

function createAutomationMessage(
  { client: { stateCache } }: Bridge,
  change: ResourceChangeEvent,
  event: AutomationEvent,
): NodeMessage {
  const automation = describeAutomation(stateCache, change.resource);
  return {
    ...createResourceMessage(stateCache, () => undefined, describeChangeForMessage(change)),
    payload: { event, ...automation },
  };
}

/** A new `state` means that the automation fired. */
function selectEvent({ kind, changed, resource }: ResourceChangeEvent): AutomationEvent {
  if (kind !== 'changed') return kind;
  const isChanged = (member: string): boolean =>
    changed.some((path) => path === member || path.startsWith(`${member}.`));
  if (isChanged('enabled')) return resource['enabled'] === true ? 'enabled' : 'disabled';
  if (isChanged('state')) return 'fired';
  return isChanged('status') || isChanged('last_error') ? 'status' : 'changed';
}
