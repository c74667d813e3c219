/** Pattern of `id` and `rid`. Service document, section 2.1. */
export const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Returns the ids of a text, separated by commas, as dialogs save several. */
export const splitIds = (text: string): string[] => text.split(',').map((rid) => rid.trim());

/** Picked id that means all resources of a bridge with the type or kind of the node. */
export const allOfBridge = '*';

/** Returns true for an id, and for `allOfBridge`. */
export const isPickableId = (text: string): boolean => text === allOfBridge || idPattern.test(text);
