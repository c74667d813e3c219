import { maxTransition } from '../../../resources/light-schemas';
import { formatParsableDuration } from '../../../units/duration';
import { parseBoundedDuration } from '../../values';
import { refuse, accept, mapResult } from '../../parse-result';
import { trueOrFalse } from '../../../resources/problems';
import type { LightWord } from './word';
import type { CommandWarning } from '../../parse-result';

/** In ms, or text such as `"2s"`. */
export const transition: LightWord = {
  groupSupport: 'whole',
  parse: (value, { at }) =>
    mapResult(parseBoundedDuration(value, at, maxTransition), (duration) => ({
      body: { dynamics: { duration } },
    })),
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
 * Only for a body with `membersWithTransition` and without a transition.
 *
 * @param duration ms
 */
export function addDefaultTransition(body: Record<string, unknown>, duration: number): void {
  if (!('dynamics' in body) && membersWithTransition.some((member) => member in body))
    body['dynamics'] = { duration };
}

/** In ms, within the maximum of a bridge. */
export interface LimitedTransition {
  readonly transition: number | undefined;
  /** Empty if the transition was not shortened. */
  readonly warnings: readonly CommandWarning[];
}

/**
 * For a command that cannot become a long fade.
 *
 * @param given ms
 */
export function limitTransition(given: number): LimitedTransition {
  if (given <= maxTransition) return { transition: given, warnings: [] };
  return {
    transition: maxTransition,
    warnings: [
      {
        kind: 'shorterTransition',
        asked: formatParsableDuration(given),
        limit: formatParsableDuration(maxTransition),
      },
    ],
  };
}

/** True if a command for each lamp of a group also goes to its plugs. */
export const plugs: LightWord = {
  groupSupport: 'whole',
  parse(value, { at, kind }) {
    if (typeof value !== 'boolean') return refuse(at, trueOrFalse, value);
    return accept({
      body: {},
      warnings: kind === 'light' ? [{ kind: 'leftOutOfLamp', path: at }] : [],
    });
  },
};
