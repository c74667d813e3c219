import { Pool } from 'undici';
import type { SimulatorAddress } from './simulator-protocol';

/** Opens a keep-alive connection without this package. */
export const createBaselinePool = ({ host, port, certificate }: SimulatorAddress): Pool =>
  new Pool(`https://${host}:${port}`, {
    connections: 1,
    connect: { ca: certificate, checkServerIdentity: () => undefined },
  });

/**
 * @param path below `/clip/v2/resource/`
 * @param body sent as JSON; GET without it
 * @returns not parsed
 */
export async function sendBaselineRequest(
  pool: Pool,
  { key }: SimulatorAddress,
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
