/** The encoding of certificates (ITU-T X.690). */

function encodeDer(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content]);
}

/** Short form below 128, otherwise the number of length bytes and the bytes (X.690, 8.1.3). */
function encodeLength(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let remaining = length; remaining > 0; remaining = Math.floor(remaining / 256))
    bytes.unshift(remaining % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export const derSequence = (...contents: readonly Uint8Array[]): Buffer =>
  encodeDer(0x30, ...contents);
export const derSet = (...contents: readonly Uint8Array[]): Buffer => encodeDer(0x31, ...contents);
export const derUtf8String = (text: string): Buffer => encodeDer(0x0c, Buffer.from(text, 'utf8'));
export const derOctetString = (content: Uint8Array): Buffer => encodeDer(0x04, content);
export const derTrue = encodeDer(0x01, Buffer.from([0xff]));

export const derBitString = (content: Uint8Array, unusedBits = 0): Buffer =>
  encodeDer(0x03, Buffer.from([unusedBits]), content);

/** @param bytes of a positive integer, most significant first */
export function derInteger(bytes: Uint8Array): Buffer {
  const sign = (bytes[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0);
  return encodeDer(0x02, sign, bytes);
}

/** In a context tag, such as the version of a certificate. */
export const derExplicit = (tag: number, content: Uint8Array): Buffer =>
  encodeDer(0xa0 | tag, content);

/** From the dotted notation (X.690, 8.19). */
export function derObjectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return encodeDer(0x06, Buffer.from([first * 40 + second, ...others.flatMap(encodeBase128)]));
}

function encodeBase128(value: number): number[] {
  const bytes = [value % 128];
  for (
    let remaining = Math.floor(value / 128);
    remaining > 0;
    remaining = Math.floor(remaining / 128)
  ) {
    bytes.unshift(0x80 | (remaining % 128));
  }
  return bytes;
}

/** Two digits of the year until 2049, four from 2050 on (RFC 5280, 4.1.2.5). */
export function derTime(date: Date): Buffer {
  const digits = `${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  return date.getUTCFullYear() < 2050
    ? encodeDer(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : encodeDer(0x18, Buffer.from(digits, 'ascii'));
}
