import type { SettingResult } from '../settings/evaluate-setting';
import type { BridgeSession } from './bridge-session';

/** A deployed bridge, as messages name it. */
export interface NamedBridge {
  readonly name: string;
  readonly session: BridgeSession;
}

/** By the id of their node. */
const deployedBridges = new Map<string, NamedBridge>();

/**
 * Makes a deployed bridge known by its name.
 *
 * @returns ends that
 */
export function addNamedBridge(id: string, bridge: NamedBridge): () => void {
  deployedBridges.set(id, bridge);
  return () => {
    if (deployedBridges.get(id) === bridge) deployedBridges.delete(id);
  };
}

/** True for a target that may name a bridge: a text with a colon, or a list that holds one. */
export const mayNameBridge = (target: SettingResult): boolean =>
  target.ok &&
  (hasColon(target.value) || (Array.isArray(target.value) && target.value.some(hasColon)));

const hasColon = (address: unknown): boolean =>
  typeof address === 'string' && address.includes(':');

/** All deployed bridges. */
export const listNamedBridges = (): readonly NamedBridge[] => [...deployedBridges.values()];
