import { maxTransition } from '../../../resources';
import { formatDuration } from '../../../units/duration';
import { parseBoundedDuration } from '../../parsing/parse-scalars';
import { createParseSuccess } from '../../parsing/parse-result';
import type { LightCommandProperty } from '../light-property';

/** `transition`: how long the change takes, in ms or as text such as `"2s"`. */
export const transitionCommandProperty: LightCommandProperty = {
  groupSupport: 'whole',
  parse(value, { at }) {
    const duration = parseBoundedDuration(value, at, maxTransition);
    return duration.ok
      ? createParseSuccess({ body: { dynamics: { duration: duration.value } } })
      : duration;
  },
};

/** Members that a transition applies to. */
const membersWithTransition = [
  'on',
  'dimming',
  'dimming_delta',
  'color',
  'color_temperature',
  'gradient',
];

/**
 * Adds the default transition to a body, unless it has one or nothing that it applies to.
 *
 * @param transition ms
 */
export function addDefaultTransition(body: Record<string, unknown>, transition: number): void {
  if ('dynamics' in body) return;
  if (membersWithTransition.some((member) => member in body))
    body['dynamics'] = { duration: transition };
}

/** The default transition as far as a bridge takes it in one go, in ms. */
export interface LimitedTransition {
  readonly transition: number | undefined;
  /** That it was shortened, for people; empty where it was not. */
  readonly warnings: readonly string[];
}

/**
 * Limits the default transition for what cannot fade any longer than a bridge takes in one go.
 *
 * @param transition ms
 */
export function limitTransition(transition: number): LimitedTransition {
  if (transition <= maxTransition) return { transition, warnings: [] };
  const [asked, limit] = [transition, maxTransition].map(formatDuration);
  return {
    transition: maxTransition,
    warnings: [
      `transition: ${asked} is possible for on, off, brightness, white and colour only; this takes ${limit}.`,
    ],
  };
}
