import { isObject } from '../../resources/values/member-access';
import { joinNames } from './join-names';
import { invalidValueError, toCommandError } from '../settings/node-errors';
import { listDeployedBridges } from '../bridge/deployed-bridges';
import type { DeployedBridge } from '../bridge/deployed-bridges';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { splitTargetAddresses } from './resolve-target-setting';
import { getSettingValueOrThrow } from '../settings/evaluate-setting';
import type { LocatedSettingResult, SettingResult } from '../settings/evaluate-setting';
import type { ActionOutcome } from './action-outcome';
import {
  explainUnknownBridge,
  requireNamedBridge,
  splitBridgeFromAddress,
} from './find-named-bridge';

/** Parameters of a message that say what it is about. */
export interface TargetParams {
  target: LocatedSettingResult;
}

/** An open bridge, with its name where the message says it. */
export interface BridgeWithOptionalName {
  readonly bridge: OpenedBridge;
  readonly bridgeName?: string | undefined;
}

/** One of the targets of a message, and the bridge that it is looked for on. */
export interface TargetAddressOnBridge extends BridgeWithOptionalName {
  /** Id, name, `Room/Name`, `{room, name}` or a reference. */
  readonly address: unknown;
  /** Path of the target, for problems. */
  readonly at: string;
}

/** What a message did, and the bridge of its node, or the one that it names. */
export interface ActionOutcomeWithBridge {
  readonly bridge: OpenedBridge;
  readonly outcome: ActionOutcome;
}

/** How a message is carried out. */
interface BridgeActions<Params> {
  /** Missing for a node without a bridge of its own. */
  onOwnBridge?: () => Promise<ActionOutcomeWithBridge>;
  /** `msg.bridge`, where a node without a bridge of its own takes the bridge from it. */
  messageBridge?: SettingResult;
  /** @param params about a target without the name of its bridge */
  onBridge: (params: Params, bridge: OpenedBridge) => Promise<ActionOutcome>;
}

/**
 * Carries out a message whose target may name a bridge: on that bridge, otherwise on that of the node. For a node without
 * one, the message names it in `msg.bridge`, where its target does not.
 *
 * @throws {BridgeError} what opening the bridge and the actions throw; ERR_BRIDGE_UNKNOWN_TARGET says which bridges there are;
 *   ERR_BRIDGE_INVALID_COMMAND where a message to a node without a bridge names none
 */
export async function executeOnNamedBridge<Params extends TargetParams>(
  params: Params,
  { onOwnBridge, messageBridge, onBridge }: BridgeActions<Params>,
): Promise<ActionOutcomeWithBridge> {
  const { path, result } = params.target;
  const value = result.ok ? result.value : undefined;
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
  } = named ?? chooseMessageBridge(value, messageBridge && getSettingValueOrThrow(messageBridge));
  const bridge = await session.open();
  const target = { path, result: { ok: true, value: address } } as const;
  const outcome = await onBridge({ ...params, target }, bridge).catch((error: unknown) => {
    throw named === undefined ? explainUnknownBridge(error) : error;
  });
  return { bridge, outcome: addBridgeToOutcome(outcome, { bridge, bridgeName }) };
}

/**
 * The bridge of a message to a node without one: that in `msg.bridge`, as a name or in the result of a node before; otherwise
 * of a list the first that is named, if each of its targets names one.
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
  const names = joinNames(
    listDeployedBridges().map((bridge) => bridge.name),
    'or',
  );
  const expected = `the name of a bridge, here ${names}`;
  if (value === undefined) {
    const sentence = `expected ${expected}, in msg.bridge or before a colon in msg.target: this node has no bridge of its own, and the message names none.`;
    throw invalidValueError('bridge', sentence);
  }
  const problem = { path: 'bridge', expected: `${expected}, or one before a colon in msg.target` };
  throw toCommandError({ ...problem, received: value });
}

/** The bridge that a target names, or all targets of a list. */
function findCommonBridge(
  value: unknown,
): (DeployedBridge & { readonly address: unknown }) | undefined {
  if (!Array.isArray(value)) return splitBridgeFromAddress(value);
  const found = value.map((target, index) => splitBridgeFromAddress(target, `target[${index}]`));
  const [first] = found;
  if (first === undefined || found.some((one) => one?.session !== first.session)) return undefined;
  return { ...first, address: found.map((one) => one?.address) };
}

/** An outcome that says which bridge it is of, where the message named that. */
export const addBridgeToOutcome = (
  outcome: ActionOutcome,
  { bridge, bridgeName }: BridgeWithOptionalName,
): ActionOutcome =>
  bridgeName === undefined
    ? outcome
    : { ...outcome, bridge, meta: { ...outcome.meta, bridgeName } };

/**
 * The targets of a message, each with its bridge.
 *
 * @param bridge that of the node
 * @param value an address, or a list of them
 * @throws {BridgeError} what opening a bridge throws; ERR_BRIDGE_UNKNOWN_TARGET for a bridge that is not found
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
