import { once } from 'node:events';
import RED from 'node-red';
import { isObject } from '../../src/resources';
import { startBenchNodeRed } from './bench-node-red';
import { cpuTime, pause } from './clock';
import { createBridgeNodes, createCredentials, createNoopNode, createPollNode } from './flows';
import { messageListeners } from './noop-node';
import { startSimulatorProcess } from './simulator-process';

/** Times from the start of flows until Node-RED had the whole state of a bridge. */
export interface StartTimes {
  /** Until each lamp was in a message, in ms. */
  lamps: number;
  /** Until each resource of the home was in a message, in ms. */
  everything: number;
  /** CPU time until then, in ms: more reliable on a busy machine. */
  cpu: number;
}

type ArrivalTimes = Omit<StartTimes, 'cpu'>;

/** Types with one resource for each lamp of the home. */
const watchedTypes = ['light', 'device', 'temperature'];
/** Time for a Node-RED without flows to settle, in ms. */
const settleTime = 1_000;

/**
 * Starts flows that watch every resource of a home with this number of lamps, in a process that has
 * not opened a bridge before.
 */
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

/**
 * Returns the times at which each lamp and each watched resource had arrived, as of
 * `performance.now()`.
 */
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
