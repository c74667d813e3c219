import { createElement } from '../../../drawing/element';
import type { Resource } from '../../../resources';
import type { VisibleLampLight, LampAppearance } from '../../appearance/visible-lamp-light';

/** The element of one resource, and functions that update it. */
export interface Tile {
  element: HTMLElement;
  update: (resource: Resource) => void;
  /** Shows the current light of a lamp instead of the reported state. */
  showLight?: (light: VisibleLampLight, appearance: LampAppearance) => void;
}

/**
 * Creates the element of a sensor or switch.
 *
 * @param parts name and controls, or one button; the text of the present state, `reading`, comes last
 */
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

/** Sends a partial change of a resource to the simulator. */
export type ChangeResourceCallback = (rid: string, change: object) => void;

/** Creates the tile of a resource. `device` is the displayed name. */
export type TileFactory = (
  resource: Resource,
  device: string,
  changeResource: ChangeResourceCallback,
) => Tile;
