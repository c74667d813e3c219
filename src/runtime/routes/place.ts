import { checkHost, checkPort } from '../address-check';
import { notConfigured } from '../bridge-settings';

/**
 * The address in the body of a request.
 *
 * @throws BridgeError ERR_BRIDGE_NOT_CONFIGURED for what is no address of a bridge
 */
export function placeOf(body: Record<string, unknown>): { host: string; port: number } {
  const address = checkHost(body['host']);
  const port = checkPort(body['port']);
  if (!address.ok) {
    throw notConfigured('NO_ADDRESS', `The address cannot be used: ${address.reason}.`);
  }
  if (port === undefined) {
    throw notConfigured('NO_ADDRESS', 'The port must be a whole number from 1 to 65535.');
  }
  return { host: address.host, port };
}
