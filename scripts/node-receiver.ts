import type { NodeRedApp } from 'node-red';
import { isObject } from '../src/resources';

/** What takes messages as if a wire had brought them. */
export interface Receiver {
  receive(message: object): void;
}

/**
 * Finds a running node.
 *
 * @throws Error when no node of that id runs
 */
export function receiverOf(red: NodeRedApp, id: string): Receiver {
  const registry: unknown = red.nodes;
  const node = hasGetNode(registry) ? registry.getNode(id) : undefined;
  if (!canReceive(node)) throw new Error(`No node ${id} is running.`);
  return node;
}

const hasGetNode = (value: unknown): value is { getNode(id: string): unknown } =>
  isObject(value) && typeof value['getNode'] === 'function';

const canReceive = (value: unknown): value is Receiver =>
  isObject(value) && typeof value['receive'] === 'function';
