import type { NodeAPI, NodeDef, Node } from 'node-red';

/** Called with every message that reaches a node of this type, and the id of the node. */
export const messageListeners = new Set<(message: object, node: string) => void>();

/** Registers `bench-nothing`: a node that takes messages and does nothing with them. */
export default function registerNoopNode(RED: NodeAPI): void {
  RED.nodes.registerType('bench-nothing', function (this: Node, settings: NodeDef) {
    RED.nodes.createNode(this, settings);
    this.on('input', (message, _send, done) => {
      for (const listener of messageListeners) listener(message, this.id);
      done();
    });
  });
}
