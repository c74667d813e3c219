import type { Resource } from '../../../resources';
import type { LampLight, LampLightOverTime } from '../../appearance/lamp-light';

/** The element of one resource, and how to update it. */
export interface Tile {
  element: HTMLElement;
  update: (resource: Resource) => void;
  /** Shows the light that a lamp has at the moment, in place of the one that it reports. */
  showLight?: (light: LampLight, motion: LampLightOverTime) => void;
}

/** Sends a partial change of a resource to the simulator. */
export type ChangeResourceCallback = (rid: string, change: object) => void;

/** Creates the tile of a resource. `device` is the displayed name. */
export type TileFactory = (
  resource: Resource,
  device: string,
  changeResource: ChangeResourceCallback,
) => Tile;
