import { isObject } from '../resources/members';
import { createImportedNode, hueMagicFormat } from './imported-nodes';
import {
  chooseTarget,
  createNodeBelow,
  createPayloadChange,
  judge,
  describeUnknownSettings,
  readEventOptions,
} from './conversion';
import type { Conversion, ConversionContext } from './conversion';
import { readWires } from './flow';
import type { FlowNode, OutputReference } from './flow';
import { toSentence } from './report';
import type { ImportSentence } from './report';

const ruleEvents = {
  onStartPress: ['initial_press'],
  onEndShortPress: ['short_release', 'double_short_release'],
  onDuringLongPress: ['long_press', 'repeat'],
  onEndLongPress: ['long_release'],
} as const;

const mostButtons = 10;
/** In ms: the bridge then reports a long press. */
const longPress = 1_000;

/** Of version 3. */
const oldEvents = {
  initial_press: [0, 'pressed'],
  long_press: [1, 'holded'],
  repeat: [1, 'holded'],
  short_release: [2, 'short released'],
  double_short_release: [2, 'short released'],
  long_release: [3, 'long released'],
};

/** For the payload of version 3; undefined if nothing needs it. */
function createOldPayload(
  node: FlowNode,
  [behind = []]: readonly (readonly string[])[],
  context: ConversionContext,
): FlowNode | undefined {
  if (!isOld(node) || behind.length === 0) return undefined;
  const wires = [behind];
  const id = context.createId(node, 'version 3');
  if (node.type === 'hue-tap') {
    const raw = '[34, 16, 17, 18][$$.payload.button - 1]';
    const expression = `$merge([payload, {"buttonAlt": ${raw}}])`;
    return createPayloadChange(node, { id, expression, wires }, context);
  }
  const name =
    node.type === 'hue-switch'
      ? '"name": ["On", "Dim Up", "Dim Down", "Off"][$$.payload.button - 1], '
      : '';
  const expression =
    `($event := $lookup(${JSON.stringify(oldEvents)}, payload.action); ` +
    `$merge([payload, {"button": payload.button * 1000 + $event[0], ${name}"action": $event[1]}]))`;
  return createPayloadChange(node, { id, expression, wires }, context);
}

/** Passes the end of a long press if the hold was long enough; undefined if nothing needs it. */
function createHold(
  node: FlowNode,
  { first, last, shortestHold }: ButtonRule,
  { index, wires }: { index: number; wires: readonly (readonly string[])[] },
  context: ConversionContext,
): FlowNode | undefined {
  const behind = wires[index + 1] ?? [];
  if (shortestHold === 0 || behind.length === 0) return undefined;
  const lines = [
    'const { button, action } = msg.payload;',
    "const key = msg.info.deviceId + '/' + button;",
    "const pressed = context.get('pressed') || {};",
    "if (action === 'initial_press') pressed[key] = Date.now();",
    "context.set('pressed', pressed);",
    `const isMeant = action === 'long_release' && button >= ${first} && button <= ${last};`,
    `return isMeant && Date.now() - pressed[key] >= ${shortestHold} ? msg : null;`,
  ];
  return createNodeBelow(
    node,
    {
      id: context.createId(node, `hold ${index}`),
      type: 'function',
      func: lines.join('\n'),
      outputs: 1,
      timeout: 0,
      noerr: 0,
      initialize: '',
      finalize: '',
      libs: [],
      wires: [behind],
    },
    context,
  );
}

/**
 * Each rule becomes outputs of a button node. A function node checks how long a button was held, and a change node
 * writes the payload of version 3.
 */
export function convertButtons(node: FlowNode, context: ConversionContext): Conversion {
  const bridge = context.getBridge(node);
  const target = chooseTarget(node, 'sensorid', ['device'], context, {
    collection: 'sensors',
    picksIds: true,
  });
  const { isSilent, onlyOwn } = readEventOptions(node, bridge);
  const oldWires = readWires(node);
  const wires = isSilent ? [] : oldWires;
  const rules = Array.isArray(node['rules']) ? node['rules'].map(readRule) : [];
  const senders = context.graph.sendersOf(node.id);
  const holds = rules.map((rule, index) => createHold(node, rule, { index, wires }, context));
  const oldPayload = createOldPayload(node, wires, context);
  const outputs = rules.flatMap((rule) => rule.outputs);
  const button = createImportedNode(node, 'bridge-button', {
    bridge: bridge.id,
    ...(target.isUniversal ? { target: '', targetType: 'resource' } : target.settings),
    format: hueMagicFormat,
    ...(rules.length === 0 ? {} : { split: 'rules' }),
    rules: rules.length === 0 ? [] : [{ button: '', event: '' }, ...outputs],
    outputs: 1 + outputs.length,
    wires: [
      [
        ...(oldPayload === undefined ? (wires[0] ?? []) : [oldPayload.id]),
        ...holds.flatMap((hold) => hold?.id ?? []),
      ],
      ...rules.flatMap((rule, index) => rule.outputs.map(() => wires[index + 1] ?? [])),
    ],
  });
  const { outputLabels: _labels, inputLabels: _inputLabels, ...unlabelled } = button;
  const problems = [
    ...bridge.sentences,
    ...target.sentences,
    ...(senders.length > 0 ? [toSentence('messagesToButton')] : []),
    ...(onlyOwn && !isSilent ? [toSentence('buttonOnlyWhenAsked')] : []),
    ...(isOld(node) ? [toSentence('oldButton', { type: node.type })] : []),
  ];
  const notes: readonly ImportSentence[] = [
    ...(isSilent && oldWires.flat().length > 0 ? [toSentence('silentOutput')] : []),
    ...describeUnknownSettings(node, ['sensorid', 'rules']),
  ];
  const added = [...holds, oldPayload].filter((one) => one !== undefined);
  return {
    nodes: [{ ...unlabelled, id: node.id, type: button.type }, ...added],
    outcome: judge(problems, notes.length > 0 ? 'different' : 'rewritten'),
    sentences: [
      toSentence('becomes.button'),
      ...problems,
      ...listHoldSentences(rules, holds),
      ...notes,
    ],
    movedTo: (port) => (isSilent ? [] : findOutputs(node, rules, holds, port)),
    redirected: new Map(senders.map((sender) => [sender.id, { removed: 'wireTakenOut' }])),
  };
}

const isOld = ({ type }: FlowNode): boolean => type !== 'hue-buttons';

const listHoldSentences = (
  rules: readonly ButtonRule[],
  holds: readonly (FlowNode | undefined)[],
): readonly ImportSentence[] =>
  rules.flatMap(({ shortestHold }, index) =>
    holds[index] === undefined ? [] : toSentence('shortestHold', { ms: String(shortestHold) }),
  );

function findOutputs(
  { id }: FlowNode,
  rules: readonly ButtonRule[],
  holds: readonly (FlowNode | undefined)[],
  port: number,
): readonly OutputReference[] {
  if (port === 0) return [{ id, port }];
  const before = rules.slice(0, port - 1).flatMap(({ outputs }) => outputs).length;
  const hold = holds[port - 1];
  return [
    ...(rules[port - 1]?.outputs ?? []).map((_, index) => ({ id, port: 1 + before + index })),
    ...(hold === undefined ? [] : [{ id: hold.id, port: 0 }]),
  ];
}

interface ButtonRule {
  readonly first: number;
  readonly last: number;
  readonly outputs: readonly { button: string; event: string }[];
  /** In ms, for the end of a hold; 0 if any long press counts. */
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
  const hold = Number.parseInt(String(rule['minLongPressDuration']));
  const isTimed = hold > longPress && ticked.some(([name]) => name === 'onEndLongPress');
  const events = ticked
    .flatMap(([, names]): readonly string[] => names)
    .filter((event) => !isTimed || event !== 'long_release');
  return {
    first,
    last,
    outputs: buttons.flatMap((button) => events.map((event) => ({ button, event }))),
    shortestHold: isTimed ? hold : 0,
  };
}
