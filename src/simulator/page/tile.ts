import { createElement } from '../../drawing/element';
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

/** @param parts name and controls, or one button; the text of the present state, `reading`, comes last */
export function createSensorElement(
  { id }: Resource,
  ...parts: readonly HTMLElement[]
): { element: HTMLElement; reading: HTMLElement } {
  const reading = createElement('span', { class: 'reading' });
  const element = createElement('div', { class: 'sensor', 'data-rid': id }, ...parts, reading);
  return { element, reading };
}

export const createMeasureName = (text: string): HTMLElement =>
  createElement('span', { class: 'measure-name' }, text);

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
