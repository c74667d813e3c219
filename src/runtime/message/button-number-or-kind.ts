import { getNestedMember } from '../../resources';
import type { Resource } from '../../resources';

/** Identifies a button on its device: its number, `dial` or `bell`; null when the bridge reports none. */
export type ButtonNumberOrKind = number | 'dial' | 'bell' | null;

/** @returns the identifier of a resource among the buttons of its device */
export function getButtonNumberOrKind(resource: Resource | undefined): ButtonNumberOrKind {
  if (resource?.type === 'bell_button') return 'bell';
  if (resource?.type === 'relative_rotary') return 'dial';
  const number = getNestedMember(resource, 'metadata', 'control_id');
  return typeof number === 'number' ? number : null;
}
