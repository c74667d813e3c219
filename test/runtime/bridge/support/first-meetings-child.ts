import { KnownBridgeCertificates } from '../../../../src/runtime/bridge/known-certificates';

/** Meets bridges for the first time, all at once, and reports what is trusted at each address. */
async function run(
  folder: string,
  fingerprint: string,
  addresses: readonly string[],
): Promise<void> {
  const known = new KnownBridgeCertificates(folder);
  const trusted = await Promise.all(
    addresses.map(async (address) => {
      const bridge = await known.addIfAbsent(address, { fingerprint, commonName: 'ABCDEF' });
      return [address, bridge.fingerprint] as const;
    }),
  );
  process.send?.(trusted);
  process.disconnect();
}

const [, , folder = '', fingerprint = '', ...addresses] = process.argv;
process.once('message', () => void run(folder, fingerprint, addresses));
process.send?.('ready');
