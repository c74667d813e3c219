import { toReadableTypeName } from '../../resources/identifiers';
import { getNestedMember } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import type { VisibleLampLight, LampAppearance } from '../visible-lamp-light';

/** The element of one resource. */
export interface Tile {
  element: HTMLElement;
  update: (resource: Resource) => void;
  /** Instead of the reported state. */
  showLight?: (light: VisibleLampLight, appearance: LampAppearance) => void;
}

export type ChangeResourceCallback = (rid: string, change: object) => void;

/** @param device displayed name */
export type TileFactory = (
  resource: Resource,
  device: string,
  changeResource: ChangeResourceCallback,
) => Tile;

/** The type if there is no name. */
export function getDisplayName(resource: Resource): string {
  const name = getNestedMember(resource, 'metadata', 'name') ?? resource['name'];
  return typeof name === 'string' && name.trim() !== ''
    ? name
    : toReadableTypeName(resource.type).toLowerCase();
}
