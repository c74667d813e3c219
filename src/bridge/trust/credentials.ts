import { BridgeError } from '../errors/errors';
import { isKeyHeader } from './key-header-name';

/** Name of the header that carries the key. Service document, section 5. */
export const defaultKeyHeader = 'home-application-key';

/** What the bridge knows us by. */
export interface Credentials {
  key: string;
  keyHeader: string;
}

/** True for what can be a key: visible ASCII only, so that it can never break out of its header. */
export const isKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[!-~]{1,512}$/.test(key);

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
