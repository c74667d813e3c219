import { isObject } from '../../resources/values/member-access';
import { createInvalidValueError, toCommandError } from '../settings/node-errors';
import type { DeployedBridge } from '../bridge/deployed-bridges';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import type { TargetResolver } from '../../vocabulary/lookup';
import { findTarget, splitTargetAddresses } from './resolve-target-setting';
import type { ResolvedTarget } from './resolve-target-setting';
import type { MessageSetting } from '../settings/evaluate-setting';
import type { ActionOutcome } from './action-outcome';
import {
  explainUnknownBridge,
  joinBridgeNames,
  requireNamedBridge,
  splitBridgeFromAddress,
} from './find-named-bridge';

export interface TargetParams {
  target: MessageSetting;
}

/** The name only if the message named the bridge. */
export interface BridgeWithOptionalName {
  readonly bridge: OpenedBridge;
  readonly bridgeName?: string | undefined;
}

export interface TargetAddressOnBridge extends BridgeWithOptionalName {
  /** Id, name, `Room/Name`, `{room, name}` or a reference. */
  readonly address: unknown;
  /** For problems. */
  readonly at: string;
}

export interface ActionOutcomeWithBridge {
  readonly bridge: OpenedBridge;
  readonly outcome: ActionOutcome;
}

interface BridgeActions<Params> {
  /** Missing for a node without a bridge. */
  onOwnBridge?: () => Promise<ActionOutcomeWithBridge>;
  /** `msg.bridge`. */
  messageBridge?: MessageSetting;
  /** @param params the target without its bridge */
  onBridge: (params: Params, bridge: OpenedBridge) => Promise<ActionOutcome>;
}

/**
 * Executes on the bridge that the target names, otherwise on the node's bridge; for a node without one, on that of
 * `msg.bridge`.
 *
 * @throws {BridgeError} errors of opening the bridge and of the actions; ERR_BRIDGE_UNKNOWN_TARGET lists the bridges;
 * ERR_BRIDGE_INVALID_COMMAND if a message to a node without a bridge names none
 */
export async function executeOnNamedBridge<Params extends TargetParams>(
  params: Params,
  { onOwnBridge, messageBridge, onBridge }: BridgeActions<Params>,
): Promise<ActionOutcomeWithBridge> {
  const { target } = params;
  const value = target.isValid ? target.value : undefined;
  const named = findCommonBridge(value);
  if (named === undefined && onOwnBridge !== undefined) {
    return onOwnBridge().catch((error: unknown) => {
      throw explainUnknownBridge(error);
    });
  }
  const {
    address,
    name: bridgeName,
    session,
  } = named ?? chooseMessageBridge(value, messageBridge?.value);
  const bridge = await session.open();
  const addressed = { ...params, target: { path: target.path, isValid: true, value: address } };
  const outcome = await onBridge(addressed, bridge).catch((error: unknown) => {
    throw named === undefined ? explainUnknownBridge(error) : error;
  });
  return { bridge, outcome: addBridgeToOutcome(outcome, { bridge, bridgeName }) };
}

/**
 * Returns the bridge of `msg.bridge`, a name or the result of an earlier node; otherwise the first bridge of the
 * targets, if every target names one.
 */
function chooseMessageBridge(
  value: unknown,
  messageBridge: unknown,
): Pick<DeployedBridge, 'session'> & {
  readonly name: string | undefined;
  readonly address: unknown;
} {
  const name = isObject(messageBridge) ? messageBridge['bridgeName'] : messageBridge;
  if (name !== undefined) return { ...requireNamedBridge(name, 'bridge'), address: value };
  const listed = Array.isArray(value) ? value.map((target) => splitBridgeFromAddress(target)) : [];
  const [first] = listed;
  if (first !== undefined && !listed.includes(undefined))
    return { ...first, name: undefined, address: value };
  const expected = `the name of a bridge, here ${joinBridgeNames()}`;
  if (value === undefined) {
    const sentence = `expected ${expected}, in msg.bridge or before a colon in msg.target: this node has no bridge of its own, and the message names none.`;
    throw createInvalidValueError('bridge', sentence);
  }
  const problem = { path: 'bridge', expected: `${expected}, or one before a colon in msg.target` };
  throw toCommandError({ ...problem, received: value });
}

function findCommonBridge(
  value: unknown,
): (DeployedBridge & { readonly address: unknown }) | undefined {
  if (!Array.isArray(value)) return splitBridgeFromAddress(value);
  const found = value.map((target, index) => splitBridgeFromAddress(target, `target[${index}]`));
  const [first] = found;
  if (first === undefined || found.some((one) => one?.session !== first.session)) return undefined;
  return { ...first, address: found.map((one) => one?.address) };
}

export const addBridgeToOutcome = (
  outcome: ActionOutcome,
  { bridge, bridgeName }: BridgeWithOptionalName,
): ActionOutcome =>
  bridgeName === undefined
    ? outcome
    : { ...outcome, bridge, meta: { ...outcome.meta, bridgeName } };

/**
 * @param value an address, or a list
 * @throws {BridgeError} errors of opening a bridge; ERR_BRIDGE_UNKNOWN_TARGET if it is not found
 */
export async function resolveBridgesOfTargets(
  bridge: OpenedBridge,
  value: unknown,
): Promise<readonly TargetAddressOnBridge[]> {
  const listed = splitTargetAddresses(value) ?? [];
  const addressTarget = async (address: unknown, at: string): Promise<TargetAddressOnBridge> => {
    const named = splitBridgeFromAddress(address, at);
    if (named === undefined) return { bridge, address, at };
    const { name: bridgeName, session } = named;
    return { bridge: await session.open(), bridgeName, address: named.address, at };
  };
  return listed.length === 0
    ? [await addressTarget(value, 'target')]
    : Promise.all(listed.map((address, index) => addressTarget(address, `target[${index}]`)));
}

export interface TargetOnBridge extends BridgeWithOptionalName {
  readonly target: ResolvedTarget;
}

/** @throws {BridgeError} as `resolveBridgesOfTargets` and `findTarget` */
export async function findTargetsOnBridges(
  bridge: OpenedBridge,
  value: unknown,
  resolveTarget: TargetResolver,
): Promise<readonly (TargetOnBridge & TargetAddressOnBridge)[]> {
  const addressed = await resolveBridgesOfTargets(bridge, value);
  return Promise.all(
    addressed.map(async (one) => ({
      ...one,
      target: await findTarget(one.bridge, one.address, resolveTarget, one.at),
    })),
  );
}
