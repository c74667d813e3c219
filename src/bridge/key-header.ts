import { BridgeClient } from './client';
import { defaultKeyHeader } from './trust/credentials';
import { isBridgeError, refusesKey } from './errors/errors';
import type { Trust } from './trust/trust';

/** Headers that bridges take the key in: the service document's, and that of bridges of the Hue brand. */
const keyHeaders = [defaultKeyHeader, 'hue-application-key'];

/** Whom to ask, and with which key. */
export interface KeyHeaderOptions {
  host: string;
  port?: number;
  key: string;
  /** How the bridge is known. */
  trust: Trust;
  /** Gives up. */
  signal?: AbortSignal;
}

/**
 * Finds out in which header a bridge takes its key, by asking it for something with each.
 *
 * @returns name of the header; the usual one when the bridge takes none
 * @throws {BridgeError} when the bridge cannot be asked
 */
export async function findKeyHeader(options: KeyHeaderOptions): Promise<string> {
  for (const keyHeader of keyHeaders) {
    if (await takes(options, keyHeader)) return keyHeader;
  }
  return defaultKeyHeader;
}

async function takes({ signal, ...bridge }: KeyHeaderOptions, keyHeader: string): Promise<boolean> {
  const client = new BridgeClient({ ...bridge, keyHeader, events: 'never' });
  try {
    await client.list('bridge', signal === undefined ? {} : { signal });
    return true;
  } catch (error) {
    if (isBridgeError(error) && refusesKey(error.cause.status ?? 0)) return false;
    throw error;
  } finally {
    await client.close();
  }
}
