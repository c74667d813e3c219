import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Resource } from '../resources/resource';
import { isIPv6 } from 'node:net';
import type { Server } from 'node:net';

export interface SimulatorRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Before it is sent. */
export interface SimulatorResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

export const jsonResponse = (
  status: number,
  value: unknown,
  headers: OutgoingHttpHeaders = {},
): SimulatorResponse => serializedJsonResponse(status, Buffer.from(JSON.stringify(value)), headers);

export const serializedJsonResponse = (
  status: number,
  body: Buffer,
  headers: OutgoingHttpHeaders = {},
): SimulatorResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/** One entry in `errors` for each description. Service document, section 7. */
export const errorResponse = (
  status: number,
  descriptions: readonly string[],
  headers: OutgoingHttpHeaders = {},
): SimulatorResponse =>
  jsonResponse(status, { errors: descriptions.map((description) => ({ description })) }, headers);

/** A reference to the written resource. Service document, section 4. */
export const resourceWrittenResponse = (
  status: number,
  { id: rid, type: rtype }: Resource,
  hints: readonly string[] = [],
): SimulatorResponse =>
  jsonResponse(status, {
    errors: hints.map((description) => ({ description })),
    data: [{ rid, rtype }],
  });

/** For a wrong or missing key. Service document, section 5. */
export const createUnauthorizedResponse = (status: 401 | 403): SimulatorResponse =>
  errorResponse(status, ['The application key is missing or unknown.']);

/** Ends a request with an error response. */
export class SimulatorHttpError extends Error {
  override readonly name = 'HttpError';

  /**
   * @param status service document, section 7
   * @param descriptions for `errors`, one sentence each
   */
  constructor(
    readonly status: number,
    ...descriptions: readonly [string, ...string[]]
  ) {
    super(descriptions.join(' '));
    this.descriptions = descriptions;
  }

  readonly descriptions: readonly string[];
}

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

/** For a URL, with an IPv6 address in brackets (RFC 3986, section 3.2.2). */
export const formatAuthority = (host: string, port: number): string =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`;

/**
 * @param port 0 for any
 * @returns the port
 * @throws Error that names the address, if it cannot be used
 */
export function listenOnPort(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const message = `Cannot listen on ${formatAuthority(host, port)}: ${error.message}`;
      reject(new Error(message, { cause: error }));
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
