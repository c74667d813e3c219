import { longestTransition } from '../../resources';
import { parseBoundedDuration } from '../parsing/parse-scalars';
import { acceptValue } from '../parsing/parse-result';
import type { LightProperty } from './light-property';

/** `transition`: how long the change takes, in ms or as text such as `"2s"`. */
export const transitionProperty: LightProperty = {
  supportsGroups: true,
  parse(value, { at }) {
    const duration = parseBoundedDuration(value, at, longestTransition);
    return duration.ok
      ? acceptValue({ body: { dynamics: { duration: duration.value } } })
      : duration;
  },
};
