import { inspectCertificate } from '../../bridge';
import { placeOf } from './place';
import type { RouteHandler } from './route';

/** The certificate that something at an address shows. Nothing is sent there. */
export const showCertificate: RouteHandler = async (_context, body) => {
  const { fingerprint, commonName, validTo } = await inspectCertificate(placeOf(body));
  return { fingerprint, commonName, validTo: validTo.toISOString() };
};
