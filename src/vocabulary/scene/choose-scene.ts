import type { Resource } from '../../resources';
import type { SceneStepDirection } from './parse-scene-request';

/**
 * Chooses a scene by the one that is active.
 *
 * @param scenes to choose from, in their order; at least one
 * @param activeRid id of the active scene; undefined when none is
 * @param random a number from 0 up to, but not including, 1
 * @returns the one after or before it, all round; at first the first, or the last; at random another one
 */
export function chooseScene(
  scenes: readonly Resource[],
  activeRid: string | undefined,
  step: SceneStepDirection,
  random: number,
): Resource | undefined {
  const position = scenes.findIndex(({ id }) => id === activeRid);
  switch (step) {
    case 'random': {
      const others = scenes.filter(({ id }) => id !== activeRid);
      const candidates = others.length === 0 ? scenes : others;
      return candidates[Math.floor(random * candidates.length)];
    }
    case 'previous':
      return scenes.at(position === -1 ? -1 : position - 1);
    default:
      return scenes[(position + 1) % scenes.length];
  }
}
