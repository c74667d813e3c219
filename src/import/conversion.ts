import type { BridgeContents } from './bridge-contents';
import type { FlowGraph, OutputReference, FlowNode } from './flow';
import { isTicked, readText, readWires } from './flow';
import { toSentence } from './report';
import type { ImportOutcome, ImportSentence } from './report';

export interface Conversion {
  /** The first node has the id of the old node and takes its messages. */
  readonly nodes: readonly FlowNode[];
  readonly outcome: ImportOutcome;
  readonly sentences: readonly ImportSentence[];
  /** Returns the new outputs for an old one; if missing, the first node has the same outputs. */
  readonly movedTo?: (port: number) => readonly OutputReference[];
  /** For nodes that must send to another of `nodes` than the first, or to none. */
  readonly redirected?: ReadonlyMap<string, WireEnd>;
}

/** The id of the node that takes the messages, or the sentence why none does. */
export type WireEnd =
  | { readonly id: string }
  | { readonly removed: 'wireTakenOut' | 'askedInVain' };

export interface ConversionContext {
  readonly graph: FlowGraph;
  readonly contents: BridgeContents;
  readonly getsOnlyPlainWords: (lamp: FlowNode) => boolean;
  getBridge(node: FlowNode): ChosenBridge;
  /** The id is unused, and the same each time for the same node and purpose. */
  createId(node: FlowNode, purpose: string): string;
  findPlace(node: FlowNode): { x?: number; y?: number };
}

export interface ChosenBridge {
  readonly id: string;
  /** True if the bridge sends no events to any node. */
  readonly isSilent: boolean;
  readonly sentences: readonly ImportSentence[];
}

export interface ChosenTarget {
  readonly settings: {
    readonly target: string;
    readonly targetType: 'resource' | 'str' | 'msg';
    readonly targetName?: string;
  };
  /** As found on the bridge. */
  readonly type?: string;
  /** True if each message names the target. */
  readonly isUniversal: boolean;
  readonly sentences: readonly ImportSentence[];
}

/**
 * @param types accepted types, the most likely one first
 * @param options.collection of the ids in version 1 of the bridge's service
 * @param options.picksIds true if the dialog picks the id of HueMagic, such as a device with buttons
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
  // Node-RED replaces an environment variable.
  if (id.includes('${'))
    return { settings: { target: id, targetType: 'str' }, isUniversal: false, sentences: [] };
  const found = contents.find(id, types, collection);
  const sentences =
    found.kind === 'missing'
      ? [toSentence('notOnBridge', { id })]
      : found.kind === 'old'
        ? [toSentence('oldId', { id })]
        : [];
  // A device is an address: the dialog marks a picked text that is no id as wrong.
  const targetType = found.kind === 'unchecked' && !picksIds ? 'str' : 'resource';
  return {
    settings: {
      target: found.id,
      targetType,
      ...(found.kind === 'found' && found.name !== undefined ? { targetName: found.name } : {}),
    },
    ...(found.kind === 'found' ? { type: found.type } : {}),
    isUniversal: false,
    sentences,
  };
}

export const judge = (
  sentences: readonly ImportSentence[],
  otherwise: ImportOutcome,
): ImportOutcome => (sentences.length > 0 ? 'needs-a-look' : otherwise);

const commonSettings = (
  'id type name bridge wires z d l g info x y inputLabels outputLabels icon outputs inputs ' +
  'skipevents initevents onlycommands universalevents'
).split(' ');

/** No version of HueMagic is known to have these settings. */
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

/** For a node with one output. */
export const firstWires = (node: FlowNode): readonly (readonly string[])[] => [
  readWires(node)[0] ?? [],
];

/** In the flow and group of the converted node. */
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
 * Creates a change node that sets the payload.
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
