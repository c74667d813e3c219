/** Pattern of `id` and `rid`. Service document, section 2.1. */
export const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The ids of a text in which they stand with commas between them, as dialogs save several. */
export const splitIds = (text: string): string[] => text.split(',').map((rid) => rid.trim());
