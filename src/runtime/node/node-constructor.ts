import type { Node, NodeAPI, NodeDef } from 'node-red';
import { rememberPickedNames } from '../settings/picked-names';
import { recordRunningNode } from '../bridge/deploy/running-nodes';

/**
 * Creates the constructor that `RED.nodes.registerType` takes.
 *
 * @param run called with each created node and its settings
 */
export const createNodeConstructor = <Def extends NodeDef>(
  RED: NodeAPI,
  run: (node: Node, def: Def) => void,
) =>
  function construct(this: Node, def: Def): void {
    RED.nodes.createNode(this, def);
    rememberPickedNames(def);
    recordRunningNode(this, def);
    run(this, def);
  };
