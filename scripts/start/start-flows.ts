import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExampleFlows, listExampleNames, withNodeSettings } from '../node-red/example-flows';
import { areFlowsEdited, updateAddresses } from './generated-flows';
import type { AddressesByNode, FlowFiles } from './generated-flows';
import { linkPackage, packageFolder, writeFlows } from '../node-red/user-directory';

/** What flows have to know of the simulated home; plain data. */
export interface SimulatorConnection {
  host: string;
  port: number;
  /** SHA-256 of the certificate, as pairs of hex digits with colons. */
  fingerprint: string;
  bridgeId: string;
  key: string;
  /** Port of the MQTT broker, on loopback. */
  brokerPort: number;
}

/** Where flows, certificate and keys are kept from start to start, unless another folder is named. */
export const usualStartFolder = join(packageFolder, 'build', 'start');

/** Settings of the Node-RED that runs them: a fixed secret for the credentials, and a log of errors only. */
export const simulatedHomeSettings = {
  credentialSecret: 'the simulated home',
  logging: { console: { level: 'error', metrics: false, audit: false } },
};

/** What has become of the flows of an earlier start. */
interface PreparedFlows {
  userDirectory: string;
  /** True where somebody had changed the flows, which were left as they are. */
  kept: boolean;
  /** True where the kept flows were given the addresses of this start. */
  readdressed: boolean;
}

/**
 * Makes the user directory of Node-RED ready: this package linked, and the examples as flows unless somebody has
 * changed the flows of an earlier start.
 *
 * @param folder where everything is kept from start to start
 */
export function prepareFlows(folder: string, home: SimulatorConnection): PreparedFlows {
  const userDirectory = join(folder, 'node-red');
  const files: FlowFiles = {
    flows: join(userDirectory, 'flows.json'),
    generatedCopy: join(folder, 'flows-as-written.json'),
  };
  mkdirSync(userDirectory, { recursive: true });
  linkPackage(userDirectory);
  const kept = areFlowsEdited(files);
  const readdressed = kept && updateAddresses(files, addressesOf(home));
  if (!kept) writeExamples(userDirectory, files, home);
  return { userDirectory, kept, readdressed };
}

/** Lines for the terminal about flows that were kept. @param folder where they are kept */
export const keptFlowLines = (
  folder: string,
  { kept, readdressed }: PreparedFlows,
): readonly string[] => [
  ...(kept ? [`Your changed flows were kept. For fresh examples, delete ${folder}.`] : []),
  ...(readdressed ? ['Their bridge and broker were given the ports of this start.'] : []),
];

const addressesOf = (home: SimulatorConnection): AddressesByNode => ({
  'example-bridge': { host: home.host, port: String(home.port) },
  'example-mqtt-broker': { broker: '127.0.0.1', port: String(home.brokerPort) },
});

function writeExamples(userDirectory: string, files: FlowFiles, home: SimulatorConnection): void {
  const addresses = addressesOf(home);
  const { fingerprint, bridgeId, key } = home;
  const settings = Object.entries({
    ...addresses,
    'example-bridge': { ...addresses['example-bridge'], fingerprint, bridgeId },
  });
  const flows = settings.reduce(
    (present, [id, own]) => withNodeSettings(present, id, own),
    readExampleFlows(lightFirst()),
  );
  writeFlows(userDirectory, flows, { 'example-bridge': { key } });
  writeFileSync(files.generatedCopy, readFileSync(files.flows));
}

/** The simplest flow is the one that a newcomer sees. */
const lightFirst = (): readonly string[] => [
  'light',
  ...listExampleNames().filter((name) => name !== 'light'),
];
