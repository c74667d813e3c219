/**
 * A text without the spaces around it; undefined when it is none, or empty. A number counts as its digits: so it comes
 * from the properties of subflows.
 */
export function givenText(value: unknown): string | undefined {
  const given = typeof value === 'number' ? String(value) : value;
  const text = typeof given === 'string' ? given.trim() : '';
  return text === '' ? undefined : text;
}
