import { getNestedMember, isObject, parseJsonOrUndefined } from '../resources/members';
import { createImportedNode } from './imported-nodes';
import { commandKinds } from './convert-commands';
import { chooseTarget, describeUnknownSettings } from './conversion';
import type { Conversion, ConversionContext } from './conversion';
import type { FlowGraph, FlowNode } from './flow';
import { isTicked, readText } from './flow';
import { translateToPlainWords } from './plain-messages';
import { toSentence } from './report';
import { readStaticPayload } from './static-messages';

const mostSteps = 200;
/** Random colours may repeat after these steps. */
const mostRandomSteps = 60;
/** Wait of HueMagic after a step without a transition, in s. */
const usualWait = 0.2;

export interface PlayableAnimation {
  readonly lamps: readonly FlowNode[];
  readonly steps: readonly object[];
  readonly hasRandomColors: boolean;
}

/** A step without plain words, counted from 1, as JSON. */
interface UnplayableStep {
  readonly step: number;
  readonly text: string;
}

/**
 * Reads what an animation plays, and on which lamps.
 *
 * @returns the first step that has no plain words; undefined if not only lamps of one bridge get its messages
 */
export function readAnimation(
  node: FlowNode,
  graph: FlowGraph,
): PlayableAnimation | UnplayableStep | undefined {
  const lamps = graph.receiversOf(node).filter(({ type }) => type !== 'debug');
  const isPlayable = lamps.every((lamp) => {
    const kind = Object.hasOwn(commandKinds, lamp.type) ? commandKinds[lamp.type] : undefined;
    const id = kind?.action === 'bridge-light' ? readText(lamp, kind.targetSetting) : '';
    return id !== '' && !id.includes('${') && lamp['bridge'] === lamps[0]?.['bridge'];
  });
  if (lamps.length === 0 || !isPlayable) return undefined;
  const steps = readSteps(node);
  if (steps === undefined || 'step' in steps) return steps;
  const hasRandomColors = steps.some((step) => getNestedMember(step, 'color') === 'random');
  return { lamps, steps, hasRandomColors };
}

function readSteps({ steps: given }: FlowNode): readonly object[] | UnplayableStep | undefined {
  const steps: unknown = typeof given === 'string' ? parseJsonOrUndefined(given) : given;
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > mostSteps) return undefined;
  const read: object[] = [];
  for (const [index, step] of steps.entries()) {
    const readable = readStep(step, readDelay(steps[(index + 1) % steps.length]));
    if (readable === undefined) return { step: index + 1, text: JSON.stringify(step) };
    read.push(readable);
  }
  return read;
}

/** In s. */
function readDelay(step: unknown): number {
  const delay = isObject(step) ? Number(step['delay'] ?? 0) : 0;
  return delay > 0 && delay < 86_400_000 ? delay / 1_000 : 0;
}

/** @param pause before the next step, in s */
function readStep(step: unknown, pause: number): object | undefined {
  const animation = isObject(step) ? step['animation'] : undefined;
  if (!isObject(animation)) return undefined;
  const { on: _on, brightness, transitionTime, ...look } = animation;
  const wait = transitionTime === undefined ? usualWait : Number(transitionTime);
  if (!(wait >= 0 && wait <= 6_000)) return undefined;
  const time = {
    ...(transitionTime === undefined ? {} : { transition: `${wait}s` }),
    for: `${Math.max(0.001, Number((wait + pause).toFixed(3)))}s`,
  };
  // HueMagic turns a lamp off at a brightness of 0, whatever the other members.
  if (brightness === 0) return { on: false, ...time };
  const plain = translateToPlainWords({
    on: true,
    ...look,
    ...(brightness === undefined ? {} : { brightness }),
  });
  return plain?.isExact === true && isObject(plain.value) ? { ...plain.value, ...time } : undefined;
}

/** Any message that does not start or stop the animation has no effect. */
const createCommand = (play: object): string =>
  '(payload = false or payload.animate = false) ? "stop" : ' +
  '(payload = true or payload.animate = true or $exists(payload.steps)) ? ' +
  `${JSON.stringify(play)} : "get"`;

/** Repeats steps: a light node chooses their colours once, when the sequence begins. */
const varyColors = (steps: readonly object[]): readonly object[] =>
  Array.from(
    { length: Math.max(1, Math.floor(mostRandomSteps / steps.length)) },
    () => steps,
  ).flat();

export function convertAnimation(
  node: FlowNode,
  { lamps, steps, hasRandomColors }: PlayableAnimation,
  context: ConversionContext,
): Conversion {
  const [first = node] = lamps;
  const bridge = context.getBridge(first);
  const targets = lamps.map((lamp) => {
    const { targetSetting, rtype, collection } = commandKinds[lamp.type] ?? {
      targetSetting: '',
      rtype: '',
      collection: '',
    };
    return chooseTarget(lamp, targetSetting, [rtype], context, { collection });
  });
  const isPicked = targets.every(({ settings }) => settings.targetType === 'resource');
  const isEndless = isTicked(node, 'endless');
  const command = {
    play: isEndless && hasRandomColors ? varyColors(steps) : steps,
    ...(isEndless ? { repeat: true } : {}),
    ...(isTicked(node, 'restore') ? { restore: true } : {}),
  };
  const { makers, hasUnknown } = context.graph.originsOf(node.id);
  const takesOthers =
    hasUnknown || makers.some((maker) => typeof readStaticPayload(maker)?.value !== 'boolean');
  const problems = [...bridge.sentences, ...targets.flatMap(({ sentences }) => sentences)];
  return {
    nodes: [
      createImportedNode(node, 'bridge-light', {
        bridge: bridge.id,
        target: targets.map(({ settings }) => settings.target).join(','),
        targetType: isPicked ? 'resource' : 'str',
        command: createCommand(command),
        commandType: 'jsonata',
        wires: [[]],
      }),
    ],
    outcome: problems.length > 0 ? 'needs-a-look' : 'different',
    sentences: [
      toSentence('becomes.animation', { count: String(lamps.length) }),
      ...problems,
      ...(hasRandomColors ? [toSentence('randomColors')] : []),
      ...(takesOthers ? [toSentence('animationMessages')] : []),
      ...describeUnknownSettings(node, ['endless', 'restore', 'preset', 'steps']),
    ],
    movedTo: () => [],
  };
}
