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
