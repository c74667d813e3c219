import { createHmac, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { BridgeConfigNodeDef, BridgeCredentials } from '../bridge-settings';

/** Without the secret, nobody can test keys against a digest. */
const digestSecret = randomBytes(32);

/** Covers the content of the CA file, but not the node's name. */
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

function describeFile(path: unknown): readonly number[] {
  if (typeof path !== 'string' || path === '') return [];
  try {
    const { size, mtimeMs } = statSync(path);
    return [size, mtimeMs];
  } catch {
    // Opening the bridge reports the problem of the file.
    return [];
  }
}
