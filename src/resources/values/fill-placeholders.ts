/**
 * Fills the placeholders of a text, such as `__name__`, once: a value that looks like a placeholder
 * stays as it is.
 *
 * @param getValue returns the value of a placeholder by its name
 */
export const fillPlaceholders = (
  text: string,
  getValue: (name: string) => string | number | undefined,
): string =>
  text.replace(/__(\w+?)__/g, (placeholder, name: string) => String(getValue(name) ?? placeholder));
