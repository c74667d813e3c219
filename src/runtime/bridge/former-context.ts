import type { Node } from 'node-red';

/** Context of a bridge node, where versions before the store kept programs and saved states. */
export interface FormerContext {
  /** Undefined if there is no value. Rejects if the context cannot be read. */
  read(key: string): Promise<unknown>;
  /** Undefined removes the value. Rejects if the context cannot be written. */
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
