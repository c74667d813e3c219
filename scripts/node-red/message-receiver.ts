import type { NodeRedApp } from 'node-red';
import { isObject } from '../../src/resources/members';

/** Takes a message as if it came over a wire. */
interface MessageReceiver {
  receive(message: object): void;
}

/** @throws Error if no node with this id runs */
export function findMessageReceiver(red: NodeRedApp, id: string): MessageReceiver {
  const registry: unknown = red.nodes;
  const node = hasGetNode(registry) ? registry.getNode(id) : undefined;
  if (!canReceive(node)) throw new Error(`No node ${id} is running.`);
  return node;
}

const hasGetNode = (value: unknown): value is { getNode(id: string): unknown } =>
  isObject(value) && typeof value['getNode'] === 'function';

const canReceive = (value: unknown): value is MessageReceiver =>
  isObject(value) && typeof value['receive'] === 'function';
