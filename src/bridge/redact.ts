/** A shorter key could match other text by chance and corrupt the response. */
const minSecretLength = 8;

const redactionMark = '…';
/** Latin-1 has one character per byte. Keys are ASCII. */
const redactionMarkLatin1 = Buffer.from(redactionMark).toString('latin1');

const isRedactable = (secret: string | undefined): secret is string =>
  secret !== undefined && secret.length >= minSecretLength;

/** An echoed key must never be displayed or logged. */
export function redactBody(body: Buffer, secret: string | undefined): Buffer {
  if (!isRedactable(secret) || !(body.includes(secret) || body.includes('\\'))) return body;
  const text = body.toString('utf8');
  const redacted = text.replace(createSecretPattern(secret), redactionMark);
  return redacted === text ? body : Buffer.from(redacted);
}

/**
 * Redacts the key in chunks with arbitrary boundaries. Keeps a word at the end of a chunk, which may begin the key,
 * until the next chunk; passes a complete line on immediately.
 */
export class StreamRedactor {
  readonly #onBytes: (bytes: Uint8Array) => void;
  readonly #secret: RedactedSecret | undefined;
  /** The word that is kept, in Latin-1. */
  #pending = '';

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

  end(): void {
    if (this.#pending !== '') this.#onBytes(Buffer.from(this.#pending, 'latin1'));
    this.#pending = '';
  }
}

interface RedactedSecret {
  readonly bytes: Buffer;
  readonly pattern: RegExp;
  readonly maxLength: number;
}

/** True if a chunk ends between words and contains neither the key nor an escape, as most chunks do. */
function isPlainlySafe(chunk: Uint8Array, secret: Buffer): boolean {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const last = bytes.at(-1);
  return (
    last !== undefined && !isVisibleAscii(last) && !bytes.includes(0x5c) && !bytes.includes(secret)
  );
}

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

const maxEscapeLength = 6;

/** Characters may be literal or escaped as JSON allows (RFC 8259, section 7). */
const createSecretPattern = (secret: string): RegExp =>
  new RegExp(Array.from(secret, toCharacterPattern).join(''), 'g');

function toCharacterPattern(character: string): string {
  const [highDigit = '', lowDigit = ''] = character.charCodeAt(0).toString(16);
  // A backslash before a letter or digit has its own meaning.
  const literal = /\w/.test(character) ? character : `\\${character}`;
  const shortEscape = /["\\/]/.test(character) ? `|\\\\${literal}` : '';
  return `(?:${literal}|\\\\u00${highDigit}[${lowDigit}${lowDigit.toUpperCase()}]${shortEscape})`;
}
