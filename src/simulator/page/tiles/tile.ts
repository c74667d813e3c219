import { createElement } from '../../../drawing/element';
import type { Resource } from '../../../resources/resource';
import type { VisibleLampLight, LampAppearance } from '../../appearance/visible-lamp-light';

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
