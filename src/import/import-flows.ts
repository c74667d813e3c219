import { BridgeContents } from './bridge-contents';
import type { ImportResource } from './bridge-contents';
import { commandKinds, convertCommandNode, convertScene } from './convert-commands';
import { convertButtons } from './convert-buttons';
import {
  convertBridgeInformation,
  convertSensor,
  sensorTypesByHueMagicNode,
} from './convert-sensors';
import { convertAnimation, readAnimation } from './convert-magic';
import type { PlayableAnimation } from './convert-magic';
import type { Conversion, ConversionContext, WireEnd } from './conversion';
import {
  FlowGraph,
  redirectSubflow,
  isFlowNode,
  readFlowFile,
  describeNode,
  readText,
  readWires,
} from './flow';
import type { FlowFileProblem, FlowNode } from './flow';
import { importBridges, listKeys } from './imported-bridges';
import { OldTopics } from './old-topics';
import { ImportReport } from './report';
import type { ImportEntry } from './report';
import { PlainMessages, isLamp } from './plain-messages';
import { readStaticPayload } from './static-messages';
import { isObject } from '../resources/members';

export interface ImportOptions {
  /** Ids of the nodes to import; all nodes of HueMagic if missing. */
  readonly only?: ReadonlySet<string>;
  /** Of the bridges, to check the ids of a flow. */
  readonly resources?: readonly ImportResource[];
  /** Removes the key from bridges of HueMagic that other nodes still need. */
  readonly removesOldKeys?: boolean;
  /** Omits the keys, so that people get new ones. */
  readonly withoutKeys?: boolean;
}

interface ImportedFlows {
  readonly ok: true;
  /** In the shape of the input; unchanged entries are the same objects. */
  readonly flows: unknown;
  readonly report: readonly ImportEntry[];
}

export type ImportResult =
  | ImportedFlows
  | { readonly ok: false; readonly problem: FlowFileProblem };

type Converter = (node: FlowNode, context: ConversionContext) => Conversion;

/** By type of HueMagic; other types are kept. */
const converters: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ...Object.entries(commandKinds).map(([type, kind]): [string, Converter] => [
    type,
    (node, context) => convertCommandNode(node, kind, context),
  ]),
  ...Object.entries(sensorTypesByHueMagicNode).map(([type, types]): [string, Converter] => [
    type,
    (node, context) => convertSensor(node, types, context),
  ]),
  ['hue-buttons', convertButtons],
  ['hue-switch', convertButtons],
  ['hue-button', convertButtons],
  ['hue-tap', convertButtons],
  ['hue-scene', convertScene],
  ['hue-bridge-node', convertBridgeInformation],
]);

/** Sentences that say why, by type of HueMagic. */
const withoutCounterpart: ReadonlyMap<string, string> = new Map([
  ['hue-rules', 'rules'],
  ['hue-syncbox', 'syncBox'],
  ['hue-syncbox-config', 'syncBox'],
]);

/** Types of other packages for the same bridge, with a sentence about their counterpart. */
const ofOtherPackages: readonly (readonly [RegExp, string])[] = [
  [/^hue-config$|^node-hue-bridge$/, 'other.bridge'],
  [/^node-hue-(?:in|out)$/, 'other.light'],
  [/^knxUltimateHue(?:Light|Plug)$/, 'other.light'],
  [/^knxUltimateHueScene$/, 'other.scene'],
  [/^knxUltimateHue(?:Button|TapDial)$/, 'other.button'],
  [
    /^knxUltimateHue(?:Motion|CameraMotion|AreaMotion|ContactSensor|LightSensor|TemperatureSensor|HumiditySensor|Battery)$/,
    'other.sensor',
  ],
  [/^knxUltimateHue/, 'other.poll'],
];

/**
 * Converts flows of HueMagic 4 and 5, and in part of version 3.
 *
 * @param input parsed JSON of a flow file
 * @returns a problem for anything else; never throws; the report contains no key
 */
export function importHueMagicFlows(input: unknown, options: ImportOptions = {}): ImportResult {
  const file = readFlowFile(input);
  if ('key' in file) return { ok: false, problem: file };
  const nodes = file.entries.filter(isFlowNode);
  const keys = listKeys(nodes);
  const report = new ImportReport(nodes, keys);
  const isChosen = ({ id }: FlowNode): boolean => options.only?.has(id) ?? true;
  const animations = findAnimations(nodes, isChosen);
  // A light node that plays an animation sends its lamps no messages.
  const graph = new FlowGraph(
    nodes.map((node) => (animations.has(node) ? { ...node, wires: [] } : node)),
  );
  const isConverted = (node: FlowNode): boolean =>
    isChosen(node) &&
    (node.type === 'hue-bridge' ||
      animations.has(node) ||
      (converters.has(node.type) && findKeptReason(node, graph) === undefined));
  const createId = createIdMaker(nodes);
  const bridges = importBridges(nodes, isConverted, {
    report,
    createId,
    removesOldKeys: options.removesOldKeys ?? false,
    withoutKeys: options.withoutKeys ?? false,
  });
  const places = new FreePlaces(nodes);
  const plainMessages = new PlainMessages(
    graph,
    nodes.filter((node) => isLamp(node) && isConverted(node)),
  );
  const contents = new BridgeContents(options.resources ?? []);
  const oldTopics = new OldTopics(graph, contents, nodes.filter(isConverted));
  const conversions = convertNodes(nodes.filter(isConverted), animations, {
    graph,
    contents,
    getsOnlyPlainWords: (lamp) => plainMessages.getsOnlyPlainWords(lamp),
    createId,
    getBridge: (node) => bridges.get(node),
    findPlace: (node) => places.takeBelow(node),
  });
  for (const node of nodes) {
    const conversion = conversions.get(node);
    if (conversion !== undefined) report.addAll(node, conversion.outcome, conversion.sentences);
    else if (isChosen(node)) reportKeptNode(node, graph, report);
  }
  const rewiring = new Rewiring(conversions, graph, report);
  const entries = file.entries.flatMap((entry): readonly unknown[] => {
    if (!isFlowNode(entry)) return [entry];
    const replaced = conversions.get(entry)?.nodes ??
      bridges.replacements.get(entry) ?? [
        oldTopics.apply(plainMessages.apply(entry, report), report),
      ];
    return replaced.map((node) => rewiring.apply(node, entry));
  });
  reportKeysInClearText(entries.filter(isFlowNode), keys, report);
  return { ok: true, flows: file.withEntries(entries), report: report.list() };
}

function convertNodes(
  nodes: readonly FlowNode[],
  animations: ReadonlyMap<FlowNode, PlayableAnimation>,
  context: ConversionContext,
): ReadonlyMap<FlowNode, Conversion> {
  const conversions = new Map<FlowNode, Conversion>();
  for (const node of nodes) {
    const animation = animations.get(node);
    const conversion = animation
      ? convertAnimation(node, animation, context)
      : converters.get(node.type)?.(node, context);
    if (conversion !== undefined) conversions.set(node, conversion);
  }
  return conversions;
}

/** All lamps of such an animation are imported, too. */
function findAnimations(
  nodes: readonly FlowNode[],
  isChosen: (node: FlowNode) => boolean,
): ReadonlyMap<FlowNode, PlayableAnimation> {
  const chosen = nodes.filter((node) => node.type === 'hue-magic' && isChosen(node));
  if (chosen.length === 0) return new Map();
  const graph = new FlowGraph(nodes);
  return new Map(
    chosen.flatMap((node) => {
      const animation = readAnimation(node, graph);
      const isPlayable = animation !== undefined && 'lamps' in animation;
      return isPlayable && animation.lamps.every(isChosen) ? [[node, animation] as const] : [];
    }),
  );
}

/** Returns why a bridge node of HueMagic stays: a message asks it for what this package does not do. */
function findKeptReason(node: FlowNode, graph: FlowGraph): string | undefined {
  if (node.type !== 'hue-bridge-node') return undefined;
  const words = ['touchLink', 'settings'] as const;
  const payloads = graph.originsOf(node.id).makers.map((maker) => readStaticPayload(maker)?.value);
  return words.find((word) => payloads.some((value) => isObject(value) && word in value));
}

function reportKeptNode(node: FlowNode, graph: FlowGraph, report: ImportReport): void {
  const { type } = node;
  if (type === 'hue-bridge') return;
  const reason = withoutCounterpart.get(type) ?? findKeptReason(node, graph);
  const other = ofOtherPackages.find(([pattern]) => pattern.test(type));
  if (reason !== undefined) report.add(node, 'no-counterpart', `kept.${reason}`);
  else if (other !== undefined) report.add(node, 'needs-a-look', other[1]);
  else if (type === 'hue-magic') reportKeptAnimation(node, graph, report);
  else if (type.startsWith('hue-')) report.add(node, 'needs-a-look', 'kept.unknown', { type });
}

function reportKeptAnimation(node: FlowNode, graph: FlowGraph, report: ImportReport): void {
  const animation = readAnimation(node, graph);
  if (animation === undefined || !('step' in animation))
    return report.add(node, 'needs-a-look', 'kept.magic');
  const { step, text } = animation;
  report.add(node, 'needs-a-look', 'kept.magicStep', { step: String(step), before: text });
}

/** 16 hexadecimal digits, as in Node-RED. */
function createIdMaker(nodes: readonly FlowNode[]): ConversionContext['createId'] {
  const taken = new Set(nodes.map(({ id }) => id));
  return ({ id }, purpose) => {
    for (let attempt = 0; ; attempt += 1) {
      const created = hash(`${id}/${purpose}/${attempt}`) + hash(`${attempt}/${purpose}/${id}`);
      if (taken.has(created)) continue;
      taken.add(created);
      return created;
    }
  };
}

/** FNV-1a, 32 bits, as 8 hexadecimal digits. */
function hash(text: string): string {
  let value = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(text))
    value = Math.imul(value ^ byte, 0x01_00_01_93) >>> 0;
  return value.toString(16).padStart(8, '0');
}

/** Nodes that contain a key, such as in the code of a function, stay unchanged. */
function reportKeysInClearText(
  nodes: readonly FlowNode[],
  keys: readonly string[],
  report: ImportReport,
): void {
  for (const node of nodes) {
    const { credentials: _credentials, ...settings } = node;
    const text = JSON.stringify(settings);
    if (keys.some((key) => text.includes(JSON.stringify(key).slice(1, -1))))
      report.add(node, 'needs-a-look', 'holdsKey');
  }
}

/** Below the lowest node of a group, in units of the canvas. */
const groupMargin = 41;

/** Leads wires and the outputs of subflows to the new nodes, and groups around them. */
class Rewiring {
  readonly #outputs = new Map<string, NonNullable<Conversion['movedTo']>>();
  /** For each sender, its old receivers with the new ones. */
  readonly #redirected = new Map<string, Map<string, WireEnd>>();
  readonly #added = new Map<string, FlowNode[]>();
  readonly #graph: FlowGraph;
  readonly #report: ImportReport;

  constructor(
    conversions: ReadonlyMap<FlowNode, Conversion>,
    graph: FlowGraph,
    report: ImportReport,
  ) {
    this.#graph = graph;
    this.#report = report;
    for (const [node, { nodes, movedTo, redirected }] of conversions) {
      if (movedTo !== undefined) this.#outputs.set(node.id, movedTo);
      for (const [sender, end] of redirected ?? []) {
        const targets = this.#redirected.get(sender) ?? new Map<string, WireEnd>();
        this.#redirected.set(sender, targets.set(node.id, end));
      }
      const group = readText(node, 'g');
      const added = nodes.slice(1);
      if (group !== '' && added.length > 0)
        this.#added.set(group, [...(this.#added.get(group) ?? []), ...added]);
    }
  }

  /**
   * @param origin old node
   * @returns the node itself if nothing changes
   */
  apply(node: FlowNode, origin: FlowNode): FlowNode {
    if (node.type === 'subflow') return this.#redirectOutputs(node);
    if (node.type === 'group') return this.#growGroup(node);
    return this.#redirectWires(node, origin);
  }

  #redirectWires(node: FlowNode, origin: FlowNode): FlowNode {
    const targets = this.#redirected.get(origin.id);
    if (targets === undefined) return node;
    if (!readWires(node).some((ids) => ids.some((id) => targets.has(id)))) return node;
    for (const [id, end] of targets) {
      const name = describeNode(this.#graph.get(id) ?? origin);
      if ('removed' in end) this.#report.add(origin, 'different', end.removed, { name });
      else this.#report.add(origin, 'rewritten', 'asksPollNow', { name });
    }
    const wires = readWires(node).map((ids) =>
      ids.flatMap((id) => {
        const end = targets.get(id);
        if (end === undefined) return [id];
        return 'id' in end ? [end.id] : [];
      }),
    );
    return { ...node, wires };
  }

  #redirectOutputs(subflow: FlowNode): FlowNode {
    const moved = redirectSubflow(subflow, ({ id, port }) => this.#outputs.get(id)?.(port));
    if (moved !== subflow) this.#report.add(subflow, 'rewritten', 'subflowOutputs');
    return moved;
  }

  #growGroup(group: FlowNode): FlowNode {
    const added = this.#added.get(group.id);
    const { y, h } = group;
    const nodes: unknown = group['nodes'];
    if (added === undefined || !Array.isArray(nodes)) return group;
    const names = added.map(describeNode).join(', ');
    this.#report.add(group, 'rewritten', 'groupGrown', { names });
    const lowest = Math.max(0, ...added.map((node) => Number(node['y']) || 0));
    const grown =
      typeof y === 'number' && typeof h === 'number'
        ? { h: Math.max(h, lowest - y + groupMargin) }
        : {};
    const ids = nodes.map((id: unknown) => id);
    return { ...group, nodes: [...ids, ...added.map(({ id }) => id)], ...grown };
  }
}

/** Height of a row and maximum width of a node, in units of the canvas. */
const [row, width] = [40, 200] as const;
/** Maximum distance of a free place, in rows. */
const mostRows = 12;

/** Where the canvas has room for an added node. */
class FreePlaces {
  readonly #taken = new Map<string, number[]>();

  constructor(nodes: readonly FlowNode[]) {
    for (const node of nodes) {
      const { x, y } = node;
      if (typeof x === 'number' && typeof y === 'number') this.#take(node, x, y);
    }
  }

  /** Empty for a node without a place. */
  takeBelow(node: FlowNode): { x?: number; y?: number } {
    const { x, y } = node;
    if (typeof x !== 'number' || typeof y !== 'number') return {};
    for (let step = 1; step <= mostRows; step += 1) {
      const below = y + step * row;
      if (!this.#isFree(node, x, below)) continue;
      this.#take(node, x, below);
      return { x, y: below };
    }
    this.#take(node, x, y + row);
    return { x, y: y + row };
  }

  #isFree(node: FlowNode, x: number, y: number): boolean {
    return [-1, 0, 1].every((neighbour) =>
      (this.#taken.get(toKey(node, y + neighbour * (row / 2))) ?? []).every(
        (taken) => Math.abs(taken - x) >= width,
      ),
    );
  }

  #take(node: FlowNode, x: number, y: number): void {
    const key = toKey(node, y);
    const taken = this.#taken.get(key);
    if (taken === undefined) this.#taken.set(key, [x]);
    else taken.push(x);
  }
}

const toKey = ({ z }: FlowNode, y: number): string => `${Math.round(y / (row / 2))}|${String(z)}`;
