import { request } from 'node:https';
import { startSimulatorProcess } from './simulator-process';
import type { SimulatorAddress } from './simulator-protocol';

/** Without this package. */
export interface BareStartTime {
  /** From first packet to parsed answer, in ms. */
  time: number;
}

/** Measures the first read in this process. */
async function measureBareStart(lampCount: number): Promise<BareStartTime> {
  const simulator = await startSimulatorProcess(lampCount);
  const startedAt = performance.now();
  const text = await readAllResources(simulator.address);
  const content: unknown = JSON.parse(text);
  const time = performance.now() - startedAt;
  if (content === null) throw new Error('The simulator answered nothing.');
  await simulator.stop();
  return { time };
}

function readAllResources(address: SimulatorAddress): Promise<string> {
  const { host, port, key, certificate } = address;
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port,
      path: '/clip/v2/resource',
      headers: { 'home-application-key': key },
      ca: certificate,
      checkServerIdentity: () => undefined,
    };
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

process.on('disconnect', () => process.exit());
void measureBareStart(Number(process.argv[2])).then((time) => process.send?.(time));
