/*
 * Settings are read here, since a flow file by other hands may hold anything for any of them, and the properties of
 * subflows come as numbers, booleans and objects.
 */

/** A text as it stands, also an empty one; a number counts as its digits. Undefined for everything else. */
export function writtenText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** A text without the spaces around it; undefined when it is none, or empty. A number counts as its digits. */
export function givenText(value: unknown): string | undefined {
  const text = writtenText(value)?.trim();
  return text === '' ? undefined : text;
}

/** True or false; what counts by default for everything else. */
export const givenSwitch = (value: unknown, usual: boolean): boolean =>
  typeof value === 'boolean' ? value : usual;

/** True for a setting that says nothing: it is missing, empty or null. */
export const isUnset = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';
