import type { FlowNode } from '../../scripts/node-red/user-directory';
import { watchEventLoop } from '../../test/support/longest-block';
import type { Measure, MeasureOptions, MeasureResult } from '../measure';
import { median } from '../statistics';
import { startBenchNodeRed } from '../support/bench-node-red';
import { pause } from '../support/clock';
import {
  createBridgeNodes,
  createCredentials,
  createLampNode,
  createNoopNode,
  createPollNode,
} from '../support/flows';
import { deriveRid } from '../support/sample-home';
import { startSimulatorProcess } from '../support/simulator-process';

/** Measures how long a full deploy blocks the event loop beyond Node-RED's own time, with an unchanged bridge. */
export const largeDeployMeasure: Measure = {
  name: 'large-deploy',
  title: 'A full deploy of 4,000 nodes that are deployed already',
  run,
};

const lamps = 1_000;
const nodesOfEachKind = 2_000;
/** In ms, for the statuses of all nodes. */
const settleTime = 2_000;

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const simulator = await startSimulatorProcess(lamps);
  const { address } = simulator;
  const nodeRed = await startBenchNodeRed([], createCredentials(address));
  const numbers = Array.from({ length: nodesOfEachKind }, (_, number) => number);
  const nodes = [
    ...numbers.map((number) => createLampNode(`lamp-${number}`, number % lamps)),
    ...numbers.map((number) =>
      createPollNode(`poll-${number}`, 'light', {
        rid: deriveRid('light', number % lamps),
        interval: 3_600,
      }),
    ),
  ];
  const nothing = nodes.map(({ id }) => createNoopNode(id));
  const measureBlock = async (deployed: readonly FlowNode[]): Promise<number> => {
    const watch = watchEventLoop();
    await nodeRed.deploy([...createBridgeNodes(address), ...deployed]);
    await pause(settleTime);
    watch.stop();
    return watch.longest;
  };
  const blocks = { nodes: [] as number[], nothing: [] as number[] };
  for (let round = 0; round < (quick ? 3 : 9); round += 1) {
    for (const [kind, deployed] of [
      ['nodes', nodes],
      ['nothing', nothing],
    ] as const) {
      await measureBlock(deployed);
      blocks[kind].push(await measureBlock(deployed));
    }
  }
  await nodeRed.stop();
  await simulator.stop();
  const alone = median(blocks.nothing);
  return [
    {
      what: 'longest block, beyond that of nodes that do nothing',
      value: median(blocks.nodes) - alone,
      unit: 'ms',
      atMost: 100,
    },
    { what: 'longest block of nodes that do nothing', value: alone, unit: 'ms' },
  ];
}
