import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import nodeRed from 'node-red';
import { startSimulator } from '../src/simulator';
import type { Simulator } from '../src/simulator';
import { endAtSignal } from '../src/simulator/end-at-signal';
import { exampleFlows, exampleNames, withSettings } from './example-flows';
import { areChanged, readdress } from './kept-flows';
import type { Addresses } from './kept-flows';
import { startMqttBroker } from './mqtt-broker';
import type { MqttBroker } from './mqtt-broker';
import { runNodeRed } from './run-node-red';
import { linkPackage, packageFolder, writeFlows } from './user-directory';

const usualPort = 1880;
/** Where flows, certificate and keys are kept from start to start. */
const folder = resolve(process.argv[2] ?? join(packageFolder, 'build', 'start'));
const userDirectory = join(folder, 'node-red');

/** The simulated home, a broker and Node-RED with the examples, all on loopback, until Ctrl-C. */
async function start(): Promise<void> {
  const port = wantedPort(process.env['PORT']);
  mkdirSync(userDirectory, { recursive: true });
  const ends: (() => Promise<void>)[] = [];
  const end = async (): Promise<void> => {
    for (const stop of ends.splice(0).toReversed()) await stop();
  };
  try {
    const simulator = await startSimulator({
      port: port + 2,
      controlPort: port + 1,
      certificateFolder: join(folder, 'simulator'),
    });
    ends.push(() => simulator.stop());
    const broker = await startMqttBroker(port + 3);
    ends.push(() => broker.stop());
    linkPackage(userDirectory);
    const addresses = addressesOf(simulator, broker);
    const kept = areChanged(files);
    const moved = kept && readdress(files, addresses);
    if (!kept) writeExamples(simulator, addresses);
    const settings = {
      credentialSecret: 'the simulated home',
      logging: { console: { level: 'error', metrics: false, audit: false } },
    };
    const running = await runNodeRed({ red: nodeRed, userDirectory, port, settings });
    ends.push(() => running.stop());
    endAtSignal(end, fail);
    if (kept) console.log(`Your changed flows were kept. For fresh examples, delete ${folder}.`);
    if (moved) console.log('Their bridge and broker were given the ports of this start.');
    console.log(
      `Open http://127.0.0.1:${port} for the flows and ${simulator.controlUrl} for the simulated home. Ctrl-C ends both.`,
    );
  } catch (error) {
    await end();
    throw error;
  }
}

function wantedPort(text: string | undefined): number {
  if (text === undefined || text === '') return usualPort;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65_532) return port;
  throw new Error(`PORT is to be a number from 1 to 65532, got "${text}".`);
}

const files = {
  flows: join(userDirectory, 'flows.json'),
  asWritten: join(folder, 'flows-as-written.json'),
};

const addressesOf = (simulator: Simulator, broker: MqttBroker): Addresses => ({
  'example-bridge': { host: simulator.host, port: String(simulator.port) },
  'example-mqtt-broker': { broker: '127.0.0.1', port: String(broker.port) },
});

function writeExamples({ fingerprint, bridgeId, key }: Simulator, addresses: Addresses): void {
  const settings = Object.entries({
    ...addresses,
    'example-bridge': { ...addresses['example-bridge'], fingerprint, bridgeId },
  });
  const flows = settings.reduce(
    (present, [id, own]) => withSettings(present, id, own),
    exampleFlows(lightFirst()),
  );
  writeFlows(userDirectory, flows, { 'example-bridge': { key } });
  writeFileSync(files.asWritten, readFileSync(files.flows));
}

/** The simplest flow is the one that a newcomer sees. */
const lightFirst = (): readonly string[] => [
  'light',
  ...exampleNames().filter((name) => name !== 'light'),
];

function fail(error: unknown): void {
  process.exitCode = 1;
  const taken = takenPort(error);
  if (taken === undefined) console.error(error);
  else {
    console.error(`Port ${taken} is taken. Choose others, such as PORT=4880 npm start`);
    console.error('(PORT is for the editor; the three after it are taken as well).');
  }
}

/** The port of an error that says that a port is taken. */
function takenPort(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) return Number(error.port);
  return takenPort(error.cause);
}

start().catch(fail);
