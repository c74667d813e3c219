import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { StreamRedactor } from '../../src/bridge/redact';

const secret = 'sEcReT-kEy-0123456789';

/** Cuts a text into chunks at the given places. */
function* cut(text: string, places: readonly number[]): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
  let start = 0;
  for (const end of ends.toSorted((one, other) => one - other)) {
    if (end > start) yield bytes.subarray(start, end);
    start = Math.max(start, end);
  }
}

function redact(text: string, places: readonly number[]): string {
  const chunks: Uint8Array[] = [];
  const redactor = new StreamRedactor(secret, (chunk) => void chunks.push(chunk));
  for (const chunk of cut(text, places)) redactor.write(chunk);
  redactor.end();
  return Buffer.concat(chunks).toString('utf8');
}

describe('A stream in which the key may occur', () => {
  const word = fc.constantFrom(secret, secret.slice(0, 9), '\\u0073EcReT', 'ä', ' ', '\n', 'data:');
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));
  const places = fc.array(fc.nat(200), { maxLength: 8 });

  it('never holds it, wherever its chunks end, and everything else unchanged', () => {
    fc.assert(
      fc.property(text, places, (sent, ends) => {
        assert.equal(redact(sent, ends), sent.replaceAll(secret, '…'));
      }),
      { seed: 5 },
    );
  });

  it('does not hold it with escaped characters either', () => {
    const escaped = `data: ${secret.replace('s', '\\u0073')}\n`;
    assert.equal(redact(escaped, [20]), 'data: …\n');
  });

  it('passes a complete line on at once', () => {
    const lines: string[] = [];
    const redactor = new StreamRedactor(secret, (bytes) => {
      lines.push(Buffer.from(bytes).toString());
    });
    redactor.write(Buffer.from('data: {}\n\n'));
    redactor.write(Buffer.from('data: {'));
    assert.deepEqual(lines, ['data: {}\n\n', 'data: ']);
  });
});
