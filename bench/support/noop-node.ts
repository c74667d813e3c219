import type { NodeAPI, NodeDef, Node } from 'node-red';

/** Called with every message to such a node, and the node's id. */
export const messageListeners = new Set<(message: object, node: string) => void>();

/** Running nodes by id. */
export const noopNodes = new Map<string, Node>();

/** Registers `bench-nothing`, which does nothing with messages. */
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
