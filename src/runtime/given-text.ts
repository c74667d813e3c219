/** A text without the spaces around it; undefined when it is none, or empty. */
export function givenText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
