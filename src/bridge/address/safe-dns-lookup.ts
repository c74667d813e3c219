import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { TransportError, forbiddenAddressFailure } from '../errors/transport-failure';
import { checkHost } from './check-host';

export type DnsLookup = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a DNS lookup for `net.connect` that fails with a TransportError if the name resolves to a forbidden
 * address.
 */
export const createSafeDnsLookup =
  (lookup: DnsLookup = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        return callback(error ?? new Error(`${hostname} has no address`), '');
      }
      const forbiddenEntry = addresses.find(({ address }) => !checkHost(address).ok);
      if (forbiddenEntry !== undefined) {
        const failure = forbiddenAddressFailure(hostname, forbiddenEntry.address);
        return callback(new TransportError(failure), '');
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
