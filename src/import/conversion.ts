import type { BridgeContents } from './bridge-contents';
import type { FlowGraph, OutputReference } from './flow-graph';
import { isTicked, readText, readWires } from './flow-nodes';
import type { FlowNode } from './flow-nodes';
import { toSentence } from './report';
import type { ImportOutcome, ImportSentence } from './report';

/** What a node of HueMagic becomes. */
export interface Conversion {
  /** The nodes in its place; the first has its id, and takes its messages. */
  readonly nodes: readonly FlowNode[];
  readonly outcome: ImportOutcome;
  readonly sentences: readonly ImportSentence[];
  /** Where the messages of an output come from now; the same output of the first node when missing. */
  readonly movedTo?: (port: number) => readonly OutputReference[];
  /** Nodes that send to another of `nodes` than the first; undefined for no node at all. */
  readonly redirected?: ReadonlyMap<string, string | undefined>;
}

/** What converting a node needs to know of everything else. */
export interface ConversionContext {
  readonly graph: FlowGraph;
  readonly contents: BridgeContents;
  /** True for a lamp or group whose messages are all said in plain words. */
  readonly isSpokenToPlainly: (lamp: FlowNode) => boolean;
  /** Id of the node of this package that stands for the bridge of a node, and what is wrong with it. */
  getBridge(node: FlowNode): ChosenBridge;
  /** Makes an id that no other node has, the same each time for the same node and purpose. */
  createId(node: FlowNode, purpose: string): string;
  /** A free place near a node, in its group. */
  findPlace(node: FlowNode): { x?: number; y?: number };
}

/** The bridge of an imported node. */
export interface ChosenBridge {
  readonly id: string;
  /** True where it sends no events to any node. */
  readonly isSilent: boolean;
  readonly sentences: readonly ImportSentence[];
}

/** The target of an imported node, with what has to be said about it. */
export interface ChosenTarget {
  readonly settings: {
    readonly target: string;
    readonly targetType: 'resource' | 'str' | 'msg';
  };
  /** Type of what was found on the bridge. */
  readonly type?: string;
  /** True where each message names it. */
  readonly isUniversal: boolean;
  readonly sentences: readonly ImportSentence[];
}

/**
 * Reads the target of a node of HueMagic.
 *
 * @param types types that it may be, the most likely one first
 * @param options.collection where version 1 of the bridge's service has its ids
 * @param options.picksIds true where the id of HueMagic is what the dialog picks, such as a device with buttons
 */
export function chooseTarget(
  node: FlowNode,
  setting: string,
  types: readonly string[],
  { contents }: ConversionContext,
  { collection, picksIds = false }: { collection: string; picksIds?: boolean },
): ChosenTarget {
  const id = readText(node, setting);
  if (id === '')
    return { settings: { target: 'topic', targetType: 'msg' }, isUniversal: true, sentences: [] };
  // Node-RED puts an environment variable in the place of this.
  if (id.includes('${'))
    return { settings: { target: id, targetType: 'str' }, isUniversal: false, sentences: [] };
  const found = contents.find(id, types, collection);
  const sentences =
    found.kind === 'missing'
      ? [toSentence('notOnBridge', { id })]
      : found.kind === 'old'
        ? [toSentence('oldId', { id })]
        : [];
  // A device is found as an address; the dialog marks as wrong what is picked and is no id.
  const targetType = found.kind === 'unchecked' && !picksIds ? 'str' : 'resource';
  return {
    settings: { target: found.id, targetType },
    ...(found.kind === 'found' ? { type: found.type } : {}),
    isUniversal: false,
    sentences,
  };
}

/** The outcome of a node about whose bridge or target something has to be done first. */
export const judge = (
  sentences: readonly ImportSentence[],
  otherwise: ImportOutcome,
): ImportOutcome => (sentences.length > 0 ? 'needs-a-look' : otherwise);

/** Settings that every node of HueMagic may have. */
const commonSettings = (
  'id type name bridge wires z d l g info x y inputLabels outputLabels icon outputs inputs ' +
  'skipevents initevents onlycommands universalevents'
).split(' ');

/** Returns a sentence with the settings that no version of HueMagic is known to have; empty if there are none. */
export function describeUnknownSettings(
  node: FlowNode,
  known: readonly string[],
): readonly ImportSentence[] {
  const all = new Set([...commonSettings, ...known]);
  const unknown = Object.keys(node).filter((name) => !all.has(name));
  return unknown.length === 0
    ? []
    : [toSentence('unknownSettings', { settings: unknown.join(', ') })];
}

/** When a node of HueMagic sends events by itself. */
export interface EventOptions {
  readonly isSilent: boolean;
  readonly atStart: boolean;
  readonly onlyOwn: boolean;
}

export const readEventOptions = (node: FlowNode, bridge: ChosenBridge): EventOptions => ({
  isSilent: isTicked(node, 'skipevents') || bridge.isSilent,
  atStart: isTicked(node, 'initevents'),
  onlyOwn: isTicked(node, 'onlycommands'),
});

/** The wires of the first output, as the wires of a node with one output. */
export const firstWires = (node: FlowNode): readonly (readonly string[])[] => [
  readWires(node)[0] ?? [],
];

/** A node of Node-RED below a node that is converted, in its flow and group. */
export const createNodeBelow = (
  node: FlowNode,
  settings: FlowNode,
  context: ConversionContext,
): FlowNode => {
  const kept = ['z', 'd', 'g'].filter((member) => Object.hasOwn(node, member));
  return {
    ...Object.fromEntries(kept.map((member) => [member, node[member]])),
    name: '',
    ...settings,
    ...context.findPlace(node),
  };
};

/**
 * Creates a change node below a node that sets the payload of its messages.
 *
 * @param change.expression JSONata
 */
export const createPayloadChange = (
  node: FlowNode,
  { id, expression, wires }: { id: string; expression: string; wires: unknown },
  context: ConversionContext,
): FlowNode => {
  const rules = [{ t: 'set', p: 'payload', pt: 'msg', to: expression, tot: 'jsonata' }];
  return createNodeBelow(node, { id, type: 'change', rules, wires }, context);
};
