import type { IncomingMessage } from 'node:http';
import { SimulatorHttpError } from '../http/simulator-http-error';

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Name in a `Host` header or an origin, without port. */
const getHostName = (authority: string): string => authority.replace(/:\d+$/, '').toLowerCase();

/**
 * Rejects requests of foreign web pages: any page in a browser can send requests to a port on
 * loopback, also under a DNS name of its own (DNS rebinding).
 *
 * @throws SimulatorHttpError 403 for a foreign host or origin, 415 for a POST that is not JSON
 */
export function assertSameOriginRequest({ method, headers }: IncomingMessage): void {
  if (!loopbackNames.has(getHostName(headers.host ?? ''))) {
    throw new SimulatorHttpError(
      403,
      'The control port answers only under its address on loopback.',
    );
  }
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) {
    throw new SimulatorHttpError(403, 'Only the page of the simulator may use the control port.');
  }
  if (method !== 'POST') return;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new SimulatorHttpError(415, 'Send application/json.');
}
