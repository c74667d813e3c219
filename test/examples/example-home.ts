import assert from 'node:assert/strict';
import { exampleFlow } from '../../scripts/example-flows';
import { member } from '../../src/resources';
import type { Resource } from '../../src/resources';
import { startSimulator } from '../../src/simulator';
import type { HomeChange, Simulator } from '../../src/simulator';
import { startNodeRed } from '../support/node-red';
import type { FlowMessage, FlowNode, RunningNodeRed } from '../support/node-red';

/** A simulated bridge and a Node-RED that runs one example after the other against it. */
export interface ExampleHome {
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
  pressed(injectId: string, arrivesAt: string): Promise<FlowMessage>;
  /** What a resource of the house is like now, by its type and its own name or its device's. */
  now(rtype: string, name: string): Resource;
  /** Resolves as soon as the resource fits. */
  until(rtype: string, name: string, fits: (resource: Resource) => boolean): Promise<void>;
  /** Lets the motion sensor of a device see motion, or no more. */
  motion(device: string, seen: boolean): void;
  stop(): Promise<void>;
}

export async function startExampleHome(): Promise<ExampleHome> {
  const simulator = await startSimulator({ port: 0 });
  const nodeRed = await startNodeRed();
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
  const now: ExampleHome['now'] = (rtype, name) => {
    const device = home.named('device', name)?.id;
    const found =
      home.named(rtype, name) ??
      home.byType(rtype).find((one) => device && member(one, 'owner', 'rid') === device);
    assert.ok(found, `The simulated home has no ${rtype} named ${name}.`);
    return found;
  };
  return {
    simulator,
    nodeRed,
    bridge,
    now,
    async run(name, changes = {}) {
      const all: Readonly<Record<string, object>> = { 'example-bridge': bridge, ...changes };
      const flow = exampleFlow(name);
      for (const id of Object.keys(all)) {
        assert.ok(
          flow.some((node) => node.id === id),
          `${name} has no node ${id}.`,
        );
      }
      await nodeRed.deploy(flow.map((node): FlowNode => ({ ...node, ...all[node.id] })));
    },
    async pressed(injectId, arrivesAt) {
      await nodeRed.press(injectId);
      return nodeRed.arrival(arrivesAt);
    },
    until: (rtype, name, fits) =>
      new Promise((resolve) => {
        const { id } = now(rtype, name);
        const look = ({ resource }: Pick<HomeChange, 'resource'>): void => {
          if (resource.id !== id || !fits(resource)) return;
          home.off('change', look);
          resolve();
        };
        home.on('change', look);
        look({ resource: now(rtype, name) });
      }),
    motion(device, seen) {
      const { id } = now('motion', device);
      const report = { changed: new Date().toISOString(), motion: seen };
      home.change(id, { motion: { motion: seen, motion_valid: true, motion_report: report } });
    },
    async stop() {
      await nodeRed.stop();
      await simulator.stop();
    },
  };
}

/** Is this lamp or group of lamps on? */
export const isOn = (resource: Resource): boolean => member(resource, 'on', 'on') === true;
