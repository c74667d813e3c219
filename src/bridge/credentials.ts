import { BridgeError } from './errors';
import { isKeyHeaderName } from './key-header-name';

/** Service document, section 5. */
export const defaultKeyHeader = 'home-application-key';

export interface Credentials {
  key: string;
  keyHeader: string;
}

/** 1 to 512 visible ASCII characters, which excludes header injection. */
export const isApplicationKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[!-~]{1,512}$/.test(key);

/**
 * @returns the key as given and the header name in lower case
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if the key or the header name is invalid
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
 * @returns the name in lower case
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if the name is invalid or reserved
 */
export function parseKeyHeaderName(name: unknown): string {
  if (isKeyHeaderName(name)) return name.toLowerCase();
  throw new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    `The name of the key header cannot be used. Enter letters, digits and hyphens, such as ${defaultKeyHeader}.`,
    { reason: 'NO_KEY' },
  );
}
