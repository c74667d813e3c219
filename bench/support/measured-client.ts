import { createRequire } from 'node:module';
import { join } from 'node:path';
import { linkedPackage } from '../../scripts/node-red/user-directory';
import type { BridgeClient, BridgeClientOptions } from '../../src/bridge';
import { isObject } from '../../src/resources/members';

/** Creates a client of the package that is measured, as programs get it from `/client`. */
export function createMeasuredClient(options: BridgeClientOptions): BridgeClient {
  const client: unknown = createRequire(__filename)(
    join(linkedPackage, 'dist', 'bundle', 'client.js'),
  );
  if (!hasBridgeClient(client)) throw new Error(`${linkedPackage} exports no BridgeClient.`);
  return new client.BridgeClient(options);
}

const hasBridgeClient = (value: unknown): value is { BridgeClient: typeof BridgeClient } =>
  isObject(value) && typeof value['BridgeClient'] === 'function';
