import {
  getNestedMember,
  isObject,
  parseJsonOrUndefined,
} from '../../../resources/values/member-access';
import { toNumber } from './command-parts';
import { parseHueMagicLightCommand } from './light-command';

/** Ends a sequence. */
const stopCommand = { dim: 'stop' } as const;

/** How long HueMagic waits after a step without a transition of its own, in ms. */
const usualWait = 200;

/**
 * Turns a message for HueMagic's player of animations into a payload of the light node: `steps` begin a sequence that is
 * repeated until it is stopped, and `animate: false` stops it. A step lasts its transition and the `delay` of the next one;
 * the first begins at once.
 *
 * @returns undefined for a payload that does neither
 */
export function toSequencePayload(payload: unknown): unknown {
  if (!isObject(payload)) return undefined;
  const { steps: given, animate, specials } = payload;
  const steps: unknown = typeof given === 'string' ? parseJsonOrUndefined(given) : given;
  if (!Array.isArray(steps)) return animate === false ? stopCommand : undefined;
  return {
    play: steps.map((step: unknown, index) =>
      toStep(step, readDelay(steps[(index + 1) % steps.length])),
    ),
    repeat: true,
    ...(getNestedMember(specials, 'randomOrder') === true ? { random: true } : {}),
  };
}

const readDelay = (step: unknown): number =>
  Math.max(0, toNumber(getNestedMember(step, 'delay')) || 0);

/** A step of a sequence. What is wrong with its words is said where the sequence is parsed. */
function toStep(step: unknown, pause: number): unknown {
  const animation = getNestedMember(step, 'animation');
  const words = { ...(isObject(animation) ? animation : {}), on: true };
  const transition = toNumber(getNestedMember(animation, 'transitionTime')) * 1_000;
  const wait = Number.isNaN(transition) ? usualWait : transition;
  const command = parseHueMagicLightCommand(words, {
    at: 'steps',
    kind: 'light',
    lamp: undefined,
  });
  return { ...(command.ok ? command.value : words), for: Math.round(wait + pause) };
}
