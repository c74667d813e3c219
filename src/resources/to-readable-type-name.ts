/** A readable name of a type, such as `Air quality` for `air_quality`. */
export const toReadableTypeName = (rtype: string): string =>
  rtype.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase());
