import { getMember } from '../../resources';
import type { Resource } from '../../resources';

/** Identifies a button on its device: its number, `dial` or `bell`; null when the bridge reports none. */
export type ButtonIdentifier = number | 'dial' | 'bell' | null;

/** @returns the identifier of a resource among the buttons of its device */
export function getButtonIdentifier(resource: Resource | undefined): ButtonIdentifier {
  if (resource?.type === 'bell_button') return 'bell';
  if (resource?.type === 'relative_rotary') return 'dial';
  const number = getMember(resource, 'metadata', 'control_id');
  return typeof number === 'number' ? number : null;
}
