import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal';

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Name in a `Host` header or an origin, without port. */
const nameOf = (authority: string): string => authority.replace(/:\d+$/, '').toLowerCase();

/**
 * Lets in only what a person on this machine sends: any page in a browser can send requests to a port
 * on loopback, under a name of its own if need be.
 *
 * @throws Refusal 403 for a foreign name or origin, 415 for a body that is not JSON
 */
export function guard({ method, headers }: IncomingMessage): void {
  if (!loopbackNames.has(nameOf(headers.host ?? ''))) {
    throw new Refusal(403, 'The control port answers only under its address on loopback.');
  }
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) {
    throw new Refusal(403, 'Only the page of the simulator may use the control port.');
  }
  if (method !== 'POST') return;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal(415, 'Send application/json.');
}
