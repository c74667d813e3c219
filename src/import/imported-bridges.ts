import { createImportedNode } from './imported-nodes';
import type { ChosenBridge } from './conversion';
import { isTicked, readText } from './flow';
import type { FlowNode } from './flow';
import { toSentence } from './report';
import type { ImportReport } from './report';

const huemagicBridge = 'hue-bridge';
const bridgeType = 'bridge-config';

/** Of all versions of HueMagic. */
const knownSettings: ReadonlySet<string> = new Set(
  'id type z d l g x y info wires name bridge key worker autoupdates disableupdates interval universalevents'.split(
    ' ',
  ),
);

interface ImportedBridges {
  readonly replacements: ReadonlyMap<FlowNode, readonly FlowNode[]>;
  get(node: FlowNode): ChosenBridge;
}

/** In clear text. */
export const listKeys = (nodes: readonly FlowNode[]): readonly string[] => [
  ...new Set(
    nodes
      .filter(({ type }) => type === huemagicBridge)
      .map((node) => readText(node, 'key'))
      .filter((key) => key.length >= 4 && !key.includes('${')),
  ),
];

interface BridgeImportOptions {
  readonly report: ImportReport;
  readonly createId: (node: FlowNode, purpose: string) => string;
  readonly removesOldKeys: boolean;
  readonly withoutKeys: boolean;
}

interface ImportedBridge {
  /** Undefined if there is none. */
  readonly id?: string;
  /** The same node if nothing changes. */
  readonly nodes: readonly FlowNode[];
}

/**
 * Chooses for each bridge node of HueMagic the bridge of this package with the same address, or creates one.
 *
 * @param isConverted true for a node that needs a bridge of this package
 */
export function importBridges(
  nodes: readonly FlowNode[],
  isConverted: (node: FlowNode) => boolean,
  options: BridgeImportOptions,
): ImportedBridges {
  const replacements = new Map<FlowNode, readonly FlowNode[]>();
  const chosen = new Map<string, { id: string; isSilent: boolean }>();
  const present = nodes.filter(({ type, d }) => type === bridgeType && d !== true);
  const usedByOthers = new Set<string>();
  const usedByConverted = new Set<string>();
  for (const node of nodes) {
    // Their `bridge` is an address.
    if (node.type === bridgeType || node.type === huemagicBridge) continue;
    (isConverted(node) ? usedByConverted : usedByOthers).add(readText(node, 'bridge'));
  }
  for (const bridge of nodes) {
    if (bridge.type !== huemagicBridge) continue;
    const isNeeded = usedByConverted.has(bridge.id);
    const stays = usedByOthers.has(bridge.id) || (!isNeeded && !isConverted(bridge));
    const imported: ImportedBridge =
      stays && !isNeeded
        ? { nodes: [keepBridge(bridge, options)] }
        : importBridge(bridge, stays, present, options);
    replacements.set(bridge, imported.nodes);
    const isSilent = isTicked(bridge, 'disableupdates');
    if (imported.id !== undefined) chosen.set(bridge.id, { id: imported.id, isSilent });
  }
  return {
    replacements,
    get(node) {
      const id = readText(node, 'bridge');
      const bridge = chosen.get(id);
      if (bridge !== undefined) return { ...bridge, sentences: [] };
      const sentences = id.includes('${')
        ? []
        : [toSentence(id === '' ? 'noBridge' : 'bridgeMissing')];
      return { id, isSilent: false, sentences };
    },
  };
}

/** @param stays true if some nodes still need the old bridge */
function importBridge(
  bridge: FlowNode,
  stays: boolean,
  present: readonly FlowNode[],
  options: BridgeImportOptions,
): ImportedBridge & { id: string } {
  const { report, createId, withoutKeys } = options;
  const address = parseBridgeAddress(readText(bridge, 'bridge'));
  const same = present.find(
    (one) =>
      address.host !== '' &&
      readText(one, 'host').toLowerCase() === address.host.toLowerCase() &&
      (readText(one, 'port') || '443') === address.port,
  );
  if (same !== undefined) {
    const name = readText(same, 'name') || readText(same, 'host');
    report.add(bridge, 'rewritten', 'bridgeReused', { name });
    if (!stays) report.add(bridge, 'rewritten', 'bridgeTakenOut');
    return { id: same.id, nodes: stays ? [keepBridge(bridge, options)] : [] };
  }
  const id = stays ? createId(bridge, 'bridge') : bridge.id;
  const key = withoutKeys ? '' : readText(bridge, 'key');
  const created = createBridge({ bridge, id, key }, address, report);
  return { id, nodes: stays ? [keepBridge(bridge, options), created] : [created] };
}

function keepBridge(bridge: FlowNode, { report, removesOldKeys }: BridgeImportOptions): FlowNode {
  report.add(bridge, 'different', 'bridgeStays');
  if (!removesOldKeys || readText(bridge, 'key') === '') return bridge;
  report.add(bridge, 'needs-a-look', 'keyTakenOut');
  return { ...bridge, key: '' };
}

function createBridge(
  { bridge, id, key }: { bridge: FlowNode; id: string; key: string },
  { host, port, isClear }: BridgeAddressParts,
  report: ImportReport,
): FlowNode {
  report.add(bridge, 'rewritten', 'becomes.bridge');
  if (host === '') report.add(bridge, 'needs-a-look', 'noAddress');
  else if (!isClear) report.add(bridge, 'needs-a-look', 'unclearAddress');
  if (key === '') report.add(bridge, 'needs-a-look', 'noKey');
  else report.add(bridge, 'rewritten', 'keyMoved');
  if (isTicked(bridge, 'disableupdates')) report.add(bridge, 'rewritten', 'disableUpdates');
  // Version 4 and 5 update without this setting; version 3, which has no `worker`, never does.
  const isVersion3 = bridge['worker'] === undefined && bridge['autoupdates'] === undefined;
  if (!isVersion3 && (bridge['autoupdates'] === undefined || isTicked(bridge, 'autoupdates')))
    report.add(bridge, 'different', 'autoUpdates');
  const unknown = Object.keys(bridge).filter((name) => !knownSettings.has(name));
  if (unknown.length > 0)
    report.add(bridge, 'different', 'unknownSettings', { settings: unknown.join(', ') });
  return {
    ...createImportedNode(bridge, 'bridge-config', {
      host,
      port,
      ...(key === '' ? {} : { credentials: { key } }),
    }),
    id,
  };
}

interface BridgeAddressParts {
  readonly host: string;
  readonly port: string;
  /** False for anything but a host, with or without a port; the text is kept as the host. */
  readonly isClear: boolean;
}

function parseBridgeAddress(text: string): BridgeAddressParts {
  const bare = text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  const [, host = '', port = '443'] =
    /^(\[[\da-f:.]+\]|[^\s:/@?#]+)(?::(\d{1,5}))?$/i.exec(bare) ?? [];
  if (host !== '') return { host, port, isClear: true };
  const isIpv6 = /^[\da-f:.]+$/i.test(bare) && bare !== '';
  const isVariable = bare.includes('${');
  return { host: bare, port: '443', isClear: isIpv6 || isVariable };
}
