import { types } from 'node:util';
import { createInvalidValueError } from '../settings/node-errors';

/**
 * Checks a message before a request is sent.
 *
 * @param names properties that the node sets
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a Proxy, a frozen or sealed message, a read-only property, or
 * an accessor, also if it is inherited
 */
export function assertMessagePropertiesWritable(message: object, names: readonly string[]): void {
  for (const name of names) {
    const obstacle = findWriteObstacle(message, name);
    if (obstacle !== undefined)
      throw createInvalidValueError(`msg.${name}`, formatRefusal(obstacle));
  }
}

const formatRefusal = (obstacle: string): string =>
  `the result of this node goes there, and it cannot be written, because ${obstacle}. Nothing was sent. Pass a copy of the message to this node, such as { ...msg }.`;

/** Returns why an assignment would fail or run code of the flow. */
function findWriteObstacle(message: object, name: string): string | undefined {
  for (let owner: unknown = message; isObjectLike(owner); owner = Object.getPrototypeOf(owner)) {
    if (types.isProxy(owner)) return 'the message is a Proxy';
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (descriptor === undefined) continue;
    if (descriptor.writable === undefined) return 'it is a getter or setter';
    if (!descriptor.writable) return 'it is read-only';
    break;
  }
  return Object.hasOwn(message, name) || Object.isExtensible(message)
    ? undefined
    : 'the message is frozen or sealed';
}

const isObjectLike = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
