import { isIPv6 } from 'node:net';
import type { Server } from 'node:net';

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
