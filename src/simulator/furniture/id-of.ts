import { createHash } from 'node:crypto';

/**
 * The id of a thing in the furnished home: always the same for the same name, in the form of a UUID
 * made from a name (RFC 9562, version 5).
 */
export function idOf(name: string): string {
  const digits = createHash('sha1').update(`lighting-bridge/${name}`).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `5${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}

/** A made-up EUI-64 of a device, locally administered so that it is nobody's (IEEE 802). */
export function macAddressOf(name: string): string {
  const digits = createHash('sha1').update(name).digest('hex');
  return `02${digits.slice(0, 14)}`.replace(/(..)(?!$)/g, '$1:');
}
