import { getTextMember, isObject } from '../resources/members';
import { replaceIds } from './replace-ids';

/** Where a flow names an id: a node, in the words of the editor. */
interface FlowPlace {
  readonly id: string;
  readonly type: string;
  /** Empty without one. */
  readonly name: string;
  /** Label of its tab, or name of its subflow; empty for configuration nodes. */
  readonly tab: string;
}

export interface TakenOverId extends FlowPlace {
  /** Path of the setting, such as `target` or `rules[0].to`. */
  readonly setting: string;
  readonly from: string;
  readonly to: string;
}

export interface ForeignUse extends FlowPlace {
  readonly ids: readonly string[];
}

export interface TakenOverFlows {
  /** Nodes without a change are the same objects as before. */
  readonly flows: readonly unknown[];
  readonly changes: readonly TakenOverId[];
  /** Nodes of other packages that name an old id: a person changes them. */
  readonly foreign: readonly ForeignUse[];
  /** Nodes that name what is in the file, and not on the bridge. */
  readonly lost: readonly ForeignUse[];
}

/** Nodes of this package. */
export const ownNodeTypes: ReadonlySet<string> = new Set([
  'bridge-automation',
  'bridge-backup',
  'bridge-button',
  'bridge-config',
  'bridge-daylight',
  'bridge-light',
  'bridge-mqtt',
  'bridge-poll',
  'bridge-resource',
  'bridge-room',
  'bridge-scene',
  'bridge-sensor',
  'bridge-smart-scene',
  'bridge-speaker',
  'bridge-status',
  'bridge-sun',
]);

/** Nodes of Node-RED that hold messages, conditions and environment variables as they stand. */
const messageTypes: ReadonlySet<string> = new Set([
  'change',
  'function',
  'group',
  'inject',
  'subflow',
  'switch',
  'tab',
  'template',
]);

/** What Node-RED itself needs to find nodes. */
const structure: ReadonlySet<string> = new Set([
  'id',
  'type',
  'z',
  'g',
  'x',
  'y',
  'wires',
  'links',
  'nodes',
  'in',
  'out',
]);

/**
 * Puts new ids in the place of old ones, in all nodes of this package and in the static messages of others: in lists,
 * in JSON, in several bridges and within subflows. Nothing is changed in the given flows.
 *
 * @param flows all nodes, as Node-RED exports them
 * @param ids new id for each old one, as the report of a restore has them
 * @param known all ids of the file; those without a new one are reported as lost
 */
export function takeOverFlows(
  flows: readonly unknown[],
  ids: ReadonlyMap<string, string>,
  known: ReadonlySet<string> = new Set(),
): TakenOverFlows {
  const tabs = new Map(
    flows.filter(isObject).map((node) => [node['id'], readLabel(node)] as const),
  );
  const changes: TakenOverId[] = [];
  const foreign: ForeignUse[] = [];
  const lost: ForeignUse[] = [];
  const taken = flows.map((node): unknown => {
    if (!isObject(node) || typeof node['id'] !== 'string' || typeof node['type'] !== 'string')
      return node;
    const place = describePlace(node, tabs);
    const found: TakenOverId[] = [];
    const missing = new Set<string>();
    const replaced = replaceInSettings(node, ids, (setting, from) => {
      const to = ids.get(from);
      if (to !== undefined && to !== from) found.push({ ...place, setting, from, to });
      else if (to === undefined && known.has(from)) missing.add(from);
    });
    if (missing.size > 0) lost.push({ ...place, ids: [...missing] });
    if (found.length === 0) return node;
    if (!isChangeable(place.type)) {
      foreign.push({ ...place, ids: [...new Set(found.map(({ from }) => from))] });
      return node;
    }
    changes.push(...found);
    return replaced;
  });
  return { flows: taken, changes, foreign, lost };
}

const isChangeable = (type: string): boolean =>
  ownNodeTypes.has(type) || messageTypes.has(type) || type.startsWith('subflow:');

const readLabel = (node: Record<string, unknown>): string =>
  getTextMember(node, 'label') ?? getTextMember(node, 'name') ?? '';

const describePlace = (
  node: Record<string, unknown>,
  tabs: ReadonlyMap<unknown, string>,
): FlowPlace => ({
  id: String(node['id']),
  type: String(node['type']),
  name: readLabel(node),
  tab: tabs.get(node['z']) ?? '',
});

function replaceInSettings(
  node: Record<string, unknown>,
  ids: ReadonlyMap<string, string>,
  onFound: (setting: string, id: string) => void,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      structure.has(name) ? value : replaceIds(value, ids, onFound, name),
    ]),
  );
}
