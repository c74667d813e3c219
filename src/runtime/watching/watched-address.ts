import type { Node, NodeAPI } from 'node-red';
import type { BridgeError } from '../../bridge/errors/bridge-error';
import { listAddresses } from '../targets/find-target';
import { toCommandError, formatSettingPath } from '../node-errors';
import {
  parseNonEmptyText,
  isSettingUnset,
  evaluateSetting,
  getSettingValueOrThrow,
  mayNameBridge,
  addBridgesToTarget,
} from '../settings/evaluate-setting';

/** The target setting of a node that watches without an input message. */
export interface TargetSettings {
  target?: unknown;
  targetType?: unknown;
  /** Ids of the bridge nodes of what is picked, in its order; empty for the bridge of the node. */
  targetBridges?: unknown;
}

/** Types of settings whose value no message changes. */
const fixedTypes: ReadonlySet<unknown> = new Set([undefined, '', 'resource', 'str', 'env']);

/** True when the target is chosen, and the same whatever a message says. */
export const isTargetFixed = ({ target, targetType }: TargetSettings): boolean =>
  !isSettingUnset(target) && fixedTypes.has(targetType);

/** True when the target is chosen and may name another bridge than that of the node. */
export const mayWatchNamedBridge = (settings: TargetSettings): boolean =>
  isTargetFixed(settings) &&
  (settings.targetType === 'env' ||
    mayNameBridge(settings.target) ||
    (typeof settings.target === 'string' &&
      addBridgesToTarget(settings.target, settings.targetBridges) !== settings.target));

/** Types of settings that only a message gives a value. */
const messageTypes: ReadonlySet<unknown> = new Set(['msg', 'jsonata']);

/** True when the target comes with each message, so that there is none before the first. */
export const isTargetFromMessage = ({ targetType }: TargetSettings): boolean =>
  messageTypes.has(targetType);

const path = formatSettingPath('target');

/**
 * Evaluates the address of what a node watches.
 *
 * @returns id, name or `Room/Name`; empty when nothing is chosen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no text
 */
export async function evaluateWatchedAddress(
  RED: NodeAPI,
  node: Node,
  settings: TargetSettings,
): Promise<string> {
  if (isSettingUnset(settings.target)) return '';
  return parseAddress(await evaluateTarget(RED, node, settings), path);
}

/**
 * Evaluates the address of what a node watches beside the targets of its messages.
 *
 * @returns id, name or `Room/Name`; empty when nothing is chosen, and where each message names its own target
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives no text
 */
export const evaluateSourceAddress = async (
  RED: NodeAPI,
  node: Node,
  settings: TargetSettings,
): Promise<string> =>
  isTargetFromMessage(settings) ? '' : evaluateWatchedAddress(RED, node, settings);

/**
 * Evaluates the addresses of what a node watches, where that may be several.
 *
 * @returns ids, names or `Room/Name`; empty when nothing is chosen
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when the setting gives neither a text nor a list of texts
 */
export async function evaluateWatchedAddresses(
  RED: NodeAPI,
  node: Node,
  settings: TargetSettings,
): Promise<readonly string[]> {
  if (isSettingUnset(settings.target)) return [];
  return parseAddresses(await evaluateTarget(RED, node, settings), path);
}

/**
 * Parses the addresses of one or several resources.
 *
 * @param value an id, a name or `Room/Name`, or a list of these
 * @param at path of the value, for the error
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when it is neither a text nor a list of texts
 */
export function parseAddresses(value: unknown, at: string): readonly string[] {
  const addresses = listAddresses(value) ?? [value];
  if (addresses.length === 0) throw refuseAddress(value, at);
  return addresses.map((address) => parseAddress(address, at));
}

const evaluateTarget = async (
  RED: NodeAPI,
  node: Node,
  { target, targetType }: TargetSettings,
): Promise<unknown> => {
  const setting = { value: target, type: parseNonEmptyText(targetType) ?? 'resource' };
  return getSettingValueOrThrow(await evaluateSetting({ RED, node }, {}, setting, path));
};

function parseAddress(address: unknown, at: string): string {
  if (typeof address === 'string' && address.trim() !== '') return address.trim();
  throw refuseAddress(address, at);
}

const refuseAddress = (received: unknown, at: string): BridgeError =>
  toCommandError({ path: at, expected: 'an id, a name or Room/Name', received });
