import { member } from '../../resources';
import type { Resource, ResourceType } from '../../resources';

/** Types of what can be pressed or turned. */
export const buttonTypes = [
  'button',
  'bell_button',
  'relative_rotary',
] as const satisfies readonly ResourceType[];

/** What can be pressed on a device: the number of a button; null when the bridge does not say. */
export type Button = number | 'dial' | 'bell' | null;

/** @returns which of the buttons of its device a resource is */
export function buttonOf(resource: Resource | undefined): Button {
  if (resource?.type === 'bell_button') return 'bell';
  if (resource?.type === 'relative_rotary') return 'dial';
  const number = member(resource, 'metadata', 'control_id');
  return typeof number === 'number' ? number : null;
}
