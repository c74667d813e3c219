import { BridgeError } from '../errors/bridge-error';
import { isKeyHeaderName } from './key-header-name';

/** Name of the header that carries the key. Service document, section 5. */
export const defaultKeyHeader = 'home-application-key';

/** The application key and the header that carries it. */
export interface Credentials {
  key: string;
  keyHeader: string;
}

/** True for a valid application key: 1 to 512 visible ASCII characters, which rules out header injection. */
export const isApplicationKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[!-~]{1,512}$/.test(key);

/**
 * Validates key and header name from settings or an API call.
 *
 * @returns the key as it is, the header name in lower case
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the key or the name of its header cannot be used
 */
export function parseCredentials(key: unknown, keyHeader: unknown = defaultKeyHeader): Credentials {
  if (!isApplicationKey(key)) {
    throw new BridgeError(
      'ERR_BRIDGE_NOT_CONFIGURED',
      'The bridge has no usable application key. Pair with the bridge, or enter its key: letters and digits without spaces.',
    );
  }
  return { key, keyHeader: parseKeyHeaderName(keyHeader) };
}

/**
 * Validates the name of the header that carries the key.
 *
 * @returns the name in lower case
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when the name is invalid or reserved
 */
export function parseKeyHeaderName(name: unknown): string {
  if (isKeyHeaderName(name)) return name.toLowerCase();
  throw new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    `The name of the key header cannot be used. Enter letters, digits and hyphens, such as ${defaultKeyHeader}.`,
    { reason: 'NO_KEY' },
  );
}
