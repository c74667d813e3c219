import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { readExampleFlows, listExampleNames, withNodeSettings } from '../node-red/example-flows';
import {
  linkPackage,
  packageFolder,
  writeFlows,
  readFlow,
  writeJson,
} from '../node-red/user-directory';
import type { FlowNode } from '../node-red/user-directory';

/** Plain data. */
export interface SimulatorConnection {
  host: string;
  port: number;
  /** SHA-256, as pairs of hex digits with colons. */
  fingerprint: string;
  bridgeId: string;
  key: string;
  /** On loopback. */
  brokerPort: number;
}

/** Kept from start to start. */
export const usualStartFolder = join(packageFolder, 'build', 'start');

/** A fixed secret, and a log of errors only. */
export const simulatedHomeSettings = {
  credentialSecret: 'the simulated home',
  logging: { console: { level: 'error', metrics: false, audit: false } },
};

interface PreparedFlows {
  userDirectory: string;
  /** The flows were edited and stay. */
  kept: boolean;
  /** The kept flows got new addresses. */
  readdressed: boolean;
}

/**
 * Replaces earlier flows by the examples unless somebody has edited them.
 *
 * @param folder keeps everything from start to start
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

/** Returns lines for the terminal. */
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

/** A newcomer sees the simplest flow. */
const lightFirst = (): readonly string[] => [
  'light',
  ...listExampleNames().filter((name) => name !== 'light'),
];

interface FlowFiles {
  flows: string;
  generatedCopy: string;
}

/** By node id. */
type AddressesByNode = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns true if somebody has deployed other flows. */
function areFlowsEdited({ flows, generatedCopy }: FlowFiles): boolean {
  if (!existsSync(flows) || !existsSync(generatedCopy)) return false;
  return readFileSync(flows, 'utf8') !== readFileSync(generatedCopy, 'utf8');
}

/**
 * Keeps addresses that somebody has chosen.
 *
 * @returns true if an address has changed
 */
export function updateAddresses(files: FlowFiles, addresses: AddressesByNode): boolean {
  const [flows, generated] = [readFlow(files.flows), readFlow(files.generatedCopy)];
  const outdatedIds = Object.entries(addresses).flatMap(([id, address]) => {
    const before = generated.find((node) => node.id === id);
    const current = flows.find((node) => node.id === id);
    if (before === undefined || current === undefined) return [];
    const names = Object.keys(address);
    const isUnedited = names.every((name) => current[name] === before[name]);
    return isUnedited && names.some((name) => current[name] !== address[name]) ? [id] : [];
  });
  if (outdatedIds.length === 0) return false;
  const withNewAddress = (node: FlowNode): FlowNode =>
    outdatedIds.includes(node.id) ? { ...node, ...addresses[node.id] } : node;
  writeJson(files.flows, flows.map(withNewAddress));
  writeJson(files.generatedCopy, generated.map(withNewAddress));
  return true;
}
