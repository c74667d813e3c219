import { foldCase } from '../../vocabulary/parsing/fold-case';
import { toCommandError } from '../node-errors';
import type { SettingResult } from '../settings/evaluate-setting';
import type { BridgeSession } from './bridge-session';

/** A deployed bridge, as messages name it. */
interface NamedBridge {
  readonly name: string;
  readonly session: BridgeSession;
}

/** What `Bridge:Room/Name` stands for. */
export interface NamedBridgeTarget extends NamedBridge {
  /** What follows the colon; undefined where nothing does. */
  readonly address: string | undefined;
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

/**
 * Finds the bridge that a target names before its colon. Upper and lower case do not count.
 *
 * @param target such as `Attic:Office/Desk lamp`
 * @returns undefined for a target that names no deployed bridge, such as the name of a lamp with a colon
 * @throws {BridgeError} ERR_BRIDGE_UNKNOWN_TARGET where several bridges have the name
 */
export function findNamedBridge(target: string): NamedBridgeTarget | undefined {
  const text = foldCase(target);
  const matches = [...deployedBridges.values()].filter(({ name }) =>
    text.startsWith(`${foldCase(name)}:`),
  );
  const longest = Math.max(...matches.map(({ name }) => name.length));
  const [bridge, other] = matches.filter(({ name }) => name.length === longest);
  if (bridge === undefined) return undefined;
  if (other !== undefined) {
    const expected = `the name of one bridge, ${matches.length} are called ${bridge.name}`;
    const problem = { path: 'target', expected, received: target };
    throw toCommandError(problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
  }
  const { length } = bridge.name.normalize('NFC');
  const address = target
    .trim()
    .normalize('NFC')
    .slice(length + 1)
    .trim();
  return { ...bridge, address: address === '' ? undefined : address };
}

/** The names of all deployed bridges, sorted. */
export const listBridgeNames = (): readonly string[] =>
  [...deployedBridges.values()].map(({ name }) => name).toSorted();
