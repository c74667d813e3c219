import type { NodeDef } from 'node-red';
import { BridgeError } from '../bridge/errors';
import type { Limits } from '../bridge/limits';
import { checkHost, checkPort } from './address-check';

/** Settings of a bridge as the flow file holds them; old or hand-written flows may lack any. */
export interface BridgeDef extends NodeDef {
  host?: string;
  port?: string | number;
  keyHeader?: string;
  bridgeId?: string;
  fingerprint?: string;
  caFile?: string;
  events?: string;
  lampsPerSecond?: string | number;
  groupsPerSecond?: string | number;
  othersPerSecond?: string | number;
}

/** What Node-RED keeps apart and encrypted. */
export interface BridgeCredentials {
  key?: string;
  /** Id of the pairing whose key is wanted, as the dialog stores it. */
  pairing?: string;
  /** Key that a pairing brought, and the id of that pairing; wanted only when `pairing` says so. */
  offeredKey?: string;
  offeredBy?: string;
}

/** Settings that a connection can be made with. */
export interface BridgeSettings {
  host: string;
  port: number;
  key: string;
  keyHeader: string;
  bridgeId: string | undefined;
  fingerprint: string | undefined;
  caFile: string | undefined;
  events: 'auto' | 'never';
  limits: Partial<Limits>;
}

const defaultKeyHeader = 'home-application-key';
/** Token of RFC 9110, section 5.6.2, as far as names of headers need it. */
const headerName = /^[A-Za-z0-9-]{1,64}$/;
/** Visible ASCII only, so that a key can never break out of its header. */
const keyText = /^[!-~]{1,512}$/;

/**
 * Checks the settings of a bridge.
 *
 * @throws BridgeError ERR_BRIDGE_NOT_CONFIGURED that says what is missing; it never repeats the key
 */
export function checkSettings(
  def: BridgeDef,
  credentials: BridgeCredentials | undefined,
): BridgeSettings {
  const address = checkHost(def.host);
  if (!address.ok) {
    throw notConfigured(
      'NO_ADDRESS',
      `The address of the bridge cannot be used: ${address.reason}. Enter it in the bridge's settings.`,
    );
  }
  const port = checkPort(def.port);
  if (port === undefined) {
    throw notConfigured(
      'NO_ADDRESS',
      "The port of the bridge must be a whole number from 1 to 65535. Change it in the bridge's settings.",
    );
  }
  const keyHeader = textOf(def.keyHeader) ?? defaultKeyHeader;
  if (!headerName.test(keyHeader)) {
    throw notConfigured(
      'NO_KEY',
      'The name of the key header may hold letters, digits and hyphens only.',
    );
  }
  const bridgeId = textOf(def.bridgeId);
  const caFile = textOf(def.caFile);
  if (caFile !== undefined && bridgeId === undefined) {
    throw notConfigured(
      'NO_ID',
      'The id of the bridge is missing. A CA file vouches for many bridges, so enter the id of the one that is meant.',
    );
  }
  return {
    host: address.host,
    port,
    key: checkKey(credentials?.key),
    keyHeader,
    bridgeId,
    fingerprint: textOf(def.fingerprint),
    caFile,
    events: def.events === 'never' ? 'never' : 'auto',
    limits: paceOf(def),
  };
}

/** The error of a node that has no bridge it could use; the reason chooses the words of its status. */
export const notConfigured = (
  reason: 'NO_BRIDGE' | 'NO_ADDRESS' | 'NO_KEY' | 'NO_ID' | 'NO_TYPE',
  message: string,
): BridgeError => new BridgeError('ERR_BRIDGE_NOT_CONFIGURED', message, { reason });

function checkKey(key: string | undefined): string {
  const text = key?.trim() ?? '';
  if (text === '') {
    throw notConfigured(
      'NO_KEY',
      'There is no key for the bridge, or Node-RED could not decrypt it. Enter it or get a new one in the settings of the bridge.',
    );
  }
  if (!keyText.test(text)) {
    throw notConfigured(
      'NO_KEY',
      'The key of the bridge holds characters that no key has. Enter it again.',
    );
  }
  return text;
}

function paceOf(def: BridgeDef): Partial<Limits> {
  const pace: Partial<Limits> = {};
  for (const name of ['lampsPerSecond', 'groupsPerSecond', 'othersPerSecond'] as const) {
    const wanted = Number(def[name] ?? 0);
    if (Number.isFinite(wanted) && wanted > 0 && wanted <= 1_000) pace[name] = wanted;
  }
  return pace;
}

const textOf = (value: string | undefined): string | undefined => {
  const text = value?.trim();
  return text === '' ? undefined : text;
};
