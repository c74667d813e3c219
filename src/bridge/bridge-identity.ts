/** The MAC address with FFFE in the middle (Hue developer documentation). */
export const isBridgeId = (text: string): boolean => /^[0-9a-f]{16}$/i.test(text);

/**
 * Normalises a SHA-256 fingerprint to the form AA:BB:…
 *
 * @param text hexadecimal digits, with or without colons and spaces
 * @returns undefined if it does not have 64 digits
 */
export function parseFingerprint(text: string): string | undefined {
  const digits = toHexDigits(text);
  return /^[0-9A-F]{64}$/.test(digits) ? digits.replace(/..(?!$)/g, '$&:') : undefined;
}

export const isSameFingerprint = (one: string | undefined, other: string): boolean =>
  one !== undefined && toHexDigits(one) === toHexDigits(other);

const toHexDigits = (fingerprint: string): string =>
  fingerprint.replace(/[\s:]/g, '').toUpperCase();

/** First and last digits, for messages. */
export const abbreviateFingerprint = (fingerprint: string): string =>
  `${fingerprint.slice(0, 11)}…${fingerprint.slice(-5)}`;
