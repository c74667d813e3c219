import type { HttpRequest } from './request';

/**
 * The lines of headers, each with its end.
 *
 * @param headers values by name; neither may hold a line break
 */
export const formatHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/**
 * A request as it is written: head and body in one. RFC 9112, section 3.
 *
 * @param headers lines of the headers that every request has
 */
export const formatRequest = ({ method, path, body }: HttpRequest, headers: string): string =>
  body === undefined
    ? `${method} ${path} HTTP/1.1\r\n${headers}\r\n`
    : `${method} ${path} HTTP/1.1\r\n${headers}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
