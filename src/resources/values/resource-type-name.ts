/** Other texts must not reach a path. */
const resourceTypePattern = /^[a-z][a-z0-9_]{0,63}$/;

/** In the table or not. */
export const isWellFormedResourceTypeName = (name: unknown): name is string =>
  typeof name === 'string' && resourceTypePattern.test(name);

/** Such as `Air quality` for `air_quality`. */
export const toReadableTypeName = (rtype: string): string =>
  rtype.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase());
