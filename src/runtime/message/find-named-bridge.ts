import { isObject } from '../../resources/values/member-access';
import { findTextAfterBridgeName, normalizeNameForComparison } from '../../vocabulary/lookup';
import { messageLimits } from '../../vocabulary/plain-json';
import { isBridgeError, getCommandProblem } from '../../bridge/errors';
import type { BridgeError } from '../../bridge/errors';
import { findNearestName } from '../../resources/validation/nearest-name';
import type { CommandProblem } from '../../vocabulary/parse-result';
import { toCommandError } from '../settings/node-errors';
import { listDeployedBridges } from '../bridge/deployed-bridges';
import type { DeployedBridge } from '../bridge/deployed-bridges';
import { joinNames } from './join-names';

interface NamedBridgeTarget extends DeployedBridge {
  /** Undefined if only the bridge is named. */
  readonly address: unknown;
}

/**
 * Finds the bridge before a colon, as in `Attic:Office/Desk lamp`, or in a member, as in `{ "bridge": "Attic", "rid":
 * … }`. Ignores case.
 *
 * @returns undefined for an address that names no deployed bridge, such as the name of a lamp with a colon
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if several bridges have the name, or if no bridge has the name in a
 * member
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
 * @param wanted name, id of the node, or address of a bridge without a name
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET if no bridge or several bridges match
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
  const expected = `the name of a bridge, here ${joinBridgeNames()}`;
  throw toCommandError({ path: at, expected, received: wanted }, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

/**
 * Suggests the probable bridge, or lists the bridges, if no bridge has the name before the target's colon.
 *
 * @param problem of the look-up on the node's bridge
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
  const sentence = `Before a colon stands the name of a bridge, here ${joinBridgeNames()}.`;
  return toCommandError({ ...problem, likelyCause: sentence }, code);
}

/** Replaces the error as `createUnresolvedTargetError`; returns other errors unchanged. */
export function explainUnknownBridge<Thrown>(error: Thrown): Thrown | BridgeError {
  if (!isBridgeError(error) || error.code !== 'ERR_BRIDGE_UNKNOWN_TARGET') return error;
  const problem = getCommandProblem(error);
  return problem === undefined ? error : createUnresolvedTargetError(problem, problem.received);
}

export function joinBridgeNames(): string {
  const names = listDeployedBridges().map(({ name }) => name);
  return joinNames(names, 'or');
}

function findBridgeBeforeColon(target: string, at: string): NamedBridgeTarget | undefined {
  const matches = listDeployedBridges().flatMap((bridge) => {
    const address = findTextAfterBridgeName(target, bridge.name);
    return address === undefined ? [] : [{ ...bridge, address }];
  });
  // If "Attic" and "Attic:New" both match, the longer name wins.
  const shortest = Math.min(...matches.map(({ address }) => address.length));
  const match = selectOne(
    matches.filter(({ address }) => address.length === shortest),
    target,
    at,
  );
  return match?.address === '' ? { ...match, address: undefined } : match;
}

function selectOne<Bridge extends DeployedBridge>(
  [match, ...others]: readonly Bridge[],
  received: unknown,
  at: string,
): Bridge | undefined {
  if (match === undefined || others.length === 0) return match;
  const expected = `the name of one bridge, ${others.length + 1} are called ${match.name}`;
  throw toCommandError({ path: at, expected, received }, 'ERR_BRIDGE_UNKNOWN_TARGET');
}
