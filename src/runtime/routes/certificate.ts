import { inspectCertificate } from '../../bridge';
import { connecting } from '../few-at-once';
import { placeOf } from './place';
import type { RouteHandler } from './route';

/** The certificate that something at an address shows. Nothing is sent there. */
export const showCertificate: RouteHandler = async (_context, body) => {
  const place = placeOf(body);
  const { fingerprint, commonName, validTo } = await connecting(() => inspectCertificate(place));
  return { fingerprint, commonName, validTo: validTo.toISOString() };
};
