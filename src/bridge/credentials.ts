import { BridgeError } from './errors';

/** Name of the header that carries the key. Service document, section 5. */
export const defaultKeyHeader = 'home-application-key';

/** Headers with a meaning of their own, that no key goes into. RFC 9110. */
const takenHeaders: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What the bridge knows us by. */
export interface Credentials {
  key: string;
  keyHeader: string;
}

/**
 * Checks what a person gave.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the key or the name of its header cannot be used
 */
export function credentialsOf(key: unknown, keyHeader: unknown = defaultKeyHeader): Credentials {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,512}$/.test(key)) {
    throw new BridgeError(
      'ERR_BRIDGE_NOT_CONFIGURED',
      'The bridge has no usable application key. Pair with the bridge, or enter its key: letters and digits without spaces.',
    );
  }
  const usable = typeof keyHeader === 'string' && /^[a-z][a-z0-9-]{0,63}$/i.test(keyHeader);
  if (!usable || takenHeaders.has(keyHeader.toLowerCase())) {
    throw new BridgeError(
      'ERR_BRIDGE_NOT_CONFIGURED',
      `The name of the key header cannot be used. Enter letters, digits and hyphens, such as ${defaultKeyHeader}.`,
    );
  }
  return { key, keyHeader: keyHeader.toLowerCase() };
}
