import { isObject } from '../resources/members';
import { createImportedNode, hueMagicFormat } from './imported-nodes';
import { chooseTarget, judge, describeUnknownSettings } from './conversion';
import type { Conversion, ConversionContext } from './conversion';
import { describeNode, readText, readWires } from './flow-nodes';
import type { FlowNode } from './flow-nodes';
import { toSentence } from './report';
import { readStaticPayload } from './static-messages';
import type { ImportSentence } from './report';

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
