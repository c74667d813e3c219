import assert from 'node:assert/strict';
import { readExampleFlow } from '../../scripts/node-red/example-flows';
import type { NodeRedSettings } from '../../scripts/node-red/run-node-red';
import { getNestedMember } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { startSimulator } from '../../src/simulator';
import type { SimulatedHomeChange, Simulator } from '../../src/simulator';
import { startNodeRed } from '../support/node-red/node-red';
import type { FlowMessage, FlowNode, RunningNodeRed } from '../support/node-red/node-red';

/** A simulated bridge and a Node-RED that runs one example after the other against it. */
export interface ExampleHarness {
  readonly simulator: Simulator;
  readonly nodeRed: RunningNodeRed;
  /** Settings of the bridge that lead to the simulated one. */
  readonly bridge: object;
  /**
   * Deploys an example with the bridge that it needs.
   *
   * @param changes what a person would change in its nodes, by id
   */
  run(name: string, changes?: Readonly<Record<string, object>>): Promise<void>;
  /** Presses an inject node; the message that then arrives at another node. */
  pressAndWait(injectId: string, arrivesAt: string): Promise<FlowMessage>;
  /** Finds a resource by its type and its own name or that of its device. */
  findResource(rtype: string, name: string): Resource;
  /** Resolves as soon as the resource matches. */
  waitForResource(
    rtype: string,
    name: string,
    matches: (resource: Resource) => boolean,
  ): Promise<void>;
  /** Sets whether the motion sensor of a device reports motion. */
  reportMotion(device: string, seen: boolean): void;
  stop(): Promise<void>;
}

/**
 * @param settings of Node-RED, as in its settings file
 * @param flows of the start: packages that their nodes need are there
 */
export async function startExampleHarness(
  settings: NodeRedSettings = {},
  flows: readonly FlowNode[] = [],
): Promise<ExampleHarness> {
  const simulator = await startSimulator({ port: 0 });
  const nodeRed = await startNodeRed({ settings, flows });
  const { home } = simulator;
  const bridge = {
    host: simulator.host,
    port: String(simulator.port),
    fingerprint: simulator.fingerprint,
    bridgeId: simulator.bridgeId,
    groupsPerSecond: '50',
    lampsPerSecond: '50',
    othersPerSecond: '50',
    credentials: { key: simulator.key },
  };
  const findResource: ExampleHarness['findResource'] = (rtype, name) => {
    const device = home.findByName('device', name)?.id;
    const found =
      home.findByName(rtype, name) ??
      home.byType(rtype).find((one) => device && getNestedMember(one, 'owner', 'rid') === device);
    assert.ok(found, `The simulated home has no ${rtype} named ${name}.`);
    return found;
  };
  return {
    simulator,
    nodeRed,
    bridge,
    findResource,
    async run(name, changes = {}) {
      const all: Readonly<Record<string, object>> = { 'example-bridge': bridge, ...changes };
      const flow = readExampleFlow(name);
      for (const id of Object.keys(all)) {
        assert.ok(
          flow.some((node) => node.id === id),
          `${name} has no node ${id}.`,
        );
      }
      await nodeRed.deploy(flow.map((node): FlowNode => ({ ...node, ...all[node.id] })));
    },
    async pressAndWait(injectId, arrivesAt) {
      await nodeRed.pressInject(injectId);
      return nodeRed.nextMessage(arrivesAt);
    },
    waitForResource: (rtype, name, matches) =>
      new Promise((resolve) => {
        const { id } = findResource(rtype, name);
        const check = ({ resource }: Pick<SimulatedHomeChange, 'resource'>): void => {
          if (resource.id !== id || !matches(resource)) return;
          home.off('change', check);
          resolve();
        };
        home.on('change', check);
        check({ resource: findResource(rtype, name) });
      }),
    reportMotion(device, seen) {
      const { id } = findResource('motion', device);
      const report = { changed: new Date().toISOString(), motion: seen };
      home.change(id, {
        motion: { motion: seen, motion_valid: true, motion_report: report },
      });
    },
    async stop() {
      await nodeRed.stop();
      await simulator.stop();
    },
  };
}

/** Is this lamp or group of lamps on? */
export const isOn = (resource: Resource): boolean => getNestedMember(resource, 'on', 'on') === true;
