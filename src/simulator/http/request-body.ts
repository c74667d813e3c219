import type { IncomingMessage } from 'node:http';
import { SimulatorHttpError } from './simulator-response';

/**
 * @param limit in bytes
 * @returns empty if there is no body
 * @throws SimulatorHttpError 400 for a longer body
 */
export async function readRequestBody(request: IncomingMessage, limit: number): Promise<string> {
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
    // Discard the rest: unread, it would block later requests of this connection.
    request.resume();
    throw new SimulatorHttpError(400, `The body is longer than ${limit} bytes.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** JSON.stringify fails beyond some thousand levels. */
const maxDepth = 100;

/**
 * @throws SimulatorHttpError 400 if the text is not JSON, is nested too deeply, or contains a number that is parsed as
 *   Infinity, such as `1e400`
 */
export function parseJsonBody(text: string): unknown {
  const value = parseJson(text);
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth)
      throw new SimulatorHttpError(400, `The body has more than ${maxDepth} levels.`);
    if (level.some((item) => item === Infinity || item === -Infinity)) {
      throw new SimulatorHttpError(400, 'The body holds a number that is too large.');
    }
    level = level.flatMap((item): unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SimulatorHttpError(400, 'The body is not JSON.');
  }
}
