import { isObject } from '../resources/values/member-access';
import { createBridgeNode, hueMagicFormat } from './bridge-nodes';
import type { BridgeNodeType } from './bridge-nodes';
import {
  chooseTarget,
  firstWires,
  judge,
  listUnknownSettings,
  readEventOptions,
} from './conversion';
import type { Conversion, ConversionContext } from './conversion';
import type { FlowNode } from './flow-nodes';
import { say } from './report';
import type { ImportSentence } from './report';
import { readStaticPayload } from './static-messages';

/** A kind of node that takes commands and tells states. */
interface CommandKind {
  /** Its name in sentences. */
  readonly name: string;
  readonly action: BridgeNodeType;
  /** Type of what it commands, and whose states it tells. */
  readonly rtype: string;
  readonly targetSetting: string;
  /** Where version 1 of the bridge's service has its ids. */
  readonly collection: string;
  /** Words of a command; a message without any asks for the state. */
  readonly words: ReadonlySet<string>;
  readonly takesBooleans: boolean;
  readonly tellsStateAtStart: boolean;
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

/** True for a payload by which HueMagic sends the state and changes nothing. */
export const asksForState = (payload: unknown, { words, takesBooleans }: CommandKind): boolean =>
  isObject(payload)
    ? Object.hasOwn(payload, 'status') || !Object.keys(payload).some((name) => words.has(name))
    : typeof payload !== 'boolean' || !takesBooleans;

/**
 * Turns a node that takes commands and tells states into one for commands, one for states, or both beside each other.
 */
export function convertCommandNode(
  node: FlowNode,
  kind: CommandKind,
  context: ConversionContext,
): Conversion {
  const { graph } = context;
  const { name, rtype, targetSetting, collection } = kind;
  const bridge = context.getBridge(node);
  const target = chooseTarget(node, targetSetting, [rtype], context, { collection });
  const events = readEventOptions(node, bridge);
  const { makers, hasUnknown } = graph.originsOf(node.id);
  const asks = (maker: FlowNode): boolean => {
    const payload = target.isUniversal ? undefined : readStaticPayload(maker);
    return payload !== undefined && asksForState(payload.value, kind);
  };
  const isDynamic = hasUnknown || makers.some((maker) => readStaticPayload(maker) === undefined);
  const mayAsk = isDynamic || makers.some(asks);
  const takesCommands = hasUnknown || makers.some((maker) => !asks(maker));
  const isHeard = graph.isHeard(node);
  const tells = isHeard && (!events.isSilent || mayAsk);
  const problems = [...bridge.sentences, ...target.sentences];
  const notes: ImportSentence[] = [];
  if (tells && events.onlyOwn && !events.isSilent) notes.push(say('onlyOwn'));
  const unknown = listUnknownSettings(node, [targetSetting, ...(kind.settings ?? [])]);

  const createAction = (wires: FlowNode['wires']): FlowNode =>
    createBridgeNode(node, kind.action, {
      bridge: bridge.id,
      ...target.settings,
      format: hueMagicFormat,
      wires,
    });
  const createEvents = (changes: object): FlowNode => ({
    ...createBridgeNode(node, 'bridge-poll', {
      bridge: bridge.id,
      rtype,
      ...(target.isUniversal ? { target: '', targetType: 'resource' } : target.settings),
      format: hueMagicFormat,
      emit: events.isSilent ? 'request' : 'change',
      origin: events.onlyOwn ? 'own' : 'any',
      emitAtStart: events.atStart && kind.tellsStateAtStart && !events.isSilent,
      wires: firstWires(node),
    }),
    ...changes,
  });
  const finish = (becomes: string, parts: Pick<Conversion, 'nodes'> & Partial<Conversion>) => {
    const sentences = [say(becomes), ...problems, ...notes, ...unknown];
    const outcome = judge(problems, notes.length + unknown.length > 0 ? 'different' : 'rewritten');
    return { ...parts, outcome, sentences };
  };

  if (tells && !takesCommands) return finish('becomes.poll', { nodes: [createEvents({})] });
  if (!tells) {
    if (isHeard && graph.isFed(node.id)) notes.push(say('silentOutput'));
    const wires = graph.isFed(node.id) ? [[]] : firstWires(node);
    return finish(`becomes.${name}`, { nodes: [createAction(wires)] });
  }
  const id = context.createId(node, 'states');
  if (target.isUniversal && mayAsk) notes.push(say('asksByTopic'));
  else if (isDynamic) notes.push(say('asksPoll'));
  const senders = graph.sendersOf(node.id).filter(asks);
  return finish(`becomes.${name}AndPoll`, {
    nodes: [createAction([[]]), createEvents({ id, ...context.findPlace(node) })],
    movedTo: (port) => [{ id, port }],
    redirected: new Map(senders.map((sender) => [sender.id, id])),
  });
}
