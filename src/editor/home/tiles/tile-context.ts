import type { HomeCommand, HomeItem } from '../../../runtime/home/home-item';

/** A node of the flows that uses an item. */
export interface ItemUse {
  readonly nodeId: string;
  readonly label: string;
}

/** What tiles need of their bridge. */
export interface TileContext {
  /** True if the user may send commands. */
  readonly canSwitch: boolean;
  /** True if the user may change flows. */
  readonly canEditFlows: boolean;
  /** Sends a command; a problem is shown with the bridge. */
  send(command: HomeCommand): Promise<void>;
  listUses(item: HomeItem): readonly ItemUse[];
  /** Returns the nodes that use what is in a room or zone; none for another item. */
  listUsesInside(item: HomeItem): readonly ItemUse[];
  isNameRepeated(item: HomeItem): boolean;
  /** Adds a node for the item to the open flow. */
  addNode(item: HomeItem): void;
  /** @param button says that it was copied */
  copyAsFlow(item: HomeItem, button: HTMLElement): void;
  startDrag(item: HomeItem, event: DragEvent): void;
}
