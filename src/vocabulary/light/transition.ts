import { longestTransition } from '../../resources';
import { readDuration } from '../amounts';
import { accept } from '../result';
import type { LightWord } from './word';

/** `transition`: how long the change takes, in ms or as text such as `"2s"`. */
export const transition: LightWord = {
  forGroups: true,
  read(value, { at }) {
    const duration = readDuration(value, at, longestTransition);
    return duration.ok ? accept({ body: { dynamics: { duration: duration.value } } }) : duration;
  },
};
