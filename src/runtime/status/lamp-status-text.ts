import type { TranslatableStatusText } from './status-content';

/**
 * Returns the status text for the state of a lamp or the body of its command.
 *
 * @param brightness percent
 * @returns undefined if neither is known
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
