/**
 * Brings the SHA-256 fingerprint of a certificate into the one form AA:BB:…
 *
 * @param text hexadecimal digits, with or without colons and spaces
 * @returns undefined when it has not 64 digits
 */
export function fingerprintOf(text: string): string | undefined {
  const digits = hexDigits(text);
  return /^[0-9A-F]{64}$/.test(digits) ? digits.replace(/..(?!$)/g, '$&:') : undefined;
}

/** True for two ways of writing one fingerprint. */
export const isSameFingerprint = (one: string | undefined, other: string): boolean =>
  one !== undefined && hexDigits(one) === hexDigits(other);

const hexDigits = (fingerprint: string): string => fingerprint.replace(/[\s:]/g, '').toUpperCase();

/** A fingerprint short enough for a sentence, long enough to compare by eye. */
export const shortFingerprint = (fingerprint: string): string =>
  `${fingerprint.slice(0, 11)}…${fingerprint.slice(-5)}`;
