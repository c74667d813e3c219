import assert from 'node:assert/strict';
import { isObject } from '../../src/resources/members';
import { isFlowNode } from '../../src/import/flow';
import type { FlowNode } from '../../src/import/flow';
import { importHueMagicFlows } from '../../src/import/import-flows';
import type { ImportOptions } from '../../src/import/import-flows';
import type { ImportEntry } from '../../src/import/report';

export const key = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0';
export const lampId = '11111111-2222-4333-8444-555555555555';
export const roomId = '99999999-2222-4333-8444-555555555555';

/** A bridge of HueMagic, as its dialog saves it. */
export const oldBridge: FlowNode = {
  id: 'bridge',
  type: 'hue-bridge',
  name: 'Home',
  bridge: '192.168.1.20',
  key,
  worker: '10',
  autoupdates: false,
  disableupdates: false,
};

export const tab: FlowNode = { id: 'tab', type: 'tab', label: 'Living room' };

/** A node of HueMagic on the tab, with a debug node behind it and what its dialog saves. */
export const oldNode = (type: string, settings: object = {}): FlowNode => ({
  id: 'old',
  type,
  z: 'tab',
  name: 'Old one',
  bridge: 'bridge',
  skipevents: false,
  initevents: false,
  onlycommands: false,
  x: 400,
  y: 200,
  wires: [['debug']],
  ...settings,
});

export const debug: FlowNode = {
  id: 'debug',
  type: 'debug',
  z: 'tab',
  active: true,
  x: 700,
  y: 200,
  wires: [],
};

/** An inject node that sends one payload to the node. */
export const inject = (payload: unknown, settings: object = {}): FlowNode => ({
  id: 'inject',
  type: 'inject',
  z: 'tab',
  name: 'Now',
  props: [{ p: 'payload' }],
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  payloadType: typeof payload === 'string' ? 'str' : 'json',
  x: 100,
  y: 200,
  wires: [['old']],
  ...settings,
});

/** A node whose messages a flow file does not tell. */
export const code: FlowNode = {
  id: 'code',
  type: 'function',
  z: 'tab',
  func: 'return msg;',
  outputs: 1,
  x: 100,
  y: 300,
  wires: [['old']],
};

export interface Imported {
  readonly nodes: readonly FlowNode[];
  readonly report: readonly ImportEntry[];
  /** The node with an id. */
  node(id: string): FlowNode;
  /** The entry of a node. */
  entry(id: string): ImportEntry | undefined;
  /** Keys of the sentences about a node. */
  sentences(id: string): readonly string[];
}

/** Imports nodes with the tab and the bridge of HueMagic. */
export const importWithBridge = (
  nodes: readonly FlowNode[],
  options: ImportOptions = {},
): Imported => importNodes([tab, oldBridge, ...nodes], options);

export function importNodes(flow: unknown, options: ImportOptions = {}): Imported {
  const result = importHueMagicFlows(flow, options);
  assert.ok(result.ok);
  const { flows, report } = result;
  const entries: unknown = isObject(flows) ? flows['flows'] : flows;
  assert.ok(Array.isArray(entries));
  const nodes = entries.filter(isFlowNode);
  return {
    nodes,
    report,
    node(id) {
      const found = nodes.find((node) => node.id === id);
      assert.ok(found, `There is no node ${id}.`);
      return found;
    },
    entry: (id) => report.find((entry) => entry.id === id),
    sentences: (id) =>
      report.find((entry) => entry.id === id)?.sentences.map((sentence) => sentence.key) ?? [],
  };
}

/** The one node of a type. */
export function only({ nodes }: Imported, type: string): FlowNode {
  const found = nodes.filter((node) => node.type === type);
  assert.equal(found.length, 1, `${found.length} nodes of type ${type}`);
  return found[0] ?? tab;
}
