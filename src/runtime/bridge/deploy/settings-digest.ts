import { createHmac, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { BridgeConfigNodeDef, BridgeCredentials } from '../bridge-settings';

/** Secret of this process, so that a digest says nothing about the key that went into it. */
const digestSecret = randomBytes(32);

/**
 * Digest of all settings that a client is created from: equal digests mean that the client can be kept.
 * The name of the node is no such setting; the content of the CA file is.
 */
export function digestSettings(def: BridgeConfigNodeDef, { key }: BridgeCredentials): string {
  const { host, port, keyHeader, bridgeId, fingerprint, caFile, events } = def;
  const { lampsPerSecond, groupsPerSecond, othersPerSecond, showStates } = def;
  const settings = [
    [host, port, keyHeader, bridgeId, fingerprint, caFile, events, key],
    [lampsPerSecond, groupsPerSecond, othersPerSecond, showStates],
    describeFile(caFile),
  ];
  return createHmac('sha256', digestSecret).update(JSON.stringify(settings)).digest('base64');
}

/** Size and time of change of a file; one that cannot be read has neither. */
function describeFile(path: unknown): readonly number[] {
  if (typeof path !== 'string' || path === '') return [];
  try {
    const { size, mtimeMs } = statSync(path);
    return [size, mtimeMs];
  } catch {
    // Opening the bridge says what is wrong with the file.
    return [];
  }
}
