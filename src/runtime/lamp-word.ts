import type { Word } from './status';

/**
 * Few words for how a lamp is, or for what it was told.
 *
 * @param brightness percent
 * @returns undefined when neither says anything
 */
export function lampWord(on: unknown, brightness: unknown): Word | undefined {
  if (on === false) return { key: 'off' };
  if (typeof brightness === 'number') {
    return { key: 'brightness', values: { brightness: Math.round(brightness) } };
  }
  return on === true ? { key: 'on' } : undefined;
}
