import { createBridgeNode, hueMagicFormat } from './bridge-nodes';
import {
  chooseTarget,
  firstWires,
  judge,
  listUnknownSettings,
  readEventOptions,
} from './conversion';
import type { Conversion, ConversionContext } from './conversion';
import { isTicked, readText, readWires } from './flow-nodes';
import type { FlowNode } from './flow-nodes';
import type { OutputReference } from './flow-graph';
import { createImportSentence } from './report';
import type { ImportSentence } from './report';
import { isObject } from '../resources/values/member-access';

/** Types that the nodes for sensors tell, the most likely one first. */
export const sensorTypesByHueMagicNode: Readonly<Record<string, readonly string[]>> = {
  'hue-motion': [
    'motion',
    'camera_motion',
    'grouped_motion',
    'convenience_area_motion',
    'security_area_motion',
    'motion_area_configuration',
  ],
  'hue-contact': ['contact'],
  'hue-temperature': ['temperature'],
  'hue-brightness': ['light_level', 'grouped_light_level'],
};

/** Illuminance in lux below which HueMagic calls it dark where nothing is set. */
const usualDarkThreshold = 90;

/** Turns a node for a sensor into a sensor node; where a number is corrected, with a change node behind it. */
export function convertSensor(
  node: FlowNode,
  types: readonly string[],
  context: ConversionContext,
): Conversion {
  const bridge = context.getBridge(node);
  const target = chooseTarget(node, 'sensorid', types, context, { collection: 'sensors' });
  const events = readEventOptions(node, bridge);
  const correction = context.graph.isHeard(node) ? createCorrection(node) : undefined;
  const notes: ImportSentence[] = [];
  if (events.onlyOwn && !events.isSilent) notes.push(createImportSentence('onlyWhenAsked'));
  const sensor = createBridgeNode(node, 'bridge-sensor', {
    bridge: bridge.id,
    rtype: target.type ?? types[0],
    ...target.settings,
    format: hueMagicFormat,
    emit: events.isSilent || events.onlyOwn ? 'request' : 'change',
    emitAtStart: events.atStart && !events.isSilent && !events.onlyOwn,
    wires: firstWires(node),
  });
  const problems = [...bridge.sentences, ...target.sentences];
  const unknown = listUnknownSettings(node, ['sensorid', 'offset', 'darkthreshold']);
  const sentences = [createImportSentence('becomes.sensor'), ...problems, ...notes, ...unknown];
  const outcome = judge(problems, notes.length + unknown.length > 0 ? 'different' : 'rewritten');
  if (correction === undefined) return { nodes: [sensor], outcome, sentences };
  const id = context.createId(node, 'correction');
  const { expression, sentence } = correction;
  const change: FlowNode = {
    id,
    type: 'change',
    ...pick(node, ['z', 'd', 'g']),
    name: '',
    rules: [{ t: 'set', p: 'payload', pt: 'msg', to: expression, tot: 'jsonata' }],
    ...context.findPlace(node),
    wires: firstWires(node),
  };
  return {
    nodes: [{ ...sensor, wires: [[id]] }, change],
    outcome,
    sentences: [...sentences, sentence],
    movedTo: (port) => [{ id, port }],
  };
}

const pick = (node: FlowNode, members: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    members.filter((member) => Object.hasOwn(node, member)).map((name) => [name, node[name]]),
  );

/** What the options of a node make of its readings, where that is not what they are. */
function createCorrection(
  node: FlowNode,
): { expression: string; sentence: ImportSentence } | undefined {
  const offset = Number(readText(node, 'offset'));
  if (node.type === 'hue-temperature' && Number.isFinite(offset) && offset !== 0) {
    const expression =
      `$merge([payload, {"celsius": $round(payload.celsius + (${offset}), 2), ` +
      `"fahrenheit": $round((payload.celsius + (${offset})) * 1.8 + 32, 2), ` +
      `"deviceValue": payload.celsius, "offset": ${offset}}])`;
    return { expression, sentence: createImportSentence('offset', { offset: String(offset) }) };
  }
  const threshold = Number(readText(node, 'darkthreshold')) || usualDarkThreshold;
  if (node.type === 'hue-brightness' && threshold !== usualDarkThreshold) {
    const expression =
      `$merge([payload, {"dark": payload.lux < ${threshold}, "daylight": payload.lux >= ${threshold}, ` +
      `"darkThreshold": ${threshold}}])`;
    return {
      expression,
      sentence: createImportSentence('darkThreshold', { lux: String(threshold) }),
    };
  }
  return undefined;
}

/** Events of a rule of HueMagic, by its tick boxes. */
const ruleEvents = {
  onStartPress: ['initial_press'],
  onEndShortPress: ['short_release', 'double_short_release'],
  onDuringLongPress: ['long_press', 'repeat'],
  onEndLongPress: ['long_release'],
} as const;

/** Highest number of a button in a rule. */
const mostButtons = 10;
/** Time after which the bridge tells a long press, in ms. */
const longPress = 1_000;

/** Turns a node for buttons into a button node, each rule into outputs with the wires of its output. */
export function convertButtons(node: FlowNode, context: ConversionContext): Conversion {
  const bridge = context.getBridge(node);
  const target = chooseTarget(node, 'sensorid', ['device'], context, {
    collection: 'sensors',
    picksIds: true,
  });
  const events = readEventOptions(node, bridge);
  const rules = Array.isArray(node['rules']) ? node['rules'].map(readRule) : [];
  const ports = rules.map(({ outputs }, index) => {
    const start = 1 + rules.slice(0, index).reduce((sum, rule) => sum + rule.outputs.length, 0);
    return outputs.map((_, offset) => start + offset);
  });
  const wires = readWires(node);
  const { isSilent } = events;
  const portsOf = (port: number): readonly number[] => (port === 0 ? [0] : (ports[port - 1] ?? []));
  const senders = context.graph.sendersOf(node.id);
  const problems = [...bridge.sentences, ...target.sentences];
  if (senders.length > 0) problems.push(createImportSentence('messagesToButton'));
  if (events.onlyOwn && !isSilent) problems.push(createImportSentence('buttonOnlyWhenAsked'));
  const isOld = node.type !== 'hue-buttons';
  if (isOld) problems.push(createImportSentence('oldButton', { type: node.type }));
  const notes: ImportSentence[] = [];
  const longest = Math.max(0, ...rules.map(({ shortestHold }) => shortestHold));
  if (longest > longPress)
    notes.push(createImportSentence('shortestHold', { ms: String(longest) }));
  if (isSilent && wires.some((ids) => ids.length > 0))
    notes.push(createImportSentence('silentOutput'));
  const unknown = listUnknownSettings(node, ['sensorid', 'rules']);
  const outputs = rules.flatMap((rule) => rule.outputs);
  const button = createBridgeNode(node, 'bridge-button', {
    bridge: bridge.id,
    ...(target.isUniversal ? { target: '', targetType: 'resource' } : target.settings),
    format: hueMagicFormat,
    ...(rules.length === 0 ? {} : { split: 'rules' }),
    rules: rules.length === 0 ? [] : [{ button: '', event: '' }, ...outputs],
    outputs: 1 + outputs.length,
    wires: isSilent
      ? Array.from({ length: 1 + outputs.length }, () => [])
      : [
          wires[0] ?? [],
          ...rules.flatMap((rule, index) => rule.outputs.map(() => wires[index + 1] ?? [])),
        ],
  });
  const { outputLabels: _labels, inputLabels: _inputLabels, ...unlabelled } = button;
  return {
    nodes: [{ ...unlabelled, id: node.id, type: button.type }],
    outcome: judge(problems, notes.length + unknown.length > 0 ? 'different' : 'rewritten'),
    sentences: [createImportSentence('becomes.button'), ...problems, ...notes, ...unknown],
    movedTo: (port): readonly OutputReference[] =>
      isSilent ? [] : portsOf(port).map((moved) => ({ id: node.id, port: moved })),
    redirected: new Map(senders.map((sender) => [sender.id, undefined])),
  };
}

interface ButtonRule {
  readonly outputs: readonly { button: string; event: string }[];
  /** Shortest hold whose end counts, in ms. */
  readonly shortestHold: number;
}

function readRule(value: unknown): ButtonRule {
  const rule = isObject(value) ? value : {};
  const [from, to] = ['buttonFrom', 'buttonTo'].map((name) => Number.parseInt(String(rule[name])));
  const first = Number.isInteger(from) ? Math.max(1, Number(from)) : 1;
  const last = Number.isInteger(to) ? Math.min(mostButtons, Number(to)) : mostButtons;
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    String(first + index),
  );
  const buttons = numbers.length === mostButtons ? [''] : numbers;
  const ticked = Object.entries(ruleEvents).filter(
    ([name]) => rule[name] === true || rule[name] === 'true',
  );
  const events = ticked.flatMap(([, names]) => names);
  const hold = Number.parseInt(String(rule['minLongPressDuration']));
  return {
    outputs: buttons.flatMap((button) => events.map((event) => ({ button, event }))),
    shortestHold: events.includes('long_release') && Number.isInteger(hold) ? hold : 0,
  };
}

/** Turns a node for the bridge itself into one for its status. */
export function convertBridgeInformation(node: FlowNode, context: ConversionContext): Conversion {
  const bridge = context.getBridge(node);
  const sendsEvents = !isTicked(node, 'skipglobalevents') && !bridge.isSilent;
  const problems = [...bridge.sentences, createImportSentence('bridgeInformation')];
  if (sendsEvents && context.graph.isHeard(node))
    problems.push(createImportSentence('bridgeEvents'));
  const unknown = listUnknownSettings(node, ['autoupdates', 'skipglobalevents']);
  return {
    nodes: [
      createBridgeNode(node, 'bridge-status', {
        bridge: bridge.id,
        emit: 'request',
        emitAtStart: isTicked(node, 'initevents'),
        wires: firstWires(node),
      }),
    ],
    outcome: 'needs-a-look',
    sentences: [createImportSentence('becomes.status'), ...problems, ...unknown],
  };
}
