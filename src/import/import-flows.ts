import { BridgeContents } from './bridge-contents';
import type { ImportResource } from './bridge-contents';
import { commandKinds, convertCommandNode } from './convert-commands';
import { convertButtons } from './convert-buttons';
import {
  convertBridgeInformation,
  convertSensor,
  sensorTypesByHueMagicNode,
} from './convert-sensors';
import { convertAnimation, readAnimation } from './convert-magic';
import type { PlayableAnimation } from './convert-magic';
import { convertScene } from './convert-scene';
import type { Conversion, ConversionContext } from './conversion';
import { FlowGraph } from './flow-graph';
import { isFlowNode, readFlowFile } from './flow-nodes';
import type { FlowFileProblem, FlowNode } from './flow-nodes';
import { FreePlaces } from './free-places';
import { importBridges, listKeys } from './imported-bridges';
import { OldTopics } from './old-topics';
import { ImportReport } from './report';
import type { ImportEntry } from './report';
import { PlainMessages, isLamp } from './plain-messages';
import { Rewiring } from './rewiring';
import { readStaticPayload } from './static-messages';
import { isObject } from '../resources/values/member-access';

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
