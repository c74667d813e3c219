import type { Locator } from 'playwright-core';
import type { NodeRedSettings } from '../../../scripts/node-red/run-node-red';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { getSharedBrowser } from '../../support/browser/shared-browser';
import { openEditor } from '../../support/browser/editor';
import type { Editor } from '../../support/browser/editor';
import { placedNodeTypes } from '../../support/node-red/node-types';
import { deployOnSharedNodeRed } from '../../support/node-red/shared-node-red';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowCredentials, FlowNode, RunningNodeRed } from '../../support/node-red/node-red';

/** The bridge, and one node of each other type, named as its type. */
export const nodeIds = ['home', ...placedNodeTypes] as const;

/** A simulated home, and its editor. */
export interface DialogHarness {
  readonly simulator: Simulator;
  readonly nodeRed: RunningNodeRed;
  readonly editor: Editor;
  /** By its label. */
  field(label: string): Locator;
  /** Waits until the dialog is prepared. */
  open(nodeId: string): Promise<void>;
  expandDetails(): Promise<void>;
  /** A failed test may leave dialogs open. */
  closeOpenDialogs(): Promise<void>;
  /** Leaves out the place: a name with another width moves the node. */
  settings(nodeId: string): Promise<Record<string, unknown>>;
  /** Label on the canvas. */
  label(nodeId: string): Promise<string>;
  stop(): Promise<void>;
}

/** Node-RED reads a node whose id is its type as needing itself. */
export const bridgeId = 'home';

/** Ids are types; settings are those of nodes fresh from the palette. */
const createDefaultNodes = (): FlowNode[] =>
  nodeIds
    .filter((type) => type !== bridgeId)
    .map((type, index) => ({
      id: type,
      type,
      z: 'tab',
      bridge: bridgeId,
      targetType: 'resource',
      target: '',
      x: 200,
      y: 60 * (index + 1),
      wires: [[]],
      ...(type === 'bridge-poll' ? { rtype: 'light', interval: '5' } : {}),
      // Without lamps it is invalid, and a deploy asks for confirmation.
      ...(type === 'bridge-daylight' ? { target: 'Hallway', targetType: 'str' } : {}),
    }));

export interface DialogHarnessOptions {
  /** UDP port for announcements of bridges. */
  discoveryPort?: number;
  /** Node-RED does not have the bridge's key yet. */
  withoutKey?: boolean;
  /** By name. The caller stops them. */
  furtherBridges?: Readonly<Record<string, Simulator>>;
}

/** Node-RED reads an id as a reference. */
export const toFurtherBridgeId = (name: string): string => `bridge-${name}`;

/** Connected to the simulator. */
const createBridgeNode = (simulator: Simulator, id: string, name: string): FlowNode => ({
  id,
  type: 'bridge-config',
  name,
  host: simulator.host,
  port: String(simulator.port),
  keyHeader: 'home-application-key',
  fingerprint: simulator.fingerprint,
});

/** @param changes by node id, from the settings of a fresh node */
export async function startDialogHarness(
  changes: Readonly<Record<string, object>> = {},
  { discoveryPort, withoutKey = false, furtherBridges = {} }: DialogHarnessOptions = {},
): Promise<DialogHarness> {
  const simulator = await startSimulator();
  const flows: FlowNode[] = [
    { id: 'tab', type: 'tab', label: 'Home' },
    createBridgeNode(simulator, bridgeId, 'Home'),
    ...Object.entries(furtherBridges).map(([name, further]) =>
      createBridgeNode(further, toFurtherBridgeId(name), name),
    ),
    ...createDefaultNodes(),
  ].map((node) => ({ ...node, ...changes[node.id] }));
  const furtherKeys = Object.entries(furtherBridges).map(
    ([name, { key }]) => [toFurtherBridgeId(name), { key }] as const,
  );
  const credentials: FlowCredentials = withoutKey
    ? {}
    : { [bridgeId]: { key: simulator.key }, ...Object.fromEntries(furtherKeys) };
  const [nodeRed, browser] = await Promise.all([
    discoveryPort === undefined
      ? deployOnSharedNodeRed(flows, credentials)
      : startNodeRed({ flows, credentials, settings: listenOn(discoveryPort) }),
    getSharedBrowser(),
  ]);
  const editor = await openEditor(browser, nodeRed);
  const { page } = editor;
  await page.waitForFunction(`RED.nodes.node(${JSON.stringify(nodeIds.at(-1))}) !== undefined`);
  const evaluate = async <Value>(script: string): Promise<Value> => page.evaluate<Value>(script);

  return {
    simulator,
    nodeRed,
    editor,
    field: (label) => page.locator('.red-ui-tray').getByLabel(label, { exact: true }),
    async open(nodeId) {
      await editor.openDialog(nodeId);
      await page.locator('.lighting-bridge-form').waitFor();
    },
    async expandDetails() {
      const collapsed = page.locator('.lighting-bridge-form details:not([open]) > summary:visible');
      while ((await collapsed.count()) > 0) await collapsed.first().click();
    },
    async closeOpenDialogs() {
      if ((await page.locator('.red-ui-tray').count()) > 0) await editor.closeDialog('cancel');
    },
    settings: (nodeId) =>
      evaluate(
        `(({ x, y, ...settings }) => settings)(RED.nodes.convertNode(RED.nodes.node(${JSON.stringify(nodeId)}), false))`,
      ),
    label: (nodeId) =>
      evaluate(`RED.utils.getNodeLabel(RED.nodes.node(${JSON.stringify(nodeId)}))`),
    async stop() {
      await editor.close();
      await nodeRed.stop();
      await simulator.stop();
    },
  };
}

const listenOn = (port: number): NodeRedSettings => ({ lightingBridge: { discovery: { port } } });
