import type { Node } from 'node-red';

/** The context of a bridge node, where versions before the store kept programs and saved states. */
export interface FormerContext {
  /** @returns undefined when there is none. Rejects when the context cannot be read */
  read(key: string): Promise<unknown>;
  /** Replaces a value; undefined removes it. Rejects when it cannot be written. */
  write(key: string, value: unknown): Promise<void>;
}

/** Creates the access to the context of a bridge node. */
export const createFormerContext = (node: Pick<Node, 'context'>): FormerContext => ({
  read: (key) =>
    new Promise((resolve, reject) => {
      node.context().get(key, (error: unknown, value: unknown) => {
        if (error instanceof Error) reject(error);
        else resolve(value);
      });
    }),
  write: (key, value) =>
    new Promise((resolve, reject) => {
      node.context().set(key, value, (error?: Error) => {
        if (error) reject(error);
        else resolve();
      });
    }),
});
