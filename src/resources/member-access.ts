/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Gets a nested member of a value of any shape.
 *
 * @param value whatever the bridge sent
 * @param path member names from the outside in
 * @returns the member, or undefined as soon as one step is missing
 */
export function getMember(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}
