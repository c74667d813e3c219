import type { Browser, Locator } from 'playwright-core';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { startBrowser } from '../support/browser';
import { openEditor } from '../support/editor';
import type { Editor } from '../support/editor';
import { startNodeRed } from '../support/node-red';
import type { FlowNode, RunningNodeRed } from '../support/node-red';

/** Ids of the nodes on the stage: the bridge, and one node of each other type, named as its type. */
export const nodeIds = [
  'home',
  'bridge-light',
  'bridge-room',
  'bridge-smart-scene',
  'bridge-sensor',
  'bridge-resource',
  'bridge-poll',
  'bridge-button',
  'bridge-status',
] as const;

/** A simulated home, a Node-RED that is connected to it, and its editor in a browser. */
export interface DialogStage {
  readonly simulator: Simulator;
  readonly nodeRed: RunningNodeRed;
  readonly editor: Editor;
  /** A field of the open dialog by its label. */
  field(label: string): Locator;
  /** Opens the dialog of a node, and waits until it is prepared. */
  open(nodeId: string): Promise<void>;
  /** Opens what the open dialog has folded away. */
  unfold(): Promise<void>;
  /** Closes dialogs that a failed test left open. */
  tidy(): Promise<void>;
  /** What the editor holds of a node now. */
  settings(nodeId: string): Promise<Record<string, unknown>>;
  /** What the canvas calls a node. */
  label(nodeId: string): Promise<string>;
  end(): Promise<void>;
}

/** Id of the bridge's node. Node-RED takes a node whose id is its type for one that needs itself. */
export const bridgeId = 'home';

/** One node of each other type, its id being its type; all with the settings of a node fresh from the palette. */
const freshNodes = (): FlowNode[] =>
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
    }));

/** What is special about a stage. */
export interface StageOptions {
  /** UDP port at which Node-RED listens for bridges that announce themselves. */
  discoveryPort?: number;
  /** True when Node-RED does not have the bridge's key yet. */
  withoutKey?: boolean;
}

/**
 * Sets the stage.
 *
 * @param changes settings by node id that differ from those of a fresh node
 */
export async function openStage(
  changes: Readonly<Record<string, object>> = {},
  { discoveryPort, withoutKey = false }: StageOptions = {},
): Promise<DialogStage> {
  const simulator = await startSimulator();
  const flows: FlowNode[] = [
    { id: 'tab', type: 'tab', label: 'Home' },
    {
      id: bridgeId,
      type: 'bridge-config',
      name: 'Home',
      host: simulator.host,
      port: String(simulator.port),
      keyHeader: 'home-application-key',
      fingerprint: simulator.fingerprint,
    },
    ...freshNodes(),
  ].map((node) => ({ ...node, ...changes[node.id] }));
  const nodeRed = await startNodeRed({
    flows,
    credentials: withoutKey ? {} : { [bridgeId]: { key: simulator.key } },
    settings: {
      ...(discoveryPort !== undefined && {
        lightingBridge: { discovery: { port: discoveryPort } },
      }),
    },
  });
  const browser: Browser = await startBrowser();
  const editor = await openEditor(browser, nodeRed);
  const { page } = editor;
  await page.waitForFunction(`RED.nodes.node(${JSON.stringify(nodeIds.at(-1))}) !== undefined`);
  const ask = async <Answer>(script: string): Promise<Answer> => page.evaluate<Answer>(script);

  return {
    simulator,
    nodeRed,
    editor,
    field: (label) => page.locator('.red-ui-tray').getByLabel(label, { exact: true }),
    async open(nodeId) {
      await editor.openDialog(nodeId);
      await page.locator('.lighting-bridge-form').waitFor();
    },
    async unfold() {
      const folded = page.locator('.lighting-bridge-form details:not([open]) > summary:visible');
      while ((await folded.count()) > 0) await folded.first().click();
    },
    async tidy() {
      if ((await page.locator('.red-ui-tray').count()) > 0) await editor.closeDialog('cancel');
    },
    settings: (nodeId) =>
      ask(`RED.nodes.convertNode(RED.nodes.node(${JSON.stringify(nodeId)}), false)`),
    label: (nodeId) => ask(`RED.utils.getNodeLabel(RED.nodes.node(${JSON.stringify(nodeId)}))`),
    async end() {
      await browser.close();
      await nodeRed.stop();
      await simulator.stop();
    },
  };
}
