import { BridgeClient, inspectCertificate } from '../../bridge';
import { addressOf } from '../../bridge/trust/address';
import type { Address } from '../../bridge/trust/address';
import type { SeenCertificate, Trust } from '../../bridge';
import { sessionOf } from '../bridge-node';
import { checkSettings } from '../bridge-settings';
import type { BridgeDef, BridgeSettings } from '../bridge-settings';
import { connecting } from './connecting';
import { offeredKey } from '../offered-keys';
import { trustForKeptKey } from './kept-key-trust';
import type { RouteContext } from './route';
import { textAt } from './text-at';

/** A bridge as a dialog describes it, with settings that may not be deployed. */
export interface DescribedBridge {
  client: BridgeClient;
  certificate: SeenCertificate;
}

/**
 * Connects to a bridge that a dialog describes.
 *
 * A key that somebody typed goes to the certificate that the dialog names, or else to the one that is there, as on
 * first use. A key from a pairing that is not deployed yet goes to the bridge that gave it, and a key that is deployed
 * to the certificate that the deployed bridge trusts; the dialog has no say in either.
 *
 * @param use what to do with it; the connection ends afterwards
 * @throws {BridgeError} when the settings cannot be used or the bridge cannot be reached
 * @throws {RouteRefusal} when the key may go there only after a deploy
 */
export const withDescribedBridge = <T>(
  context: RouteContext,
  body: Record<string, unknown>,
  use: (bridge: DescribedBridge) => Promise<T>,
): Promise<T> => connecting(() => connectAndUse(context, body, use));

async function connectAndUse<T>(
  context: RouteContext,
  body: Record<string, unknown>,
  use: (bridge: DescribedBridge) => Promise<T>,
): Promise<T> {
  const place = addressOf(body['host'], body['port']);
  const { key, trustFor } = keyFor(context, body);
  const settings = checkSettings(
    { ...describedDef(body), ...place },
    key === undefined ? undefined : { key },
  );
  const certificate = await inspectCertificate(place);
  const client = new BridgeClient({
    ...place,
    key: settings.key,
    keyHeader: settings.keyHeader,
    events: 'never',
    trust: await trustFor(place, namedIn(settings), certificate),
  });
  try {
    return await use({ client, certificate });
  } finally {
    await client.close();
  }
}

/** A key, and whom it may be shown. */
interface KeyFor {
  key: string | undefined;
  trustFor: (place: Address, named: Named, seen: SeenCertificate) => Trust | Promise<Trust>;
}

type Named = Pick<Trust, 'fingerprint' | 'bridgeId'>;

function keyFor({ RED }: RouteContext, body: Record<string, unknown>): KeyFor {
  const typed = textAt(body, 'key');
  const offered =
    typed === undefined ? offeredKey(textAt(body, 'pairing'), textAt(body, 'bridge')) : undefined;
  const session = sessionOf(RED, textAt(body, 'bridge'));
  if (typed === undefined && offered === undefined && session !== undefined) {
    return {
      key: session.key,
      trustFor: (place, named, seen) => trustForKeptKey(session, place, named, seen),
    };
  }
  return {
    key: typed ?? offered?.key,
    trustFor: (_place, named, seen) => ({
      ...named,
      fingerprint: offered?.fingerprint ?? named.fingerprint ?? seen.fingerprint,
    }),
  };
}

const namedIn = ({ bridgeId, fingerprint }: BridgeSettings): Named => ({
  ...(bridgeId === undefined ? {} : { bridgeId }),
  ...(fingerprint === undefined ? {} : { fingerprint }),
});

function describedDef(body: Record<string, unknown>): BridgeDef {
  const names = ['keyHeader', 'fingerprint', 'bridgeId'] as const;
  const def: BridgeDef = { id: '', type: 'bridge-config', name: '', z: '' };
  for (const name of names) {
    const text = textAt(body, name);
    if (text !== undefined) def[name] = text;
  }
  return def;
}
