/** Shortest key that is blotted out: a shorter one could be part of any word, and answers would break. */
const shortestSecret = 8;

const blot = '…';
/** Bytes are handled as Latin-1, in which each of them is one character; keys are ASCII. */
const blotBytes = Buffer.from(blot).toString('latin1');

const isBlotted = (secret: string | undefined): secret is string =>
  secret !== undefined && secret.length >= shortestSecret;

/** A body with the key blotted out: a bridge that repeats it gets nobody to show it. */
export const bodyWithoutSecret = (body: Buffer, secret: string | undefined): Buffer =>
  isBlotted(secret) && body.includes(secret)
    ? Buffer.from(body.toString('utf8').replaceAll(secret, blot))
    : body;

/** As `bodyWithoutSecret`, for bytes without an end, cut wherever they may be. */
export async function* bytesWithoutSecret(
  bytes: AsyncIterable<Uint8Array>,
  secret: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  if (!isBlotted(secret)) {
    yield* bytes;
    return;
  }
  let held = '';
  for await (const chunk of bytes) {
    const text = (held + Buffer.from(chunk).toString('latin1')).replaceAll(secret, blotBytes);
    held = beginningAtEnd(text, secret);
    if (held.length < text.length) {
      yield Buffer.from(text.slice(0, text.length - held.length), 'latin1');
    }
  }
  if (held !== '') yield Buffer.from(held, 'latin1');
}

/** The longest end of a text that may be the beginning of the key. */
function beginningAtEnd(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return secret.slice(0, length);
  }
  return '';
}
