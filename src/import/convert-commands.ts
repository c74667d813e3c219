import { isObject } from '../resources/members';
import { createImportedNode, hueMagicFormat } from './imported-nodes';
import type { ImportedNodeType } from './imported-nodes';
import {
  chooseTarget,
  firstWires,
  judge,
  describeUnknownSettings,
  readEventOptions,
} from './conversion';
import type {
  ChosenTarget,
  Conversion,
  ConversionContext,
  EventOptions,
  WireEnd,
} from './conversion';
import { isTicked, readTexts, describeNode, readText, readWires } from './flow';
import type { FlowNode } from './flow';
import { toSentence } from './report';
import type { ImportSentence } from './report';
import { readStaticPayload } from './static-messages';

interface CommandKind {
  /** For sentences. */
  readonly name: string;
  readonly action: ImportedNodeType;
  /** Of the resource. */
  readonly rtype: string;
  readonly targetSetting: string;
  /** Of the ids in version 1 of the bridge's service. */
  readonly collection: string;
  /** A message without any of these words asks for the state. */
  readonly words: ReadonlySet<string>;
  readonly takesBooleans: boolean;
  readonly tellsStateAtStart: boolean;
  /** Setting `changes` for a second output with states; missing if the node has none. */
  readonly changes?: string | boolean;
  readonly settings?: readonly string[];
}

const lampWords = new Set(
  (
    'on toggle brightness brightnessLevel incrementBrightness decrementBrightness color hex rgb xyColor mixColor ' +
    'saturation image colorTemp incrementColorTemp decrementColorTemp transitionTime gradient effect timedEffect ' +
    'powerUp colorloop alert'
  ).split(' '),
);

export const commandKinds: Readonly<Record<string, CommandKind>> = {
  'hue-light': {
    name: 'light',
    action: 'bridge-light',
    rtype: 'light',
    targetSetting: 'lightid',
    collection: 'lights',
    words: lampWords,
    takesBooleans: true,
    tellsStateAtStart: true,
    changes: 'format',
    settings: ['colornamer', 'ignoreOffLights'],
  },
  'hue-group': {
    name: 'light',
    action: 'bridge-light',
    rtype: 'grouped_light',
    targetSetting: 'groupid',
    collection: 'groups',
    words: lampWords,
    takesBooleans: true,
    tellsStateAtStart: false,
    changes: 'format',
    settings: ['colornamer'],
  },
  'hue-automation': {
    name: 'automation',
    action: 'bridge-automation',
    rtype: 'behavior_instance',
    targetSetting: 'automationid',
    collection: 'resourcelinks',
    words: new Set(['enabled', 'toggle']),
    takesBooleans: true,
    tellsStateAtStart: true,
    changes: true,
  },
  'hue-speaker': {
    name: 'speaker',
    action: 'bridge-speaker',
    rtype: 'speaker',
    targetSetting: 'speakerid',
    collection: 'sensors',
    words: new Set(['chime', 'alarm', 'alert', 'mute']),
    takesBooleans: false,
    tellsStateAtStart: true,
  },
};

/** True if HueMagic sends the state and changes nothing. */
export const asksHueMagicForState = (
  payload: unknown,
  { words, takesBooleans }: CommandKind,
): boolean =>
  isObject(payload)
    ? Object.hasOwn(payload, 'status') || !Object.keys(payload).some((name) => words.has(name))
    : typeof payload !== 'boolean' || !takesBooleans;

interface Traffic {
  readonly target: ChosenTarget;
  readonly events: EventOptions;
  readonly alwaysAsksForState: (maker: FlowNode) => boolean;
  readonly isDynamic: boolean;
  readonly mayAsk: boolean;
  readonly takesCommands: boolean;
  readonly isHeard: boolean;
  /** True if one node also sends the states as HueMagic does. */
  readonly isOneNode: boolean;
}

function readTraffic(
  node: FlowNode,
  kind: CommandKind,
  { graph, getsOnlyPlainWords }: ConversionContext,
  { target, events }: Pick<Traffic, 'target' | 'events'>,
): Traffic {
  const { makers, hasUnknown } = graph.originsOf(node.id);
  const alwaysAsksForState = (maker: FlowNode): boolean => {
    const payload = target.isUniversal ? undefined : readStaticPayload(maker);
    return payload !== undefined && asksHueMagicForState(payload.value, kind);
  };
  const isDynamic = hasUnknown || makers.some((maker) => readStaticPayload(maker) === undefined);
  const isFiltered =
    events.isSilent || events.onlyOwn || (events.atStart && kind.tellsStateAtStart);
  return {
    isOneNode:
      kind.changes !== undefined &&
      !target.isUniversal &&
      !isFiltered &&
      !(makers.some(alwaysAsksForState) && getsOnlyPlainWords(node)),
    target,
    events,
    alwaysAsksForState,
    isDynamic,
    mayAsk: isDynamic || makers.some(alwaysAsksForState),
    takesCommands: hasUnknown || makers.some((maker) => !alwaysAsksForState(maker)),
    isHeard: graph.isHeard(node),
  };
}

export function convertCommandNode(
  node: FlowNode,
  kind: CommandKind,
  context: ConversionContext,
): Conversion {
  const { graph } = context;
  const { rtype, targetSetting, collection, settings = [] } = kind;
  const bridge = context.getBridge(node);
  const target = chooseTarget(node, targetSetting, [rtype], context, { collection });
  const events = readEventOptions(node, bridge);
  const traffic = readTraffic(node, kind, context, { target, events });
  const { isHeard, mayAsk, takesCommands, alwaysAsksForState } = traffic;
  const tells = isHeard && (!events.isSilent || mayAsk);
  const problems = [...bridge.sentences, ...target.sentences];
  const unknown = describeUnknownSettings(node, [targetSetting, ...settings]);
  const notes = [...listNotes(traffic, tells, graph.receivesMessages(node.id)), ...unknown];
  const outcome = judge(problems, notes.length > 0 ? 'different' : 'rewritten');
  const sayAll = (becomes: string): readonly ImportSentence[] =>
    [toSentence(becomes)].concat(problems, notes);
  const format = context.getsOnlyPlainWords(node) ? 'plain' : hueMagicFormat;
  const addressed = { bridge: bridge.id, ...target.settings, format };
  const createAction = (wires: unknown, outputs = {}): FlowNode =>
    createImportedNode(node, kind.action, {
      ...addressed,
      ...readColorNames(node, kind),
      ...outputs,
      wires,
    });
  const states = createStatesNode(node, kind, bridge.id, traffic);
  if (tells && !takesCommands)
    return { nodes: [states], outcome, sentences: sayAll('becomes.poll') };
  if (!tells) {
    const wires = graph.receivesMessages(node.id) ? [[]] : firstWires(node);
    const sentences = sayAll(`becomes.${kind.name}`);
    const redirected = findVainQuestions(node, traffic, context);
    return { nodes: [createAction(wires)], outcome, sentences, redirected };
  }
  if (traffic.isOneNode) {
    const outputs = { changes: kind.changes, outputs: 2, ...moveLabels(node) };
    return {
      nodes: [createAction([[], ...firstWires(node)], outputs)],
      outcome,
      sentences: sayAll(`becomes.${kind.name}WithStates`),
      movedTo: () => [{ id: node.id, port: 1 }],
    };
  }
  const id = context.createId(node, 'states');
  const senders = graph.sendersOf(node.id).filter(alwaysAsksForState);
  return {
    nodes: [createAction([[]]), { ...states, id, ...context.findPlace(node) }],
    outcome,
    sentences: sayAll(`becomes.${kind.name}AndPoll`),
    movedTo: (port) => [{ id, port }],
    redirected: new Map(senders.map((sender) => [sender.id, { id }])),
  };
}

/** Nothing gets the answers of this node, and its plain words have no such question. */
function findVainQuestions(
  node: FlowNode,
  { alwaysAsksForState }: Traffic,
  { graph, getsOnlyPlainWords }: ConversionContext,
): ReadonlyMap<string, WireEnd> {
  const senders = getsOnlyPlainWords(node) ? graph.sendersOf(node.id) : [];
  const asking = senders.filter(alwaysAsksForState);
  return new Map(asking.map((sender) => [sender.id, { removed: 'askedInVain' }]));
}

/** HueMagic names no colours without the setting. */
const readColorNames = (node: FlowNode, { action }: CommandKind): { colorNames?: boolean } =>
  action === 'bridge-light' ? { colorNames: isTicked(node, 'colornamer') } : {};

/** The old label belongs to the second output. */
const moveLabels = ({ outputLabels }: FlowNode): object =>
  Array.isArray(outputLabels) ? { outputLabels: ['', ...readTexts(outputLabels).slice(0, 1)] } : {};

const createStatesNode = (
  node: FlowNode,
  kind: CommandKind,
  bridge: string,
  { target, events }: Traffic,
): FlowNode =>
  createImportedNode(node, 'bridge-poll', {
    bridge,
    rtype: kind.rtype,
    ...(target.isUniversal ? { target: '', targetType: 'resource' } : target.settings),
    format: hueMagicFormat,
    ...readColorNames(node, kind),
    emit: events.isSilent ? 'request' : 'change',
    origin: events.onlyOwn ? 'own' : 'any',
    emitAtStart: events.atStart && kind.tellsStateAtStart && !events.isSilent,
    wires: firstWires(node),
  });

/** Differences from HueMagic. */
function listNotes(
  { target, events, isHeard, mayAsk, isDynamic, takesCommands, isOneNode }: Traffic,
  tells: boolean,
  receivesMessages: boolean,
): readonly ImportSentence[] {
  if (!tells) return isHeard && receivesMessages ? [toSentence('silentOutput')] : [];
  const notes = events.onlyOwn && !events.isSilent ? [toSentence('onlyOwn')] : [];
  if (!takesCommands) return notes;
  if (target.isUniversal && mayAsk) return [...notes, toSentence('asksByTopic')];
  return isDynamic && !isOneNode ? [...notes, toSentence('asksPoll')] : notes;
}

/** True if a message may name another scene, which HueMagic accepts. */
function mayNameScene(node: FlowNode, { graph }: ConversionContext): boolean {
  const { makers, hasUnknown } = graph.originsOf(node.id);
  const says = makers.some((maker) => {
    const payload = readStaticPayload(maker);
    return payload === undefined
      ? maker.type === 'function' || maker.type === 'change'
      : isObject(payload.value) && 'scene' in payload.value;
  });
  return says || hasUnknown;
}

const createSceneTarget = (id: string): object =>
  id === '' || id.includes('${')
    ? {}
    : { target: `payload.scene ? payload.scene : ${JSON.stringify(id)}`, targetType: 'jsonata' };

/** Creates a scene node, or a smart scene node for a smart scene of the bridge. */
export function convertScene(node: FlowNode, context: ConversionContext): Conversion {
  const bridge = context.getBridge(node);
  const target = chooseTarget(node, 'sceneid', ['scene', 'smart_scene'], context, {
    collection: 'scenes',
    picksIds: true,
  });
  const isSmart = target.type === 'smart_scene';
  const settings = target.isUniversal ? { target: '', targetType: 'resource' } : target.settings;
  const problems: ImportSentence[] = [...bridge.sentences, ...target.sentences];
  const receivers = readWires(node)
    .flat()
    .flatMap((id) => context.graph.get(id) ?? []);
  const groups = receivers.filter(
    (receiver) => receiver.type === 'hue-group' && readText(receiver, 'groupid') !== '',
  );
  const isWhole = groups.some((group) =>
    context.contents.holdsScene(readText(group, 'groupid'), target.settings.target),
  );
  if (groups.length > 0 && !isWhole)
    problems.push(toSentence('sceneGroups', { names: groups.map(describeNode).join(', ') }));
  const notes: ImportSentence[] = [];
  if (receivers.length > groups.length) notes.push(toSentence('sceneOutput'));
  if (!isSmart && target.type === undefined && !target.isUniversal)
    notes.push(toSentence('maybeSmart'));
  const unknown = describeUnknownSettings(node, ['sceneid', 'groupid']);
  const scene = isSmart
    ? createImportedNode(node, 'bridge-smart-scene', {
        bridge: bridge.id,
        ...settings,
        wires: [[]],
      })
    : createImportedNode(node, 'bridge-scene', {
        bridge: bridge.id,
        ...settings,
        ...(mayNameScene(node, context) ? createSceneTarget(settings.target) : {}),
        format: hueMagicFormat,
        wires: [[]],
      });
  return {
    nodes: [scene],
    outcome: judge(problems, unknown.length > 0 ? 'different' : 'rewritten'),
    sentences: [
      toSentence(isSmart ? 'becomes.smartScene' : 'becomes.scene'),
      ...problems,
      ...notes,
      ...unknown,
    ],
    movedTo: () => [],
  };
}
