import type { TranslatableStatusText } from './status-content';

/**
 * Status text for the state of a lamp, or for the body of a command for one.
 *
 * @param brightness percent
 * @returns undefined when neither is known
 */
export function lampStatusText(
  on: unknown,
  brightness: unknown,
): TranslatableStatusText | undefined {
  if (on === false) return { key: 'off' };
  if (typeof brightness === 'number') {
    return { key: 'brightness', values: { brightness: Math.round(brightness) } };
  }
  return on === true ? { key: 'on' } : undefined;
}
