import type { NodeDef } from 'node-red';
import { parseHostAndPort } from '../../bridge/address';
import { defaultKeyHeader, isApplicationKey, parseKeyHeaderName } from '../../bridge/credentials';
import type { ClientLimits } from '../../bridge/limits';
import { sanitizeText, BridgeError } from '../../bridge/errors';
import { createNotConfiguredError } from '../settings/node-errors';
import { parseNonEmptyText, isSettingUnset } from '../settings/evaluate-setting';

export interface BridgeConfigNodeDef extends NodeDef {
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
  showStates?: unknown;
}

/** Node-RED stores them encrypted, outside the flow. */
export interface BridgeCredentials {
  key?: string;
  /** Id of the pairing whose key the node uses. */
  pairing?: string;
  /** Staged key and its pairing; used only when `pairing` is that id. */
  offeredKey?: string;
  offeredBy?: string;
}

export interface BridgeSettings {
  host: string;
  port: number;
  key: string;
  keyHeader: string;
  bridgeId: string | undefined;
  fingerprint: string | undefined;
  caFile: string | undefined;
  events: 'auto' | 'never';
  limits: Partial<ClientLimits>;
  showStates: boolean;
}

/** @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED, never with the key */
export function parseBridgeSettings(
  def: BridgeConfigNodeDef,
  credentials: BridgeCredentials | undefined,
): BridgeSettings {
  const address = parseHostAndPort(def.host, def.port);
  const keyHeader = parseKeyHeaderName(parseTextSetting(def, 'keyHeader') ?? defaultKeyHeader);
  const bridgeId = parseTextSetting(def, 'bridgeId');
  const caFile = parseTextSetting(def, 'caFile');
  if (caFile !== undefined && bridgeId === undefined) {
    throw createNotConfiguredError(
      'NO_ID',
      'The id of the bridge is missing. A CA file vouches for many bridges, so enter the id of the one that is meant.',
    );
  }
  return {
    ...address,
    key: parseKey(credentials?.key),
    keyHeader,
    bridgeId,
    fingerprint: parseTextSetting(def, 'fingerprint'),
    caFile,
    events: def.events === 'never' ? 'never' : 'auto',
    limits: parseRates(def),
    showStates: def.showStates !== false,
  };
}

/** Refuses other values than text: a setting that decides about trust must not be ignored. */
function parseTextSetting(
  def: BridgeConfigNodeDef,
  name: 'keyHeader' | 'bridgeId' | 'fingerprint' | 'caFile',
): string | undefined {
  const value = def[name];
  const text = parseNonEmptyText(value);
  if (text !== undefined || isSettingUnset(value) || typeof value === 'string') return text;
  throw new BridgeError(
    'ERR_BRIDGE_NOT_CONFIGURED',
    `The setting ${name} of the bridge is no text. Open the settings of the bridge and enter it again.`,
  );
}

function parseKey(key: string | undefined): string {
  const text = parseNonEmptyText(key);
  if (text === undefined) {
    throw createNotConfiguredError(
      'NO_KEY',
      'There is no key for the bridge, or Node-RED could not decrypt it. Enter it or get a new one in the settings of the bridge.',
    );
  }
  // Node-RED leaves `${NAME}` unchanged if the environment variable is missing.
  const [, variable] = /^\$\{([^{}]{1,100})\}$/.exec(text) ?? [];
  if (variable !== undefined) {
    throw createNotConfiguredError(
      'NO_KEY',
      `The key of the bridge is to come from the environment variable ${sanitizeText(variable)}, which is not set.`,
    );
  }
  if (!isApplicationKey(text)) {
    throw createNotConfiguredError(
      'NO_KEY',
      'The key of the bridge holds characters that no key has. Enter it again.',
    );
  }
  return text;
}

/** In writes per second. */
export const requestRateBounds = { least: 0.1, most: 1_000 } as const;

const rateLabels = {
  lampsPerSecond: 'Lamp commands/s',
  groupsPerSecond: 'Group commands/s',
  othersPerSecond: 'Other commands/s',
} as const;

function parseRates(def: BridgeConfigNodeDef): Partial<ClientLimits> {
  const { least, most } = requestRateBounds;
  const rates: Partial<ClientLimits> = {};
  for (const name of ['lampsPerSecond', 'groupsPerSecond', 'othersPerSecond'] as const) {
    const text = parseNonEmptyText(def[name]);
    if (text === undefined) continue;
    const rate = Number(text);
    if (!(rate >= least && rate <= most)) {
      throw createNotConfiguredError(
        'NO_RATE',
        `“${rateLabels[name]}” in the settings of the bridge must be a number from ${least} to ${most}. Leave it empty for the usual rate.`,
      );
    }
    rates[name] = rate;
  }
  return rates;
}
