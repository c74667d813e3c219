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

/**
 * Gets a value from a sensor's report, or its deprecated scalar on bridges that send no report (Hue CLIP
 * API reference: the report takes precedence).
 *
 * @param resource sensor as read
 * @param group member that holds both, such as `motion`
 * @param name name of the value inside, such as `motion`
 * @returns the value, or undefined when the bridge has none or marks it as not valid
 */
export function getReportedValue(resource: unknown, group: string, name: string): unknown {
  const reportedValue = getMember(resource, group, `${name}_report`, name);
  if (reportedValue !== undefined) return reportedValue;
  if (getMember(resource, group, `${name}_valid`) === false) return undefined;
  return getMember(resource, group, name);
}
