import type { NodeDef } from 'node-red';
import { addressOf } from '../bridge/trust/address';
import { defaultKeyHeader, isKey, keyHeaderOf } from '../bridge/trust/credentials';
import type { Limits } from '../bridge/limits';
import { printable } from '../bridge/errors/printable';
import { BridgeError } from '../bridge/errors/errors';
import { notConfigured } from './command-error';
import { givenText, isUnset } from './given-setting';

/** Settings of a bridge as the flow file holds them; old or hand-written flows may lack any. */
export interface BridgeDef extends NodeDef {
  host?: unknown;
  port?: unknown;
  keyHeader?: unknown;
  bridgeId?: unknown;
  fingerprint?: unknown;
  caFile?: unknown;
  events?: unknown;
  lampsPerSecond?: unknown;
  groupsPerSecond?: unknown;
  othersPerSecond?: unknown;
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

/**
 * Checks the settings of a bridge.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED that says what is missing; it never repeats the key
 */
export function checkSettings(
  def: BridgeDef,
  credentials: BridgeCredentials | undefined,
): BridgeSettings {
  const address = addressOf(def.host, def.port);
  const keyHeader = keyHeaderOf(textOf(def, 'keyHeader') ?? defaultKeyHeader);
  const bridgeId = textOf(def, 'bridgeId');
  const caFile = textOf(def, 'caFile');
  if (caFile !== undefined && bridgeId === undefined) {
    throw notConfigured(
      'NO_ID',
      'The id of the bridge is missing. A CA file vouches for many bridges, so enter the id of the one that is meant.',
    );
  }
  return {
    ...address,
    key: checkKey(credentials?.key),
    keyHeader,
    bridgeId,
    fingerprint: textOf(def, 'fingerprint'),
    caFile,
    events: def.events === 'never' ? 'never' : 'auto',
    limits: paceOf(def),
  };
}

/** A setting about trust is never passed over, whatever it holds. */
function textOf(
  def: BridgeDef,
  name: 'keyHeader' | 'bridgeId' | 'fingerprint' | 'caFile',
): string | undefined {
  const value = def[name];
  const text = givenText(value);
  if (text !== undefined || isUnset(value) || typeof value === 'string') return text;
  throw new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    `The setting ${name} of the bridge is no text. Open the settings of the bridge and enter it again.`,
  );
}

function checkKey(key: string | undefined): string {
  const text = givenText(key);
  if (text === undefined) {
    throw notConfigured(
      'NO_KEY',
      'There is no key for the bridge, or Node-RED could not decrypt it. Enter it or get a new one in the settings of the bridge.',
    );
  }
  // Node-RED leaves the name of a variable as it is where there is no such variable.
  const [, variable] = /^\$\{([^{}]{1,100})\}$/.exec(text) ?? [];
  if (variable !== undefined) {
    throw notConfigured(
      'NO_KEY',
      `The key of the bridge is to come from the environment variable ${printable(variable)}, which is not set.`,
    );
  }
  if (!isKey(text)) {
    throw notConfigured(
      'NO_KEY',
      'The key of the bridge holds characters that no key has. Enter it again.',
    );
  }
  return text;
}

/** Slowest and fastest pace that can be set, in writes a second. */
export const paceBounds = { least: 0.1, most: 1_000 } as const;

const paceLabels = {
  lampsPerSecond: 'Lamps per second',
  groupsPerSecond: 'Groups per second',
  othersPerSecond: 'Others per second',
} as const;

function paceOf(def: BridgeDef): Partial<Limits> {
  const { least, most } = paceBounds;
  const pace: Partial<Limits> = {};
  for (const name of ['lampsPerSecond', 'groupsPerSecond', 'othersPerSecond'] as const) {
    const given = givenText(def[name]);
    if (given === undefined) continue;
    const wanted = Number(given);
    if (!(wanted >= least && wanted <= most)) {
      throw notConfigured(
        'NO_PACE',
        `“${paceLabels[name]}” in the settings of the bridge must be a number from ${least} to ${most}. Leave it empty for the usual pace.`,
      );
    }
    pace[name] = wanted;
  }
  return pace;
}
