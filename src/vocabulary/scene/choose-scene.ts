import type { Resource } from '../../resources';
import type { SceneStepDirection } from './parse-scene-request';

/**
 * @param scenes at least one
 * @param random from 0 to below 1
 * @returns the next or previous scene, cyclically; without an active scene, the first or the last; for random, another
 *   scene
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
