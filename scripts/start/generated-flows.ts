import { existsSync, readFileSync } from 'node:fs';
import { readFlow, writeJson } from '../node-red/user-directory';
import type { FlowNode } from '../node-red/user-directory';

export interface FlowFiles {
  flows: string;
  generatedCopy: string;
}

/** By node id. */
export type AddressesByNode = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns true if somebody has deployed other flows. */
export function areFlowsEdited({ flows, generatedCopy }: FlowFiles): boolean {
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
