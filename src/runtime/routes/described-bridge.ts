import { BridgeClient, inspectCertificate } from '../../bridge';
import { addressOf } from '../../bridge/trust/address';
import type { SeenCertificate, Trust } from '../../bridge';
import { sessionOf } from '../bridge-node';
import { checkSettings } from '../bridge-settings';
import type { BridgeDef, BridgeSettings } from '../bridge-settings';
import { connecting } from './connecting';
import { offeredKey } from '../offered-keys';
import { trustOf } from '../open-bridge';
import type { RouteContext } from './route';
import { textAt } from './text-at';

/** A bridge as a dialog describes it, with settings that may not be deployed. */
export interface DescribedBridge {
  client: BridgeClient;
  certificate: SeenCertificate;
}

/**
 * Connects to a bridge that a dialog describes. Nothing is remembered of it.
 *
 * A key that only the runtime holds goes along only to the certificate that the deployed bridge, or the dialog,
 * names; where neither names one, to the certificate that is there, as on first use. A key from a pairing that is not
 * deployed yet goes to the bridge that gave it.
 *
 * @param use what to do with it; the connection ends afterwards
 * @throws {BridgeError} when the settings cannot be used or the bridge cannot be reached
 */
export const withDescribedBridge = <T>(
  context: RouteContext,
  body: Record<string, unknown>,
  use: (bridge: DescribedBridge) => Promise<T>,
): Promise<T> => connecting(() => connectAndUse(context, body, use));

async function connectAndUse<T>(
  { RED }: RouteContext,
  body: Record<string, unknown>,
  use: (bridge: DescribedBridge) => Promise<T>,
): Promise<T> {
  const place = addressOf(body['host'], body['port']);
  const session = sessionOf(RED, textAt(body, 'bridge'));
  const typedKey = textAt(body, 'key');
  const offered =
    typedKey === undefined
      ? offeredKey(textAt(body, 'pairing'), textAt(body, 'bridge'))
      : undefined;
  const key = typedKey ?? offered?.key ?? session?.key;
  const settings = checkSettings(
    { ...describedDef(body), ...place },
    key === undefined ? undefined : { key },
  );
  const certificate = await inspectCertificate(place);
  const deployed =
    typedKey === undefined && settings.fingerprint === undefined && session !== undefined
      ? await trustOf(session.settings(), session.known)
      : {};
  const named = offered?.fingerprint ?? settings.fingerprint;
  const client = new BridgeClient({
    ...place,
    key: settings.key,
    keyHeader: settings.keyHeader,
    events: 'never',
    trust: judgedBy({ ...settings, fingerprint: named }, deployed, certificate),
  });
  try {
    return await use({ client, certificate });
  } finally {
    await client.close();
  }
}

/** Whom to trust: whom the dialog names, else whom the deployed bridge does, else who is there. */
function judgedBy(
  { bridgeId, fingerprint }: Pick<BridgeSettings, 'bridgeId' | 'fingerprint'>,
  deployed: Trust,
  certificate: SeenCertificate,
): Trust {
  // Where a file says who vouches for the deployed bridge, nobody else gets its key.
  if (fingerprint === undefined && deployed.ca !== undefined) return deployed;
  return {
    fingerprint: fingerprint ?? deployed.fingerprint ?? certificate.fingerprint,
    ...(bridgeId === undefined ? {} : { bridgeId }),
  };
}

function describedDef(body: Record<string, unknown>): BridgeDef {
  const names = ['keyHeader', 'fingerprint', 'bridgeId'] as const;
  const def: BridgeDef = { id: '', type: 'bridge-config', name: '', z: '' };
  for (const name of names) {
    const text = textAt(body, name);
    if (text !== undefined) def[name] = text;
  }
  return def;
}
