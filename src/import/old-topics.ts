import { getNestedMember, isObject } from '../resources/members';
import type { BridgeContents } from './bridge-contents';
import { commandKinds } from './convert-commands';
import { sensorTypesByHueMagicNode } from './convert-sensors';
import type { FlowGraph, FlowNode } from './flow';
import { describeNode, readText } from './flow';
import type { ImportReport } from './report';

interface AddressedByTopic {
  readonly setting: string;
  readonly types: readonly string[];
  /** Of the ids in version 1 of the bridge's service. */
  readonly collection: string;
}

/** By type of HueMagic: nodes that take their target from `msg.topic` if the dialog names none. */
const addressedByTopic: ReadonlyMap<string, AddressedByTopic> = new Map([
  ...Object.entries(commandKinds).map(
    ([type, { targetSetting, rtype, collection }]): [string, AddressedByTopic] => [
      type,
      { setting: targetSetting, types: [rtype], collection },
    ],
  ),
  ...Object.entries(sensorTypesByHueMagicNode).map(([type, types]): [string, AddressedByTopic] => [
    type,
    { setting: 'sensorid', types, collection: 'sensors' },
  ]),
]);

/** Version 3 of HueMagic numbered lights, groups and sensors. */
const numberPattern = /^\d{1,4}$/;

/**
 * Replaces the numbers of HueMagic 3 in `msg.topic` by the ids of the bridge, in inject and change nodes. A number that the
 * bridge does not tell is reported, and so is code that may write one.
 */
export class OldTopics {
  /** Nodes that set the topic of messages to these nodes. */
  readonly #receivers = new Map<FlowNode, FlowNode[]>();

  /** @param nodes that are imported */
  constructor(
    graph: FlowGraph,
    private readonly contents: BridgeContents,
    nodes: readonly FlowNode[],
  ) {
    for (const node of nodes) {
      const addressed = addressedByTopic.get(node.type);
      if (addressed === undefined || readText(node, addressed.setting) !== '') continue;
      for (const sender of findTopicSenders(graph, node))
        this.#receivers.set(sender, [...(this.#receivers.get(sender) ?? []), node]);
    }
  }

  /** @returns the node itself if nothing changes */
  apply(node: FlowNode, report: ImportReport): FlowNode {
    const receivers = this.#receivers.get(node) ?? [];
    const [first] = receivers;
    if (first === undefined) return node;
    if (node.type === 'function') {
      const names = receivers.map(describeNode).join(', ');
      report.add(node, 'needs-a-look', 'codeTopic', { names });
      return node;
    }
    return mapTopics(node, (id) => {
      const now = this.#find(id, first);
      if (now === undefined) report.add(node, 'needs-a-look', 'oldTopic', { id });
      else report.add(node, 'rewritten', 'topicFound', { id, now });
      return now;
    });
  }

  #find(id: string, { type }: FlowNode): string | undefined {
    const { types = [], collection = '' } = addressedByTopic.get(type) ?? {};
    const found = this.contents.find(id, types, collection);
    return found.kind === 'found' ? found.id : undefined;
  }
}

/** Inject and change nodes with a number as topic, and functions that name the topic beside a number. */
function findTopicSenders(graph: FlowGraph, receiver: FlowNode): readonly FlowNode[] {
  const found = new Set<FlowNode>();
  const seen = new Set([receiver]);
  for (const node of seen) {
    for (const sender of graph.sendersOf(node.id)) {
      const writesNumber =
        sender.type === 'function'
          ? /\btopic\b[^;\n]{0,40}?\d/.test(String(sender['func']))
          : listTopics(sender).some((topic) => numberPattern.test(topic));
      if (writesNumber) found.add(sender);
      const isFresh = addressedByTopic.has(sender.type) || sender.type === 'inject';
      if (!isFresh) seen.add(sender);
    }
  }
  return [...found];
}

function listTopics(node: FlowNode): readonly string[] {
  const topics: string[] = [];
  mapTopics(node, (topic) => {
    topics.push(topic);
    return undefined;
  });
  return topics;
}

const literalTypes: ReadonlySet<unknown> = new Set(['str', 'num']);

/** @param replace called for each number; undefined keeps it */
function mapTopics(node: FlowNode, replace: (topic: string) => string | undefined): FlowNode {
  const replaceText = (value: unknown): string | undefined => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && numberPattern.test(text) ? replace(text) : undefined;
  };
  if (node.type === 'change') {
    const { rules } = node;
    if (!Array.isArray(rules)) return node;
    return mapEntries(node, 'rules', rules, (rule) => {
      const isTopic =
        rule['t'] === 'set' && rule['p'] === 'topic' && (rule['pt'] ?? 'msg') === 'msg';
      const now = isTopic && literalTypes.has(rule['tot']) ? replaceText(rule['to']) : undefined;
      return now === undefined ? undefined : { ...rule, to: now, tot: 'str' };
    });
  }
  if (node.type !== 'inject') return node;
  const { props } = node;
  const hasOwnValue = (prop: unknown): boolean =>
    getNestedMember(prop, 'p') === 'topic' && getNestedMember(prop, 'v') !== undefined;
  if (Array.isArray(props) && props.some(hasOwnValue))
    return mapEntries(node, 'props', props, (prop) => {
      const now =
        prop['p'] === 'topic' && literalTypes.has(prop['vt']) ? replaceText(prop['v']) : undefined;
      return now === undefined ? undefined : { ...prop, v: now, vt: 'str' };
    });
  const now = replaceText(node['topic']);
  return now === undefined ? node : { ...node, topic: now };
}

/** @param change returns undefined for an unchanged entry */
function mapEntries(
  node: FlowNode,
  setting: string,
  entries: readonly unknown[],
  change: (entry: Record<string, unknown>) => object | undefined,
): FlowNode {
  const changed = entries.map((entry) => (isObject(entry) ? (change(entry) ?? entry) : entry));
  return changed.every((entry, index) => entry === entries[index])
    ? node
    : { ...node, [setting]: changed };
}
