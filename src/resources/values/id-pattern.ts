/** Pattern of `id` and `rid`. Service document, section 2.1. */
export const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The ids of a text in which they stand with commas between them, as dialogs save several. */
export const splitIds = (text: string): string[] => text.split(',').map((rid) => rid.trim());

/** Stands among picked ids for all that a bridge has, of the type or kind that the node is set to. */
export const allOfBridge = '*';

/** True for an id, and for what stands for all of a bridge. */
export const isPickableId = (text: string): boolean => text === allOfBridge || idPattern.test(text);
