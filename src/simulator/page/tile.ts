import type { Resource } from '../../resources';

/** What the page draws for one resource. */
export interface Tile {
  element: HTMLElement;
  update: (resource: Resource) => void;
}

/** Does something in the house: a partial change of a resource. */
export type Change = (rid: string, partial: object) => void;

/** Makes the tile of a resource. `device` is the name people know it by. */
export type TileMaker = (resource: Resource, device: string, change: Change) => Tile;
