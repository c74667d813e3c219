/** A text in the body of a request, without spaces around it; undefined when it is missing or empty. */
export function textAt(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
