import '../process/source-maps';
import nodeRed from 'node-red';
import { runAsPart } from './dev-part';
import type { Part } from './dev-part';
import { runNodeRed } from '../node-red/run-node-red';
import { keptFlowLines, prepareFlows, simulatedHomeSettings } from '../start/start-flows';
import type { SimulatedHome } from '../start/start-flows';

/** Start command for the process of Node-RED. */
export interface NodeRedOrder {
  /** Keeps the flows. */
  folder: string;
  /** Port of the editor. */
  port: number;
  home: SimulatedHome;
}

/** What the process of Node-RED reports: lines for the terminal. */
export type NodeRedDetails = readonly string[];

process.once('message', (order: NodeRedOrder) => runAsPart(runFlows(order)));

async function runFlows({ folder, port, home }: NodeRedOrder): Promise<Part<NodeRedDetails>> {
  const flows = prepareFlows(folder, home);
  const running = await runNodeRed({
    red: nodeRed,
    userDirectory: flows.userDirectory,
    port,
    settings: simulatedHomeSettings,
  });
  return { details: keptFlowLines(folder, flows), stop: () => running.stop() };
}
