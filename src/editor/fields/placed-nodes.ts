const placingSources: ReadonlySet<string | undefined> = new Set(['palette', 'typeSearch']);

/** Reports nodes from the palette or the quick search. */
export function onNodePlaced(listener: (node: RegisteredNode) => void): void {
  RED.events.on('nodes:add', (node, options) => {
    if (placingSources.has(options?.source)) listener(node);
  });
}

/** Placed since the editor was opened; never confirmed. */
const unconfirmedIds = new Set<string>();

export function trackUnconfirmedNodes(): void {
  onNodePlaced(({ id }) => unconfirmedIds.add(id));
  RED.events.on('editor:save', ({ id }) => unconfirmedIds.delete(id));
}

/** True if the node was just placed, or is a configuration node that its open dialog adds. */
export const isUnconfirmed = ({ id }: EditorNode): boolean =>
  unconfirmedIds.has(id) || RED.nodes.node(id) === undefined;
