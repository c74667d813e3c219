import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal';

/**
 * Reads the body of a request.
 *
 * @param limit most bytes that are read
 * @returns the body as text; empty when there is none
 * @throws Refusal 400 for a longer one
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    request.resume();
    return '';
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Buffer)) continue;
    length += chunk.length;
    if (length > limit) break;
    chunks.push(chunk);
  }
  if (length > limit) {
    // Unread, the rest would keep every later request of this connection waiting.
    request.resume();
    throw new Refusal(400, `The body is longer than ${limit} bytes.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Most levels of a body: beyond some thousands, nobody can write a resource down as JSON again. */
const deepest = 100;

/**
 * The JSON value of a body.
 *
 * @throws Refusal 400 when it is none, nested too deeply, or holds a number such as `1e400` that reads as infinite
 */
export function parseBody(text: string): unknown {
  const value = parsed(text);
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw new Refusal(400, `The body has more than ${deepest} levels.`);
    if (level.some((one) => one === Infinity || one === -Infinity)) {
      throw new Refusal(400, 'The body holds a number that is too large.');
    }
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}
