/** A small writer of DER, the encoding of certificates (ITU-T X.690). */

/** One value: its tag, the length of its content, its content. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

/** Short form below 128, otherwise the number of length bytes and those (X.690, 8.1.3). */
function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
export const set = (...contents: readonly Uint8Array[]): Buffer => der(0x31, ...contents);
export const utf8String = (text: string): Buffer => der(0x0c, Buffer.from(text, 'utf8'));
export const octetString = (content: Uint8Array): Buffer => der(0x04, content);
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));

/** A bit string of whole bytes. */
export const bitString = (content: Uint8Array, unusedBits = 0): Buffer =>
  der(0x03, Buffer.from([unusedBits]), content);

/** A positive integer, given as its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const sign = (bytes[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0);
  return der(0x02, sign, bytes);
}

/** Wraps a value into a context tag, such as the version of a certificate. */
export const explicit = (tag: number, content: Uint8Array): Buffer => der(0xa0 | tag, content);

/** An object identifier from its dotted notation (X.690, 8.19). */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(0x80 | (rest % 128));
  }
  return bytes;
}

/** A moment: two digits of the year until 2049, four from 2050 on (RFC 5280, 4.1.2.5). */
export function time(moment: Date): Buffer {
  const digits = `${moment.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  return moment.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : der(0x18, Buffer.from(digits, 'ascii'));
}
