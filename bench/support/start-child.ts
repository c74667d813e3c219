import { once } from 'node:events';
import RED from 'node-red';
import { isObject } from '../../src/resources/members';
import { startBenchNodeRed } from './bench-node-red';
import { cpuTime, pause } from './clock';
import { createBridgeNodes, createCredentials, createNoopNode, createPollNode } from './flows';
import { messageListeners } from './noop-node';
import { startSimulatorProcess } from './simulator-process';

/** Until the whole state of a bridge was in messages. */
export interface StartTimes {
  /** Each lamp in a message, in ms. */
  lamps: number;
  /** Each resource in a message, in ms. */
  everything: number;
  /** In ms; more reliable on a busy machine. */
  cpu: number;
}

type ArrivalTimes = Omit<StartTimes, 'cpu'>;

/** One resource of each type for each lamp. */
const watchedTypes = ['light', 'device', 'temperature'];
/** For a Node-RED without flows, in ms. */
const settleTime = 1_000;

/** Watches every resource, in a process that has not opened a bridge before. */
async function measureStart(lampCount: number): Promise<StartTimes> {
  const simulator = await startSimulatorProcess(lampCount);
  const { address } = simulator;
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  await pause(settleTime);
  const starting = once(RED.events, 'flows:starting').then(() => ({
    at: performance.now(),
    cpu: cpuTime(),
  }));
  const arrivals = waitForResources(lampCount);
  await nodeRed.deploy([
    ...createBridgeNodes(address),
    ...watchedTypes.map((rtype) => ({
      ...createPollNode(`poll-${rtype}`, rtype, { interval: 5, wires: ['sink'] }),
      emitAtStart: true,
    })),
    createNoopNode('sink'),
  ]);
  const [begin, arrivedAt] = await Promise.all([starting, arrivals]);
  const cpu = cpuTime() - begin.cpu;
  await nodeRed.stop();
  await simulator.stop();
  return {
    lamps: arrivedAt.lamps - begin.at,
    everything: arrivedAt.everything - begin.at,
    cpu,
  };
}

/** Returns times of `performance.now()`. */
function waitForResources(lampCount: number): Promise<ArrivalTimes> {
  const arrivedIds = new Set<unknown>();
  let arrivedLamps = 0;
  let lampsAt = Infinity;
  return new Promise((resolve) => {
    const onMessage = (message: object): void => {
      const { payload }: { payload?: unknown } = message;
      if (!isObject(payload) || arrivedIds.has(payload['id'])) return;
      arrivedIds.add(payload['id']);
      if (payload['type'] === 'light') arrivedLamps += 1;
      if (arrivedLamps === lampCount) lampsAt = Math.min(lampsAt, performance.now());
      if (arrivedIds.size < lampCount * watchedTypes.length) return;
      messageListeners.delete(onMessage);
      resolve({ lamps: lampsAt, everything: performance.now() });
    };
    messageListeners.add(onMessage);
  });
}

process.on('disconnect', () => process.exit());
void measureStart(Number(process.argv[2])).then((times) => process.send?.(times));
