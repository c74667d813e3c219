/** Shortest key that is blotted out: a shorter one could be part of any word, and answers would break. */
const shortestSecret = 8;

const blot = '…';
/** Bytes are handled as Latin-1, in which each of them is one character; keys are ASCII. */
const blotBytes = Buffer.from(blot).toString('latin1');

const isBlotted = (secret: string | undefined): secret is string =>
  secret !== undefined && secret.length >= shortestSecret;

/** A body with the key blotted out: a bridge that repeats it gets nobody to show it. */
export function bodyWithoutSecret(body: Buffer, secret: string | undefined): Buffer {
  if (!isBlotted(secret) || !(body.includes(secret) || body.includes('\\'))) return body;
  const text = body.toString('utf8');
  const shown = text.replace(spellingsOf(secret), blot);
  return shown === text ? body : Buffer.from(shown);
}

/**
 * As `bodyWithoutSecret`, for bytes without an end, cut wherever they may be. A word that a chunk ends in comes with
 * the next chunk, since it may be the beginning of the key; a line that is whole comes at once.
 */
export async function* bytesWithoutSecret(
  bytes: AsyncIterable<Uint8Array>,
  secret: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  if (!isBlotted(secret)) {
    yield* bytes;
    return;
  }
  const spellings = spellingsOf(secret);
  const longest = longestSpelling * secret.length;
  let held = '';
  for await (const chunk of bytes) {
    const text = (held + Buffer.from(chunk).toString('latin1')).replace(spellings, blotBytes);
    const end = beginOfWord(text, longest);
    held = text.slice(end);
    if (end > 0) yield Buffer.from(text.slice(0, end), 'latin1');
  }
  if (held !== '') yield Buffer.from(held, 'latin1');
}

/** Where the word begins that a text ends in, or a part of it that is long enough; keys are visible ASCII. */
function beginOfWord(text: string, longest: number): number {
  let begin = text.length;
  while (begin > 0 && text.length - begin < longest && isVisible(text.charCodeAt(begin - 1))) {
    begin -= 1;
  }
  return begin;
}

const isVisible = (code: number): boolean => code > 0x20 && code < 0x7f;

/** Most characters that JSON spells one with, as in `\u006b`. */
const longestSpelling = 6;

/** Finds a key as it is, and with any of its characters escaped as JSON allows (RFC 8259, section 7). */
const spellingsOf = (secret: string): RegExp =>
  new RegExp(Array.from(secret, spellingsOfCharacter).join(''), 'g');

function spellingsOfCharacter(character: string): string {
  const [tens = '', ones = ''] = character.charCodeAt(0).toString(16);
  // Before what needs no backslash in an expression, one may mean something.
  const itself = /\w/.test(character) ? character : `\\${character}`;
  const short = /["\\/]/.test(character) ? `|\\\\${itself}` : '';
  return `(?:${itself}|\\\\u00${tens}[${ones}${ones.toUpperCase()}]${short})`;
}
