import { BridgeError } from '../errors/errors';

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

/** True for what can be a key: visible ASCII only, so that it can never break out of its header. */
export const isKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[!-~]{1,512}$/.test(key);

/** True for the name of a header that a key may go into. */
export const isKeyHeader = (name: unknown): name is string =>
  typeof name === 'string' &&
  /^[a-z][a-z0-9-]{0,63}$/i.test(name) &&
  !takenHeaders.has(name.toLowerCase());

/**
 * Checks what a person gave.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the key or the name of its header cannot be used
 */
export function credentialsOf(key: unknown, keyHeader: unknown = defaultKeyHeader): Credentials {
  if (!isKey(key)) {
    throw new BridgeError(
      'ERR_BRIDGE_NOT_CONFIGURED',
      'The bridge has no usable application key. Pair with the bridge, or enter its key: letters and digits without spaces.',
    );
  }
  return { key, keyHeader: keyHeaderOf(keyHeader) };
}

/**
 * Checks the name of the header that carries the key.
 *
 * @returns the name in lower case
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when no key can go into it
 */
export function keyHeaderOf(name: unknown): string {
  if (isKeyHeader(name)) return name.toLowerCase();
  throw new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    `The name of the key header cannot be used. Enter letters, digits and hyphens, such as ${defaultKeyHeader}.`,
    { reason: 'NO_KEY' },
  );
}
