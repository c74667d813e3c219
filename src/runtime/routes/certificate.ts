import { inspectCertificate } from '../../bridge';
import { addressOf } from '../../bridge/trust/address';
import { connecting } from './connecting';
import { knownBridgesOf } from '../known-bridges';
import { trustOf } from '../open-bridge';
import type { ShownCertificate } from './answers';
import type { RouteHandler } from './route';

/**
 * The certificate that something at an address shows, and the fingerprint of the one that was trusted there on first
 * use, where there is one. Nothing is sent there.
 */
export const showCertificate: RouteHandler<ShownCertificate> = async ({ RED }, body) => {
  const place = addressOf(body['host'], body['port']);
  const { fingerprint, commonName, validTo } = await connecting(() => inspectCertificate(place));
  const nothingNamed = { bridgeId: undefined, fingerprint: undefined, caFile: undefined };
  const trust = await trustOf({ ...place, ...nothingNamed }, knownBridgesOf(RED.settings.userDir));
  return { fingerprint, commonName, validTo: validTo.toISOString(), trusted: trust.fingerprint };
};
