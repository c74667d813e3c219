import { BridgeError, isBridgeError } from '../../bridge/errors/bridge-error';
import { findTextAfterBridgeName } from '../../vocabulary/lookup/after-bridge-name';
import { mayNameBridge } from '../../vocabulary/lookup/list-addresses';
import { toCommandError } from '../node-errors';
import { listNamedBridges } from '../session/named-bridges';
import type { NamedBridge } from '../session/named-bridges';
import type { BridgeHandle } from '../session/open-bridge';
import type { LocatedSettingResult } from '../settings/evaluate-setting';
import type { ActionOutcome } from './action-outcome';
import { describeBridgeNames } from './describe-bridge-names';

/** Parameters of a message that say what it is about. */
export interface TargetParams {
  target: LocatedSettingResult;
}

/** An open bridge, with its name where the message says it. */
export interface NamedOrigin {
  readonly bridge: BridgeHandle;
  readonly bridgeName?: string | undefined;
}

/** A lamp or a group of a list, and the bridge that it is looked for on. */
export interface AddressedLight extends NamedOrigin {
  /** Id, name, `Room/Name` or a reference. */
  readonly address: unknown;
}

/** What a message did, and the bridge of its node, or the one that it names. */
export interface ExecutedAction {
  readonly bridge: BridgeHandle;
  readonly outcome: ActionOutcome;
}

/** How a message is carried out. */
interface BridgeActions<Params> {
  onOwnBridge: () => Promise<ExecutedAction>;
  /** @param params about a target without the name of its bridge */
  onBridge: (params: Params, bridge: BridgeHandle) => Promise<ActionOutcome>;
}

/**
 * Carries out a message whose target may name a bridge: on that bridge, otherwise on that of the node.
 *
 * @throws {BridgeError} what opening the bridge and the actions throw; ERR_BRIDGE_UNKNOWN_TARGET says which bridges there are
 */
export async function executeOnNamedBridge<Params extends TargetParams>(
  params: Params,
  { onOwnBridge, onBridge }: BridgeActions<Params>,
): Promise<ExecutedAction> {
  const { path, result } = params.target;
  const value = result.ok ? result.value : undefined;
  const named = findCommonBridge(value);
  if (named === undefined) {
    return onOwnBridge().catch((error: unknown) => {
      throw explainColon(error, value);
    });
  }
  const { address, name: bridgeName, session } = named;
  const bridge = await session.open();
  const target = { path, result: { ok: true, value: address } } as const;
  const outcome = await onBridge({ ...params, target }, bridge);
  return { bridge, outcome: withOrigin(outcome, { bridge, bridgeName }) };
}

/** The bridge that a target names, or all targets of a list. */
function findCommonBridge(
  value: unknown,
): (NamedBridge & { readonly address: unknown }) | undefined {
  if (typeof value === 'string') return findNamedBridge(value);
  const targets: readonly unknown[] = Array.isArray(value) ? value : [];
  const found = targets.map((target) =>
    typeof target === 'string' ? findNamedBridge(target) : undefined,
  );
  const [first] = found;
  if (first === undefined || found.some((one) => one?.session !== first.session)) return undefined;
  return { ...first, address: found.map((one) => one?.address) };
}

/** An outcome that says which bridge it is of, where the message named that. */
export const withOrigin = (
  outcome: ActionOutcome,
  { bridge, bridgeName }: NamedOrigin,
): ActionOutcome =>
  bridgeName === undefined
    ? outcome
    : { ...outcome, bridge, meta: { ...outcome.meta, bridgeName } };

/**
 * The lamps and groups of a list, each with its bridge.
 *
 * @param bridge that of the node
 * @throws {BridgeError} what opening a bridge throws
 */
export const addressLights = (
  bridge: BridgeHandle,
  addresses: readonly unknown[],
): Promise<readonly AddressedLight[]> =>
  Promise.all(
    addresses.map(async (address) => {
      const named = typeof address === 'string' ? findNamedBridge(address) : undefined;
      return named === undefined
        ? { bridge, address }
        : { bridge: await named.session.open(), bridgeName: named.name, address: named.address };
    }),
  );

/** What `Bridge:Room/Name` stands for. */
interface NamedBridgeTarget extends NamedBridge {
  /** What follows the colon; undefined where nothing does. */
  readonly address: string | undefined;
}

/**
 * Finds the bridge that a target names before its colon. Upper and lower case do not count.
 *
 * @param target such as `Attic:Office/Desk lamp`
 * @returns undefined for a target that names no deployed bridge, such as the name of a lamp with a colon
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET where several bridges have the name
 */
export function findNamedBridge(target: string): NamedBridgeTarget | undefined {
  const matches = listNamedBridges().flatMap((bridge) => {
    const address = findTextAfterBridgeName(target, bridge.name);
    return address === undefined ? [] : [{ bridge, address }];
  });
  // Of "Attic" and "Attic:New" the longer name is meant: the less text is left.
  const shortest = Math.min(...matches.map(({ address }) => address.length));
  const [match, other] = matches.filter(({ address }) => address.length === shortest);
  if (match === undefined) return undefined;
  const { bridge, address } = match;
  if (other !== undefined) {
    const expected = `the name of one bridge, ${matches.length} are called ${bridge.name}`;
    const problem = { path: 'target', expected, received: target };
    throw toCommandError(problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
  }
  return { ...bridge, address: address === '' ? undefined : address };
}

/** Says which names may stand before a colon, where nothing was found. */
function explainColon(error: unknown, value: unknown): unknown {
  if (!isBridgeError(error) || error.code !== 'ERR_BRIDGE_UNKNOWN_TARGET') return error;
  if (!mayNameBridge(value)) return error;
  const targets: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isKnown = targets.some(
    (target) => typeof target === 'string' && findNamedBridge(target) !== undefined,
  );
  const names = listNamedBridges().map(({ name }) => name);
  const sentence = isKnown
    ? 'Only commands that set lamps take targets of several bridges in one list: send a message for each bridge.'
    : `Before a colon stands the name of a bridge, here ${describeBridgeNames(names)}.`;
  return new BridgeError(error.code, `${error.message} ${sentence}`, error.cause);
}
