import { shownAddress } from '../../bridge/trust/address';
import { failure } from '../../bridge/errors/problem';
import { TrustKeeper } from '../../bridge/trust/trust';
import type { SeenCertificate, Trust } from '../../bridge';
import type { Address } from '../../bridge/trust/address';
import type { Problem } from '../../bridge/errors/problem';
import type { BridgeSession } from '../bridge-session';
import { trustOf } from '../open-bridge';
import { RouteRefusal } from './route';

/**
 * Whom a key is shown that only the runtime holds: whom the deployed bridge would show it, whatever a dialog names.
 * What a dialog names can only be one thing more that the certificate must be.
 *
 * @param session the deployed bridge that the key belongs to
 * @param place where the dialog wants to connect
 * @param named whom the dialog names
 * @param seen the certificate that is there
 * @throws {BridgeError} ERR_BRIDGE_UNTRUSTED when the certificate is not the one that the dialog names, or not the
 *   deployed one and the dialog names none
 * @throws {RouteRefusal} NOT_DEPLOYED when the dialog trusts a certificate that the deployed bridge does not
 */
export async function trustForKeptKey(
  session: BridgeSession,
  place: Address,
  named: Pick<Trust, 'fingerprint' | 'bridgeId'>,
  seen: SeenCertificate,
): Promise<Trust> {
  const where = shownAddress(place);
  const other = await problemWith(named, seen, where);
  if (other !== undefined) throw failure('connect to the bridge', other);
  const settings = session.settings();
  const deployed = await trustOf(settings, session.known);
  if (deployed.onFirstUse !== undefined) {
    // Nobody knows the bridge yet; the deployed client is about to meet it there, and nowhere else.
    if (where === shownAddress(settings)) return deployed;
    throw notDeployed(
      `nobody has seen its certificate yet, and it is deployed for another address`,
    );
  }
  const refused = await problemWith(deployed, seen, where);
  if (refused === undefined) return deployed;
  const namesOne = named.fingerprint !== undefined || named.bridgeId !== undefined;
  throw namesOne
    ? notDeployed(`the certificate at ${where} is not the one that is deployed or known`)
    : failure('connect to the bridge', refused);
}

const problemWith = async (
  trust: Trust,
  seen: SeenCertificate,
  where: string,
): Promise<Problem | undefined> => new TrustKeeper(trust, () => undefined).judge(seen, where);

const notDeployed = (why: string): RouteRefusal =>
  new RouteRefusal(
    409,
    'NOT_DEPLOYED',
    `The key that Node-RED keeps goes only to the bridge that it was deployed for: ${why}. Nothing was sent. Deploy first and try again, or enter the key in the settings of the bridge again.`,
  );
