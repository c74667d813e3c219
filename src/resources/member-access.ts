/**
 * Parses a JSON text.
 *
 * @returns its value, or undefined when it is not JSON, such as HTML, a truncated or an empty text
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

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

/** Appends a member name or an array index to a path: `payload.on`, `payload.points[2]`, `payload["a b"]`. */
export function appendPath(parentPath: string, step: string | number): string {
  if (typeof step === 'number') return `${parentPath}[${step}]`;
  if (/^[A-Za-z_]\w{0,63}$/.test(step)) return parentPath === '' ? step : `${parentPath}.${step}`;
  return `${parentPath}[${JSON.stringify(step.length > 40 ? `${step.slice(0, 40)}…` : step)}]`;
}
