import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { redactStream } from '../../../src/bridge/credentials/redact';

const secret = 'sEcReT-kEy-0123456789';

/** Cuts a text into chunks at the given places. */
async function* cut(text: string, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
  let start = 0;
  for (const end of ends.toSorted((one, other) => one - other)) {
    if (end > start) yield bytes.subarray(start, end);
    start = Math.max(start, end);
  }
}

async function redact(text: string, places: readonly number[]): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of redactStream(cut(text, places), secret)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('A stream in which the key may occur', () => {
  const word = fc.constantFrom(secret, secret.slice(0, 9), '\\u0073EcReT', 'ä', ' ', '\n', 'data:');
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));
  const places = fc.array(fc.nat(200), { maxLength: 8 });

  it('never holds it, wherever its chunks end, and everything else unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(text, places, async (sent, ends) => {
        const received = await redact(sent, ends);
        assert.equal(received, sent.replaceAll(secret, '…'));
      }),
      { seed: 5 },
    );
  });

  it('does not hold it with escaped characters either', async () => {
    const escaped = `data: ${secret.replace('s', '\\u0073')}\n`;
    assert.equal(await redact(escaped, [20]), 'data: …\n');
  });

  it('passes a complete line on at once', async () => {
    const lines = redactStream(cut('data: {}\n\ndata: {', [10]), secret);
    const { value } = await lines.next();
    assert.equal(Buffer.from(value ?? []).toString(), 'data: {}\n\n');
    await lines.return();
  });
});
