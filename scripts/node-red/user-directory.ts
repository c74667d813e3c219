import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFlowNode } from '../../src/import/flow';
import type { FlowNode } from '../../src/import/flow';
import { refreshBundle } from '../build/refresh-bundle';

/** Root of the package, from the compiled file. */
export const packageFolder = join(__dirname, '..', '..', '..');

/** What Node-RED gets: this package, or the build of another commit that the benchmark compares with it. */
export const linkedPackage = process.env['LINKED_PACKAGE'] ?? packageFolder;

export type { FlowNode };

/** @throws {TypeError} if it is no list of nodes */
export function readFlow(file: string): readonly FlowNode[] {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(content) || !content.every(isFlowNode)) {
    throw new TypeError(`${file} is not a list of nodes with an id and a type.`);
  }
  return content;
}

/** By node id. */
export type FlowCredentials = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Links the package as an install would, with a current bundle.
 *
 * @param userDirectory made if missing
 * @param folder of the package
 */
export function linkPackage(userDirectory: string, folder = linkedPackage): void {
  refreshBundle();
  const scope = join(userDirectory, 'node_modules', '@lighting-bridge');
  mkdirSync(scope, { recursive: true });
  rmSync(join(scope, 'node-red'), { recursive: true, force: true });
  symlinkSync(folder, join(scope, 'node-red'), 'junction');
  const dependencies = { '@lighting-bridge/node-red': '*' };
  writeJson(join(userDirectory, 'package.json'), { name: 'flows', private: true, dependencies });
}

/** For examples, by prefix of node types. */
const packagesOfExamples: Readonly<Record<string, string>> = {
  'ui-': '@flowfuse/node-red-dashboard',
};

function linkPackagesOfFlows(userDirectory: string, flows: readonly FlowNode[]): void {
  for (const [start, name] of Object.entries(packagesOfExamples)) {
    const installed = join(packageFolder, 'node_modules', name);
    if (!flows.some(({ type }) => type.startsWith(start))) continue;
    if (!existsSync(installed)) throw new Error(`${name} is not installed. Run "npm ci" first.`);
    const link = join(userDirectory, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { recursive: true, force: true });
    symlinkSync(installed, link, 'junction');
  }
}

/** Writes plain text: Node-RED has to run with `credentialSecret: false`. Links packages that the flows need. */
export function writeFlows(
  userDirectory: string,
  flows: readonly FlowNode[],
  credentials: FlowCredentials,
): void {
  linkPackagesOfFlows(userDirectory, flows);
  writeJson(join(userDirectory, 'flows.json'), flows);
  writeJson(join(userDirectory, 'flows_cred.json'), credentials);
}

/** Only the owner may read the file. */
export const writeJson = (file: string, content: unknown): void =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
