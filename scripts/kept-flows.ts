import { existsSync, readFileSync } from 'node:fs';
import { readFlow, writeJson } from './user-directory';
import type { FlowNode } from './user-directory';

/** Where flows are, and a copy of what was written there. */
export interface FlowFiles {
  flows: string;
  asWritten: string;
}

/** Addresses by the id of the node that holds them. */
export type Addresses = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** True when somebody has deployed other flows since they were written. */
export function areChanged({ flows, asWritten }: FlowFiles): boolean {
  if (!existsSync(flows) || !existsSync(asWritten)) return false;
  return readFileSync(flows, 'utf8') !== readFileSync(asWritten, 'utf8');
}

/**
 * Gives changed flows the addresses of this start, in each node that still has the one that was written. An address
 * that somebody has chosen stays.
 *
 * @returns true when any node has another address now
 */
export function readdress(files: FlowFiles, addresses: Addresses): boolean {
  const [flows, written] = [readFlow(files.flows), readFlow(files.asWritten)];
  const moved = Object.entries(addresses).flatMap(([id, address]) => {
    const before = written.find((node) => node.id === id);
    const present = flows.find((node) => node.id === id);
    if (before === undefined || present === undefined) return [];
    const names = Object.keys(address);
    const isOwn = names.every((name) => present[name] === before[name]);
    return isOwn && names.some((name) => present[name] !== address[name]) ? [id] : [];
  });
  if (moved.length === 0) return false;
  const move = (node: FlowNode): FlowNode =>
    moved.includes(node.id) ? { ...node, ...addresses[node.id] } : node;
  writeJson(files.flows, flows.map(move));
  writeJson(files.asWritten, written.map(move));
  return true;
}
