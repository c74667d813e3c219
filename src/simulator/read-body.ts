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
    if (length > limit) throw new Refusal(400, `The body is longer than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The JSON value of a body.
 *
 * @throws Refusal 400 when it is none
 */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}
