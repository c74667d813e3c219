/** Pattern of `id` and `rid`. Service document, section 2.1. */
export const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Returns the ids of a text, separated by commas: dialogs save several ids in one text. */
export const splitIds = (text: string): string[] => text.split(',').map((rid) => rid.trim());

/** Picked id of all resources of a bridge that the node accepts. */
export const allOfBridge = '*';

export const isPickableId = (text: string): boolean => text === allOfBridge || idPattern.test(text);
