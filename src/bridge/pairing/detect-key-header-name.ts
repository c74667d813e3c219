import { BridgeClient } from '../client/bridge-client';
import { defaultKeyHeader } from '../credentials/credentials';
import { isBridgeError, isAuthFailureStatus } from '../errors/bridge-error';
import type { TrustOptions } from '../tls/certificate-verifier';

/** Headers of the service document and of Hue-branded bridges. */
const candidateKeyHeaders = [defaultKeyHeader, 'hue-application-key'];

export interface DetectKeyHeaderOptions {
  host: string;
  port?: number;
  key: string;
  keyHeader?: string;
  trust: TrustOptions;
  signal?: AbortSignal;
}

/**
 * Finds the header that a bridge reads the key from, by one request per candidate.
 *
 * @returns the first candidate if the bridge accepts none
 * @throws {BridgeError} if the bridge is unreachable or does not answer as a bridge
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
