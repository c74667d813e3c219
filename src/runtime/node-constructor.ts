import type { Node, NodeAPI, NodeDef } from 'node-red';

/**
 * What Node-RED makes the nodes of a type with.
 *
 * @param run starts a node that was made, with its settings
 */
export const nodeConstructor = <Def extends NodeDef>(
  RED: NodeAPI,
  run: (node: Node, def: Def) => void,
) =>
  function construct(this: Node, def: Def): void {
    RED.nodes.createNode(this, def);
    run(this, def);
  };
