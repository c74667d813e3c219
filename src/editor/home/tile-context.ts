import type { HomeCommand, HomeItem } from '../../runtime/home/home-item';

export interface ItemUse {
  readonly nodeId: string;
  readonly label: string;
}

/** What tiles need of their bridge. */
export interface TileContext {
  /** The user may send commands. */
  readonly canSwitch: boolean;
  /** The user may change flows. */
  readonly canEditFlows: boolean;
  /** Shows a problem with the bridge. */
  send(command: HomeCommand): Promise<void>;
  listUses(item: HomeItem): readonly ItemUse[];
  /** Returns uses inside a room or zone; none for another item. */
  listUsesInside(item: HomeItem): readonly ItemUse[];
  isNameRepeated(item: HomeItem): boolean;
  addNode(item: HomeItem): void;
  /** @param button says that it was copied */
  copyAsFlow(item: HomeItem, button: HTMLElement): void;
  startDrag(item: HomeItem, event: DragEvent): void;
}
