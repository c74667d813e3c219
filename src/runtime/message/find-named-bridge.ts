import { isObject } from '../../resources/values/member-access';
import { findTextAfterBridgeName } from '../../vocabulary/lookup/after-bridge-name';
import { messageLimits } from '../../vocabulary/parsing/message-limits';
import { normalizeNameForComparison } from '../../vocabulary/parsing/normalize-name-for-comparison';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import type { BridgeError } from '../../bridge/errors/bridge-error';
import { getCommandProblem } from '../../bridge/errors/command-error';
import { findNearestName } from '../../resources/validation/nearest-name';
import type { CommandProblem } from '../../vocabulary';
import { toCommandError } from '../settings/node-errors';
import { listDeployedBridges } from '../bridge/deployed-bridges';
import type { DeployedBridge } from '../bridge/deployed-bridges';
import { joinNames } from './join-names';

/** An address that names its bridge, taken apart. */
export interface NamedBridgeTarget extends DeployedBridge {
  /** The address on that bridge; undefined where only the bridge is named. */
  readonly address: unknown;
}

/**
 * Finds the bridge that an address names: before a colon, as in `Attic:Office/Desk lamp`, or in a member `bridge`, as in
 * `{ "bridge": "Attic", "room": "Office", "name": "Desk lamp" }` or `{ "bridge": "Attic", "rid": … }`. Upper and lower case do not count.
 *
 * @param address an address in any form
 * @param at path of the address, for problems
 * @returns undefined for an address that names no deployed bridge, such as the name of a lamp with a colon
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET where several bridges have the name, and for a member `bridge` that none has
 */
export function splitBridgeFromAddress(
  address: unknown,
  at = 'target',
): NamedBridgeTarget | undefined {
  if (typeof address === 'string') return findBridgeBeforeColon(address, at);
  if (!isObject(address)) return undefined;
  const { bridge, ...rest } = address;
  if (bridge === undefined) return undefined;
  const named = requireNamedBridge(bridge, `${at}.bridge`);
  const isBridgeAlone = Object.values(rest).every((member) => member === undefined);
  return { ...named, address: isBridgeAlone ? undefined : rest };
}

/**
 * Finds a deployed bridge.
 *
 * @param wanted its name, its address where it has none, or the id of its node
 * @param at path of the value, for problems
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET where there is none, or several are called so
 */
export function requireNamedBridge(wanted: unknown, at: string): DeployedBridge {
  const bridges = listDeployedBridges();
  const name =
    typeof wanted === 'string' && wanted.length <= messageLimits.maxAddressLength
      ? normalizeNameForComparison(wanted)
      : undefined;
  const found =
    bridges.find(({ id }) => id === wanted) ??
    selectOne(
      bridges.filter((bridge) => normalizeNameForComparison(bridge.name) === name),
      wanted,
      at,
    );
  if (found !== undefined) return found;
  const expected = `the name of a bridge, here ${joinNames(
    bridges.map((bridge) => bridge.name),
    'or',
  )}`;
  throw toCommandError({ path: at, expected, received: wanted }, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

/**
 * Creates the error of a target that was not found. Of one with a colon it says which bridge was probably meant, or which
 * there are, where no bridge has the name before the colon.
 *
 * @param problem of the look-up on the bridge of the node
 * @param address as the node or the message has it
 */
export function createUnresolvedTargetError(
  { likelyCause, ...problem }: CommandProblem,
  address: unknown,
): BridgeError {
  const code = 'ERR_BRIDGE_UNKNOWN_TARGET';
  const isUnknown =
    typeof address === 'string' &&
    address.includes(':') &&
    splitBridgeFromAddress(address) === undefined;
  if (!isUnknown)
    return toCommandError(likelyCause === undefined ? problem : { ...problem, likelyCause }, code);
  const colon = address.indexOf(':');
  const names = listDeployedBridges().map(({ name }) => name);
  const meant = findNearestName(address.slice(0, colon).trim(), names);
  if (meant !== undefined)
    return toCommandError({ ...problem, suggestion: `${meant}${address.slice(colon)}` }, code);
  const sentence = `Before a colon stands the name of a bridge, here ${joinNames(names, 'or')}.`;
  return toCommandError({ ...problem, likelyCause: sentence }, code);
}

/** As `createUnresolvedTargetError`, for an error that was created without it; any other error unchanged. */
export function explainUnknownBridge<Thrown>(error: Thrown): Thrown | BridgeError {
  if (!isBridgeError(error) || error.code !== 'ERR_BRIDGE_UNKNOWN_TARGET') return error;
  const problem = getCommandProblem(error);
  return problem === undefined ? error : createUnresolvedTargetError(problem, problem.received);
}

function findBridgeBeforeColon(target: string, at: string): NamedBridgeTarget | undefined {
  const matches = listDeployedBridges().flatMap((bridge) => {
    const address = findTextAfterBridgeName(target, bridge.name);
    return address === undefined ? [] : [{ ...bridge, address }];
  });
  // Of "Attic" and "Attic:New" the longer name is meant: the less text is left.
  const shortest = Math.min(...matches.map(({ address }) => address.length));
  const match = selectOne(
    matches.filter(({ address }) => address.length === shortest),
    target,
    at,
  );
  return match?.address === '' ? { ...match, address: undefined } : match;
}

/** The only one of the bridges that a text stands for; undefined where there is none. */
function selectOne<Bridge extends DeployedBridge>(
  [match, ...others]: readonly Bridge[],
  received: unknown,
  at: string,
): Bridge | undefined {
  if (match === undefined || others.length === 0) return match;
  const expected = `the name of one bridge, ${others.length + 1} are called ${match.name}`;
  throw toCommandError({ path: at, expected, received }, 'ERR_BRIDGE_UNKNOWN_TARGET');
}
