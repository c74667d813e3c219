import { longestTransition } from '../../resources';
import { parseBoundedDuration } from '../parsing/parse-scalars';
import { acceptValue } from '../parsing/parse-result';
import type { LightProperty } from './light-property';

/** `transition`: how long the change takes, in ms or as text such as `"2s"`. */
export const transitionProperty: LightProperty = {
  groupSupport: 'whole',
  parse(value, { at }) {
    const duration = parseBoundedDuration(value, at, longestTransition);
    return duration.ok
      ? acceptValue({ body: { dynamics: { duration: duration.value } } })
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
