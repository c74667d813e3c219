import type { Node } from 'node-red';

/** The context of a bridge node. Versions before the store kept programs and saved states there. */
export interface FormerContext {
  /** @returns undefined if there is no value. Rejects if the context cannot be read */
  read(key: string): Promise<unknown>;
  /** Replaces a value; undefined removes the value. Rejects if the context cannot be written. */
  write(key: string, value: unknown): Promise<void>;
}

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
