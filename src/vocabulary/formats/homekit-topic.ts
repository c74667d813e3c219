/** Those whose bare number is no brightness. */
const otherNumbers: ReadonlySet<string> = new Set(['Hue', 'Saturation', 'ColorTemperature']);

/**
 * Reads a topic such as `lamp/Brightness`, with which redmatic-homekit names the one characteristic of a message.
 *
 * @returns the part after the last slash
 */
export const readCharacteristicName = (topic: unknown): string | undefined =>
  typeof topic === 'string' ? topic.slice(topic.lastIndexOf('/') + 1) : undefined;

/** True for a number that would set the brightness in plain words, although its topic names something else. */
export const isCharacteristicNumber = (payload: unknown, topic: unknown): boolean => {
  const name = readCharacteristicName(topic);
  return typeof payload === 'number' && name !== undefined && otherNumbers.has(name);
};
