import type { NodeAPI, NodeDef, Node } from 'node-red';

/** Called with every message to a node of this type, and the id of the node. */
export const messageListeners = new Set<(message: object, node: string) => void>();

/** The running nodes of this type by id, to send messages from. */
export const noopNodes = new Map<string, Node>();

/** Registers `bench-nothing`: a node that takes messages and does nothing with them. */
export default function registerNoopNode(RED: NodeAPI): void {
  RED.nodes.registerType('bench-nothing', function (this: Node, settings: NodeDef) {
    RED.nodes.createNode(this, settings);
    noopNodes.set(this.id, this);
    this.on('close', () => void noopNodes.delete(this.id));
    this.on('input', (message, _send, done) => {
      for (const listener of messageListeners) listener(message, this.id);
      done();
    });
  });
}
