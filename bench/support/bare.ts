import { Pool } from 'undici';
import type { Address } from './simulator-protocol';

/** A kept connection without any of this package: what everything is compared with. */
export const barePool = ({ host, port, certificate }: Address): Pool =>
  new Pool(`https://${host}:${port}`, {
    connections: 1,
    connect: { ca: certificate, checkServerIdentity: () => undefined },
  });

/**
 * One request over it.
 *
 * @param path below `/clip/v2/resource/`
 * @param body sent as JSON; without it the request is a GET
 * @returns the body of the answer, not parsed
 */
export async function bareRequest(
  pool: Pool,
  { key }: Address,
  path: string,
  body?: object,
): Promise<Uint8Array> {
  const headers = { 'home-application-key': key, accept: 'application/json' };
  const response = await pool.request({
    path: `/clip/v2/resource/${path}`,
    ...(body === undefined
      ? { method: 'GET', headers }
      : {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
  });
  return response.body.bytes();
}
