import type { Server } from 'node:net';

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
      reject(new Error(`Cannot listen on ${host}:${port}: ${error.message}`, { cause: error }));
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
