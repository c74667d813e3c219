import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { median } from '../statistics';
import { pause } from '../support/clock';
import {
  createBridgeNodes,
  createCredentials,
  createNoopNode,
  createPollNode,
} from '../support/flows';
import { startBenchNodeRed } from '../support/bench-node-red';
import { waitUntil } from '../../test/support/wait-until';
import { watchEventLoop } from '../../test/support/longest-block';
import { messageListeners } from '../support/noop-node';
import { startSimulatorProcess } from '../support/simulator-process';

/** One event adds these lamps, each with its device. */
const addedLamps = 8_000;
const rtypes = ['light', 'light', 'light', 'device'] as const;

export const stallsMeasure: Measure = {
  name: 'stalls',
  title: '16,000 new resources in one event, to four nodes',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const blocks: number[] = [];
  const durations: number[] = [];
  let missing = 0;
  const simulator = await startSimulatorProcess(100, { batch: 3_600_000 });
  const { address } = simulator;
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  for (let round = 0; round < (quick ? 2 : 5); round += 1) {
    const polls = rtypes.map((rtype, index) =>
      createPollNode(`poll-${index}`, rtype, { interval: 3_600, wires: ['sink'] }),
    );
    // Other settings create a new client, without earlier state.
    const bridge = createBridgeNodes(address, {
      name: `round ${round}`,
      groupsPerSecond: 1 + round / 100,
    });
    await nodeRed.deploy([...bridge, ...polls, createNoopNode('sink')]);
    await pause(4_000);
    let messages = 0;
    const count = (): void => void (messages += 1);
    messageListeners.add(count);
    const watch = watchEventLoop();
    const began = performance.now();
    await simulator.addLamps(addedLamps, (round + 1) * addedLamps);
    const expected = addedLamps * rtypes.length;
    await waitUntil('all messages', () => messages >= expected, { timeout: 120_000 });
    durations.push(performance.now() - began);
    watch.stop();
    messageListeners.delete(count);
    missing += expected - messages;
    blocks.push(watch.longest);
    await nodeRed.deploy([]);
  }
  await nodeRed.stop();
  await simulator.stop();
  return [
    { what: 'longest block of the event loop', value: median(blocks), unit: 'ms', atMost: 100 },
    { what: 'from the event to the last message', value: median(durations), unit: 'ms' },
    { what: 'additions that became no message', value: missing, unit: '', atMost: 0 },
  ];
}
