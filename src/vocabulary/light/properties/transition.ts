import { maxTransition } from '../../../resources';
import { formatParsableDuration } from '../../../units/duration';
import { parseBoundedDuration } from '../../parsing/parse-scalars';
import { createParseSuccess } from '../../parsing/parse-result';
import type { LightCommandProperty } from '../light-property';
import type { CommandWarning } from '../../parsing/parse-result';

/** `transition`: duration of the change, in ms or as text such as `"2s"`. */
export const transitionCommandProperty: LightCommandProperty = {
  groupSupport: 'whole',
  parse(value, { at }) {
    const duration = parseBoundedDuration(value, at, maxTransition);
    return duration.ok
      ? createParseSuccess({ body: { dynamics: { duration: duration.value } } })
      : duration;
  },
};

const membersWithTransition = [
  'on',
  'dimming',
  'dimming_delta',
  'color',
  'color_temperature',
  'gradient',
];

/**
 * Adds the default transition to a body with `membersWithTransition`, unless the body has a
 * transition.
 *
 * @param transition ms
 */
export function addDefaultTransition(body: Record<string, unknown>, transition: number): void {
  if ('dynamics' in body) return;
  if (membersWithTransition.some((member) => member in body))
    body['dynamics'] = { duration: transition };
}

/** The default transition within the maximum of a bridge, in ms. */
export interface LimitedTransition {
  readonly transition: number | undefined;
  /** Empty if the transition was not shortened. */
  readonly warnings: readonly CommandWarning[];
}

/**
 * Limits the default transition of a command that cannot become a long fade.
 *
 * @param transition ms
 */
export function limitTransition(transition: number): LimitedTransition {
  if (transition <= maxTransition) return { transition, warnings: [] };
  return {
    transition: maxTransition,
    warnings: [
      {
        kind: 'shorterTransition',
        asked: formatParsableDuration(transition),
        limit: formatParsableDuration(maxTransition),
      },
    ],
  };
}
