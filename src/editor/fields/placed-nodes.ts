const placingSources: ReadonlySet<string | undefined> = new Set(['palette', 'typeSearch']);

/** Calls the listener for each node that the user places from the palette or the quick search. */
export function onNodePlaced(listener: (node: RegisteredNode) => void): void {
  RED.events.on('nodes:add', (node, options) => {
    if (placingSources.has(options?.source)) listener(node);
  });
}

/** Ids of nodes that were placed since the editor was opened and whose dialog was never confirmed. */
const unconfirmedIds = new Set<string>();

/** Remembers which placed nodes have never been confirmed with Done. */
export function trackUnconfirmedNodes(): void {
  onNodePlaced(({ id }) => unconfirmedIds.add(id));
  RED.events.on('editor:save', ({ id }) => unconfirmedIds.delete(id));
}

/**
 * Returns true if nobody has confirmed the dialog of this node yet: the node was just placed, or it
 * is a configuration node that its open dialog adds.
 */
export const isUnconfirmed = ({ id }: EditorNode): boolean =>
  unconfirmedIds.has(id) || RED.nodes.node(id) === undefined;
