import RED from 'node-red';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { pause } from '../support/clock';
import {
  createBridgeNodes,
  createCredentials,
  createLampNode,
  createNoopNode,
  createPollNode,
} from '../support/flows';
import { startBenchNodeRed } from '../support/bench-node-red';
import { waitUntil } from '../../test/support/wait-until';
import { watchEventLoop } from '../../test/support/longest-block';
import type { LoopWatch } from '../../test/support/longest-block';
import { messageListeners } from '../support/noop-node';
import { deriveRid } from '../support/sample-home';
import { startSimulatorProcess } from '../support/simulator-process';

const lamps = 3_333;
const [lampNodes, pollNodes] = [2_000, 2_000];

/** How long the first read of a large home blocks the event loop. */
export const scaleMeasure: Measure = {
  name: 'scale',
  title: 'The first state of 10,000 resources, with 4,000 nodes',
  run,
};

async function run(_options: MeasureOptions): Promise<MeasureResult[]> {
  const simulator = await startSimulatorProcess(lamps);
  const { address } = simulator;
  const nodes: FlowNode[] = [
    ...createBridgeNodes(address),
    ...Array.from({ length: lampNodes }, (_, index) => createLampNode(`lamp-${index}`, index)),
    ...Array.from({ length: pollNodes }, (_, index) =>
      createPollNode(`poll-${index}`, 'light', {
        rid: deriveRid('light', index),
        interval: 3_600,
        emit: 'poll',
        wires: ['sink'],
      }),
    ),
    createNoopNode('sink'),
  ];
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  let messages = 0;
  messageListeners.add(() => void (messages += 1));
  let watch: LoopWatch | undefined;
  RED.events.once('flows:started', () => {
    watch = watchEventLoop();
  });
  await nodeRed.deploy(nodes);
  const began = performance.now();
  await waitUntil('all first messages', () => messages >= pollNodes, { timeout: 120_000 });
  const duration = performance.now() - began;
  await pause(1_000);
  watch?.stop();
  await nodeRed.stop();
  await simulator.stop();
  return [
    {
      what: 'longest block of the event loop, from the start of the flows',
      value: watch?.longest ?? Number.NaN,
      unit: 'ms',
      atMost: 50,
    },
    { what: 'from the start of the flows to the last first message', value: duration, unit: 'ms' },
    { what: 'nodes without a first message', value: pollNodes - messages, unit: '', atMost: 0 },
  ];
}
