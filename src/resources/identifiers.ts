/** Service document, section 2.1. */
export const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Dialogs save several ids in one text, separated by commas. */
export const splitIds = (text: string): string[] => text.split(',').map((rid) => rid.trim());

/** Stands for all resources of a bridge that the node accepts. */
export const allOfBridge = '*';

export const isPickableId = (text: string): boolean => text === allOfBridge || idPattern.test(text);

/** Other texts must not reach a path. */
const resourceTypePattern = /^[a-z][a-z0-9_]{0,63}$/;

/** In the table or not. */
export const isWellFormedResourceTypeName = (name: unknown): name is string =>
  typeof name === 'string' && resourceTypePattern.test(name);

/** Such as `Air quality` for `air_quality`. */
export const toReadableTypeName = (rtype: string): string =>
  rtype.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase());
