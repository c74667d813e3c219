import { BridgeClient } from '../client/bridge-client';
import { defaultKeyHeader } from '../credentials/credentials';
import { isBridgeError, isAuthFailureStatus } from '../errors/bridge-error';
import type { TrustOptions } from '../tls/certificate-verifier';

/** Headers that bridges take the key in: the service document's, and that of bridges of the Hue brand. */
const candidateKeyHeaders = [defaultKeyHeader, 'hue-application-key'];

/** Options of `detectKeyHeaderName`. */
export interface DetectKeyHeaderOptions {
  host: string;
  port?: number;
  key: string;
  /** Name of the header to try first; the default one when missing. */
  keyHeader?: string;
  /** How the certificate of the bridge is verified. */
  trust: TrustOptions;
  /** Aborts the search. */
  signal?: AbortSignal;
}

/**
 * Finds out in which header a bridge takes its key, by one read with each candidate.
 *
 * @returns name of the header; the one that was tried first when the bridge takes none
 * @throws {BridgeError} when the bridge cannot be reached or does not answer as one
 */
export async function detectKeyHeaderName({
  keyHeader: first = defaultKeyHeader,
  ...options
}: DetectKeyHeaderOptions): Promise<string> {
  for (const keyHeader of new Set([first, ...candidateKeyHeaders])) {
    if (await acceptsKeyIn(options, keyHeader)) return keyHeader;
  }
  return first;
}

async function acceptsKeyIn(
  { signal, ...bridge }: Omit<DetectKeyHeaderOptions, 'keyHeader'>,
  keyHeader: string,
): Promise<boolean> {
  const client = new BridgeClient({ ...bridge, keyHeader, events: 'never' });
  try {
    await client.list('bridge', signal === undefined ? {} : { signal });
    return true;
  } catch (error) {
    if (isBridgeError(error) && isAuthFailureStatus(error.cause.status ?? 0)) return false;
    throw error;
  } finally {
    await client.close();
  }
}
