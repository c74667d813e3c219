import { startBenchNodeRed } from './bench-node-red';
import { measureMemory, pause } from './clock';
import {
  createBridgeNodes,
  createCredentials,
  createLampNode,
  createNoopNode,
  createPollNode,
} from './flows';
import { startSimulatorProcess } from './simulator-process';

export interface ResidentMemory {
  /** As the operating system counts them. */
  bytes: number;
  /** After garbage collection and V8's release of unused memory. */
  collectedBytes: number;
}

const lampCount = 50;

/** Runs Node-RED with 50 lamps or nothing until the process has settled. */
async function measureResidentMemory(kind: string, settleTime: number): Promise<ResidentMemory> {
  const simulator = await startSimulatorProcess(lampCount);
  const { address } = simulator;
  const flows =
    kind === 'bridge'
      ? [
          ...createBridgeNodes(address),
          ...Array.from({ length: lampCount }, (_, index) => createLampNode(`l-${index}`, index)),
          createPollNode('poll', 'light', { interval: 5, wires: ['sink'] }),
        ]
      : [{ id: 'tab', type: 'tab' }];
  const nodeRed = await startBenchNodeRed(
    [...flows, createNoopNode('sink')],
    kind === 'bridge' ? createCredentials(address) : {},
    { hasPackage: kind === 'bridge' },
  );
  await pause(settleTime);
  const bytes = process.memoryUsage.rss();
  await measureMemory();
  const collectedBytes = process.memoryUsage.rss();
  await nodeRed.stop();
  await simulator.stop();
  return { bytes, collectedBytes };
}

const [kind = '', settleTime] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
void measureResidentMemory(kind, Number(settleTime)).then((memory) => process.send?.(memory));
