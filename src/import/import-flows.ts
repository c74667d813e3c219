import { BridgeContents } from './bridge-contents';
import type { ImportResource } from './bridge-contents';
import { commandKinds, convertCommandNode } from './convert-commands';
import {
  convertBridgeInformation,
  convertButtons,
  convertSensor,
  sensorTypesByNode,
} from './convert-sensors';
import { convertScene } from './convert-scene';
import type { Conversion, ConversionContext } from './conversion';
import { FlowGraph } from './flow-graph';
import { isFlowNode, readFlowFile } from './flow-nodes';
import type { FlowFileProblem, FlowNode } from './flow-nodes';
import { FreePlaces } from './free-places';
import { importBridges, listKeys } from './imported-bridges';
import { ImportReport, say } from './report';
import type { ImportEntry } from './report';
import { Rewiring } from './rewiring';
import { readStaticPayload } from './static-messages';
import { isObject } from '../resources/values/member-access';

export interface ImportOptions {
  /** Ids of the nodes that are imported; all of HueMagic when missing. */
  readonly only?: ReadonlySet<string>;
  /** What the bridges hold, so that the ids of a flow can be checked. */
  readonly resources?: readonly ImportResource[];
  /** True to take the key out of bridges of HueMagic that stay for other nodes. */
  readonly removesOldKeys?: boolean;
  /** True to leave the keys out, so that people get new ones. */
  readonly withoutKeys?: boolean;
}

/** Flows that run here, and what became of each of their nodes. */
export interface ImportedFlows {
  readonly ok: true;
  /** In the shape of what was read; entries that need no change are the very same. */
  readonly flows: unknown;
  readonly report: readonly ImportEntry[];
}

export type ImportResult =
  | ImportedFlows
  | { readonly ok: false; readonly problem: FlowFileProblem };

/** Converts a node of HueMagic; types without one are kept. */
const converters: ReadonlyMap<string, (node: FlowNode, context: ConversionContext) => Conversion> =
  new Map([
    ...Object.entries(commandKinds).map(
      ([type, kind]) =>
        [
          type,
          (node: FlowNode, context: ConversionContext) => convertCommandNode(node, kind, context),
        ] as const,
    ),
    ...Object.entries(sensorTypesByNode).map(
      ([type, types]) =>
        [
          type,
          (node: FlowNode, context: ConversionContext) => convertSensor(node, types, context),
        ] as const,
    ),
    ...['hue-buttons', 'hue-switch', 'hue-button', 'hue-tap'].map(
      (type) => [type, convertButtons] as const,
    ),
    ['hue-scene', convertScene],
    ['hue-bridge-node', convertBridgeInformation],
  ]);

/** Types of HueMagic that nothing here stands for, with the sentence that says why. */
const withoutCounterpart: ReadonlyMap<string, string> = new Map([
  ['hue-rules', 'rules'],
  ['hue-syncbox', 'syncBox'],
  ['hue-syncbox-config', 'syncBox'],
]);

/** Types of other packages for the same bridge, with the sentence about their counterpart. */
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
 * Rewrites the flows of HueMagic 4 and 5, and what can be told of version 3, to nodes of this package.
 *
 * @param input parsed JSON of a flow file
 * @returns a problem for what is no flow; it never throws, and no key is in the report
 */
export function importHueMagicFlows(input: unknown, options: ImportOptions = {}): ImportResult {
  const file = readFlowFile(input);
  if ('key' in file) return { ok: false, problem: file };
  const nodes = file.entries.filter(isFlowNode);
  const keys = listKeys(nodes);
  const report = new ImportReport(nodes, keys);
  const graph = new FlowGraph(nodes);
  const isChosen = ({ id }: FlowNode): boolean => options.only?.has(id) ?? true;
  const isConverted = (node: FlowNode): boolean =>
    isChosen(node) &&
    (node.type === 'hue-bridge' ||
      (converters.has(node.type) && findKeptReason(node, graph) === undefined));
  const createId = createIdMaker(nodes);
  const bridges = importBridges(nodes, isConverted, {
    report,
    createId,
    removesOldKeys: options.removesOldKeys ?? false,
    withoutKeys: options.withoutKeys ?? false,
  });
  const places = new FreePlaces(nodes);
  const context: ConversionContext = {
    graph,
    contents: new BridgeContents(options.resources ?? []),
    createId,
    getBridge: (node) => bridges.get(node),
    findPlace: (node) => places.takeBelow(node),
  };

  const conversions = new Map<FlowNode, Conversion>();
  for (const node of nodes) {
    if (node.type === 'hue-bridge') continue;
    const convert = isConverted(node) ? converters.get(node.type) : undefined;
    if (convert === undefined) {
      if (isChosen(node)) reportKeptNode(node, graph, report);
      continue;
    }
    const conversion = convert(node, context);
    conversions.set(node, conversion);
    report.add(node, conversion.outcome, ...conversion.sentences);
  }
  const rewiring = new Rewiring(conversions, graph, report);
  const entries = file.entries.flatMap((entry): readonly unknown[] => {
    if (!isFlowNode(entry)) return [entry];
    const replaced = conversions.get(entry)?.nodes ?? bridges.replacements.get(entry) ?? [entry];
    return replaced.map((node) => rewiring.apply(node, entry));
  });
  reportKeysInClearText(entries.filter(isFlowNode), keys, report);
  return { ok: true, flows: file.withEntries(entries), report: report.list() };
}

/** Why a node that could be converted is kept: it does what nothing here does. */
function findKeptReason(node: FlowNode, graph: FlowGraph): string | undefined {
  if (node.type !== 'hue-bridge-node') return undefined;
  const words = ['touchLink', 'settings'] as const;
  const payloads = graph.originsOf(node.id).makers.map((maker) => readStaticPayload(maker)?.value);
  return words.find((word) => payloads.some((value) => isObject(value) && word in value));
}

function reportKeptNode(node: FlowNode, graph: FlowGraph, report: ImportReport): void {
  const { type } = node;
  const reason = withoutCounterpart.get(type) ?? findKeptReason(node, graph);
  const other = ofOtherPackages.find(([pattern]) => pattern.test(type));
  if (reason !== undefined) report.add(node, 'no-counterpart', say(`kept.${reason}`));
  else if (other !== undefined) report.add(node, 'needs-a-look', say(other[1]));
  else if (type === 'hue-magic') report.add(node, 'needs-a-look', say('kept.magic'));
  else if (type.startsWith('hue-')) report.add(node, 'needs-a-look', say('kept.unknown', { type }));
}

/** Makes ids of 16 hexadecimal digits, as Node-RED does, that follow from what they are for. */
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

/** Names the nodes that hold a key themselves, such as in the code of a function: what they are is not changed. */
function reportKeysInClearText(
  nodes: readonly FlowNode[],
  keys: readonly string[],
  report: ImportReport,
): void {
  for (const node of nodes) {
    const { credentials: _credentials, ...settings } = node;
    const text = JSON.stringify(settings);
    if (keys.some((key) => text.includes(JSON.stringify(key).slice(1, -1))))
      report.add(node, 'needs-a-look', say('holdsKey'));
  }
}
