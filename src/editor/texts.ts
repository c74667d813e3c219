/** Values put into a text. */
export type TextValues = Record<string, string | number>;

/** Looks up a text of one catalogue. */
export type Texts = (key: string, values?: TextValues) => string;

/**
 * The catalogue of a node type or, as `editor`, the one that all dialogs share.
 *
 * @param catalogue name of the node type or `editor`
 */
export const texts =
  (catalogue: string): Texts =>
  (key, values = {}) =>
    RED._(`@lighting-bridge/node-red/${catalogue}:${key}`, values);

/** Looks up a text that all dialogs share. */
export const sharedText: Texts = texts('editor');
