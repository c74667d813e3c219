import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { HttpResponseParser } from '../../../src/bridge/wire/http-response-parser';
import type { ResponseHead } from '../../../src/bridge/wire/http-response-parser';

/** What a parser made of a response. */
interface ParsedResponse {
  heads: ResponseHead[];
  body: string;
  isComplete: boolean;
  keepsConnection: boolean;
}

/** @param chunks what arrives, one after the other; then the connection ends when `ends` is true */
function parse(chunks: readonly (Buffer | string)[], { ends = false } = {}): ParsedResponse {
  const heads: ResponseHead[] = [];
  const parts: Buffer[] = [];
  const parser = new HttpResponseParser({
    onHead: (head) => heads.push(head),
    onBody: (chunk) => parts.push(Buffer.from(chunk)),
  });
  for (const chunk of chunks) parser.parse(Buffer.from(chunk));
  if (ends) parser.end();
  const { isComplete, keepsConnection } = parser;
  return { heads, body: Buffer.concat(parts).toString(), isComplete, keepsConnection };
}

const ok = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

const splitAt = (bytes: Buffer, cuts: readonly number[]): Buffer[] =>
  [0, ...cuts.toSorted((one, other) => one - other)].map((from, index, all) =>
    bytes.subarray(from, all[index + 1] ?? bytes.length),
  );

const toChunked = (body: Buffer, sizes: readonly number[]): Buffer => {
  const chunks = splitAt(
    body,
    sizes.map((size) => size % (body.length + 1)),
  ).filter(({ length }) => length > 0);
  const framed = chunks.flatMap((chunk, index) => [
    Buffer.from(`${chunk.length.toString(16)}${index % 2 === 0 ? '' : ';name="value"'}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...framed, Buffer.from('0\r\nExpires: never\r\n\r\n')]);
};

describe('A response', () => {
  it('is the same however its bytes arrive, and however long its body says that it is', () => {
    const cuts = fc.array(fc.nat(), { maxLength: 12 });
    const framings = fc.constantFrom('length', 'chunked', 'connection' as const);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        framings,
        cuts,
        cuts,
        (text, framing, at, sizes) => {
          const body = Buffer.from(text);
          const [line, framed] = {
            length: [`Content-Length: ${body.length}`, body] as const,
            chunked: ['Transfer-Encoding: Chunked', toChunked(body, sizes)] as const,
            connection: ['Server: lamps', body] as const,
          }[framing];
          const bytes = Buffer.concat([
            Buffer.from(
              `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${ok('retry-After:  7 ', line)}`,
            ),
            framed,
          ]);
          const ends = framing === 'connection';
          const chunks = splitAt(
            bytes,
            at.map((place) => place % (bytes.length + 1)),
          );
          const parsed = parse(chunks, { ends });
          assert.equal(parsed.body, text);
          assert.deepEqual(
            parsed.heads.map(({ status, headers }) => [status, headers.get('retry-after')]),
            [[200, '7']],
          );
          assert.equal(parsed.isComplete, true);
          assert.equal(parsed.keepsConnection, !ends);
        },
      ),
    );
  });

  it('is not complete before its last byte, and not with the connection where it says how long it is', () => {
    for (const head of [ok('content-length: 50'), ok('transfer-encoding: chunked')]) {
      for (const body of ['', '4', '3\r\nabc', '3\r\nabc\r\n0\r\n'])
        assert.equal(parse([head, body], { ends: true }).isComplete, false, head + body);
    }
    assert.equal(parse(['HTTP/1.1 200 OK\r\n'], { ends: true }).isComplete, false);
  });

  it('has no body with 204 and 304, whatever it says', () => {
    for (const line of ['content-length: 5', 'transfer-encoding: chunked', 'server: lamps']) {
      for (const status of ['204 No Content', '304 Not Modified']) {
        const { isComplete, keepsConnection } = parse([`HTTP/1.1 ${status}\r\n${line}\r\n\r\n`]);
        assert.deepEqual([isComplete, keepsConnection], [true, true]);
      }
    }
  });

  it('has one value for a header that comes twice, or on several lines', () => {
    const { heads } = parse([
      ok('Vary: one', 'vary: two', 'server: a\r\n  lamp', 'content-length: 0'),
    ]);
    assert.deepEqual(
      ['vary', 'server'].map((name) => heads[0]?.headers.get(name)),
      ['one, two', 'a lamp'],
    );
  });

  it('ends the connection where it says so, and with bytes that nobody asked for', () => {
    const empty = 'content-length: 0';
    assert.equal(parse([ok(empty)]).keepsConnection, true);
    assert.equal(parse([ok(empty, 'Connection: Keep-Alive, Close')]).keepsConnection, false);
    assert.equal(parse([`HTTP/1.0 200 OK\r\n${empty}\r\n\r\n`]).keepsConnection, false);
    assert.equal(parse([`${ok(empty)}HTTP/1.1 200 OK`]).keepsConnection, false);
  });

  const malformed = {
    'of another protocol': 'SSH-2.0-dropbear',
    'of another version': 'HTTP/2.0 200 OK\r\n\r\n',
    'without a status': 'HTTP/1.1 OK\r\n\r\n',
    'with a status of four digits': 'HTTP/1.1 2000 OK\r\n\r\n',
    'that switches to another protocol': 'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'with a header without a colon': ok('server'),
    'with a header without a name': ok(': lamps'),
    'with a space in the name of a header': ok('content-length : 5'),
    'with a bare line feed in its head': ok('server: lamps\nsize: 7'),
    'with two lengths': ok('content-length: 5', 'content-length: 5'),
    'with a negative length': ok('content-length: -5'),
    'with a length that is no number': ok('content-length: 0x5'),
    'with a length of too many digits': ok('content-length: 1234567890123456'),
    'with a length and chunks': ok('content-length: 5', 'transfer-encoding: chunked'),
    'in a coding that was not asked for': ok('transfer-encoding: gzip, chunked'),
    'with a chunk without a size': `${ok('transfer-encoding: chunked')}\r\n`,
    'with a chunk of a negative size': `${ok('transfer-encoding: chunked')}-5\r\n`,
    'with a chunk that is longer than its size': `${ok('transfer-encoding: chunked')}3\r\nabcdef\r\n`,
    'with a head that never ends': `HTTP/1.1 200 OK\r\nserver: ${'x'.repeat(20_000)}`,
    'with a long head': ok(`server: ${'x'.repeat(20_000)}`),
    'with a size of a chunk that never ends': `${ok('transfer-encoding: chunked')}5;${'x'.repeat(20_000)}`,
    'with trailers that never end': `${ok('transfer-encoding: chunked')}0\r\n${'a: b\r\n'.repeat(5_000)}`,
  };
  for (const [name, text] of Object.entries(malformed)) {
    it(`${name} is rejected, whole and byte by byte`, () => {
      for (const chunks of [[text], Array.from(text)])
        assert.throws(() => parse(chunks), { name: 'HttpSyntaxError' });
    });
  }
});
