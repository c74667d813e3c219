import { isIPv6 } from 'node:net';
import type { Server } from 'node:net';

/** Host and port as they stand in a URL: an IPv6 address in brackets (RFC 3986, section 3.2.2). */
export const authorityOf = (host: string, port: number): string =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`;

/**
 * Lets a server listen.
 *
 * @param port port to listen on; 0 for any
 * @returns the port it listens on
 * @throws Error that names the address, where it is taken already
 */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const sentence = `Cannot listen on ${authorityOf(host, port)}: ${error.message}`;
      reject(new Error(sentence, { cause: error }));
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
