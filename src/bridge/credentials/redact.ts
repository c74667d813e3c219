/** Shortest key that is redacted: a shorter one could occur by chance in other text and corrupt the response. */
const minSecretLength = 8;

const redactionMark = '…';
/** Bytes are decoded as Latin-1, one character per byte; keys are ASCII. */
const redactionMarkLatin1 = Buffer.from(redactionMark).toString('latin1');

const isRedactable = (secret: string | undefined): secret is string =>
  secret !== undefined && secret.length >= minSecretLength;

/** @returns the body with each occurrence of the key redacted, so that an echoed key is never displayed or logged */
export function redactBody(body: Buffer, secret: string | undefined): Buffer {
  if (!isRedactable(secret) || !(body.includes(secret) || body.includes('\\'))) return body;
  const text = body.toString('utf8');
  const redacted = text.replace(createSecretPattern(secret), redactionMark);
  return redacted === text ? body : Buffer.from(redacted);
}

/**
 * As `redactBody`, for chunks with arbitrary boundaries. A word at the end of a chunk is held back until the next one,
 * since it may be the beginning of the key; a complete line is passed on at once.
 */
export class StreamRedactor {
  readonly #onBytes: (bytes: Uint8Array) => void;
  /** Missing without a key that can be redacted. */
  readonly #secret: RedactedSecret | undefined;
  /** The word that is held back, in Latin-1. */
  #pending = '';

  /** @param onBytes called with what is passed on */
  constructor(secret: string | undefined, onBytes: (bytes: Uint8Array) => void) {
    this.#onBytes = onBytes;
    if (!isRedactable(secret)) return;
    this.#secret = {
      bytes: Buffer.from(secret),
      pattern: createSecretPattern(secret),
      maxLength: maxEscapeLength * secret.length,
    };
  }

  write(chunk: Uint8Array): void {
    const secret = this.#secret;
    if (secret === undefined || (this.#pending === '' && isPlainlySafe(chunk, secret.bytes)))
      return this.#onBytes(chunk);
    const text = (this.#pending + Buffer.from(chunk).toString('latin1')).replace(
      secret.pattern,
      redactionMarkLatin1,
    );
    const end = findWordStart(text, secret.maxLength);
    this.#pending = text.slice(end);
    if (end > 0) this.#onBytes(Buffer.from(text.slice(0, end), 'latin1'));
  }

  /** Passes on what is held back: nothing follows. */
  end(): void {
    if (this.#pending !== '') this.#onBytes(Buffer.from(this.#pending, 'latin1'));
    this.#pending = '';
  }
}

/** A key to be redacted: its bytes, what matches it with escapes, and the longest match in characters. */
interface RedactedSecret {
  readonly bytes: Buffer;
  readonly pattern: RegExp;
  readonly maxLength: number;
}

/** True for a chunk that ends between two words and holds neither the key nor any escape: most chunks of a stream. */
function isPlainlySafe(chunk: Uint8Array, secret: Buffer): boolean {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const last = bytes.at(-1);
  return (
    last !== undefined && !isVisibleAscii(last) && !bytes.includes(0x5c) && !bytes.includes(secret)
  );
}

/** @returns index at which the last run of visible ASCII characters begins, at most `maxLength` from the end */
function findWordStart(text: string, maxLength: number): number {
  let start = text.length;
  while (
    start > 0 &&
    text.length - start < maxLength &&
    isVisibleAscii(text.charCodeAt(start - 1))
  ) {
    start -= 1;
  }
  return start;
}

const isVisibleAscii = (code: number): boolean => code > 0x20 && code < 0x7f;

/** Length of the longest JSON escape of one character, as in `\u006b`. */
const maxEscapeLength = 6;

/** Matches a key literally, and with any of its characters escaped as JSON allows (RFC 8259, section 7). */
const createSecretPattern = (secret: string): RegExp =>
  new RegExp(Array.from(secret, toCharacterPattern).join(''), 'g');

function toCharacterPattern(character: string): string {
  const [highDigit = '', lowDigit = ''] = character.charCodeAt(0).toString(16);
  // A backslash before a word character has a meaning of its own in a regular expression.
  const literal = /\w/.test(character) ? character : `\\${character}`;
  const shortEscape = /["\\/]/.test(character) ? `|\\\\${literal}` : '';
  return `(?:${literal}|\\\\u00${highDigit}[${lowDigit}${lowDigit.toUpperCase()}]${shortEscape})`;
}
