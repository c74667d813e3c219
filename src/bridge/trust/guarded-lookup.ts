import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { ConnectionProblem, forbiddenAddress } from '../errors/problem';
import { checkHost } from './host';

/** Finds the addresses of a name: `dns.lookup` of Node.js, or what a test puts in its place. */
export type Lookup = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Looks names up for sockets. A name that stands for an address which may not be entered may not be
 * connected to either; nothing is sent then.
 *
 * @returns what `net.connect` takes as `lookup`; its error is a ConnectionProblem for a forbidden address
 */
export const guardedLookup =
  (lookup: Lookup = systemLookup): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) {
        return done(error ?? new Error(`${hostname} has no address`), '');
      }
      const forbidden = found.find(({ address }) => !checkHost(address).ok);
      if (forbidden !== undefined) {
        const problem = forbiddenAddress(hostname, forbidden.address);
        return done(new ConnectionProblem(problem), '');
      }
      if (options.all === true) done(null, found);
      else done(null, first.address, first.family);
    });
  };
