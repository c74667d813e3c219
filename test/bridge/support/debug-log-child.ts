import { BridgeClient, discoverBridges, isBridgeError, pairWithBridge } from '../../../src/bridge';
import type { BridgeClientOptions } from '../../../src/bridge';
import { createDeferred } from '../../support/deferred';
import { waitForConnection } from './wait-for-connection';

/** An address and the certificate that is trusted there. */
export interface TrustedAddress {
  host: string;
  port: number;
  trust: { fingerprint: string };
}

/** What a process is asked to do; its output is what the test reads. */
export interface DebugLogScenario {
  bridge: TrustedAddress;
  lampId: string;
  /** Answers every request with an error that holds the key. */
  echo: TrustedAddress;
  /** Shows another certificate than the trusted one. */
  impostor: TrustedAddress;
  /** UDP port at which a bridge announces itself. */
  discoveryPort: number;
}

process.on('message', (scenario: DebugLogScenario) => void runScenario(scenario));

/** Pairs, reads, writes, listens to events, fails in several ways, and searches. Sends the key that it got. */
async function runScenario(scenario: DebugLogScenario): Promise<void> {
  const { key } = await pairWithBridge({ ...scenario.bridge, timeout: 20_000 });
  process.send?.(key);
  await useBridge({ ...scenario.bridge, key }, scenario.lampId);
  await expectFailure({ ...scenario.bridge, key: `${key}-wrong` });
  await expectFailure({ ...scenario.echo, key });
  await expectFailure({ ...scenario.impostor, key });
  await expectFailure({ ...scenario.bridge, port: 9, key });
  await searchUntilFound(scenario.discoveryPort);
  process.disconnect();
}

async function useBridge(options: BridgeClientOptions, lampId: string): Promise<void> {
  const client = new BridgeClient(options);
  const changed = createDeferred();
  client.watch({ rtype: 'light', interval: 60_000, onChange: () => changed.resolve() });
  await waitForConnection(client, ({ mode }) => mode === 'stream');
  const { data: lamp } = await client.get('light', lampId);
  await client.update('light', lampId, { on: { on: lamp.on?.on !== true } });
  await changed.promise;
  const writes = [20, 40, 60, 80].map((brightness) =>
    client.update('light', lampId, { dimming: { brightness } }),
  );
  await Promise.all(writes);
  await client.close();
}

async function expectFailure(options: BridgeClientOptions): Promise<void> {
  const client = new BridgeClient(options);
  const outcome: unknown = await client.list('light').catch((error: unknown) => error);
  await client.close();
  if (!isBridgeError(outcome)) throw new Error('This was expected to fail.');
}

async function searchUntilFound(port: number): Promise<void> {
  const found = new AbortController();
  await discoverBridges({
    port,
    duration: 20_000,
    signal: found.signal,
    onFound: () => found.abort(),
  });
}
