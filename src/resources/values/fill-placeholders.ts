/** Fills placeholders such as `__name__` once: a value that looks like a placeholder stays. */
export const fillPlaceholders = (
  text: string,
  getValue: (name: string) => string | number | undefined,
): string =>
  text.replace(/__(\w+?)__/g, (placeholder, name: string) => String(getValue(name) ?? placeholder));
