import type { Resource } from '../../../resources';
import type { VisibleLampLight, LampAppearance } from '../../appearance/visible-lamp-light';

/** The element of one resource, and functions that update it. */
export interface Tile {
  element: HTMLElement;
  update: (resource: Resource) => void;
  /** Shows the current light of a lamp instead of the reported state. */
  showLight?: (light: VisibleLampLight, appearance: LampAppearance) => void;
}

/** Sends a partial change of a resource to the simulator. */
export type ChangeResourceCallback = (rid: string, change: object) => void;

/** Creates the tile of a resource. `device` is the displayed name. */
export type TileFactory = (
  resource: Resource,
  device: string,
  changeResource: ChangeResourceCallback,
) => Tile;
