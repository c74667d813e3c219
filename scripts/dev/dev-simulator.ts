import '../process/source-maps';
import { join } from 'node:path';
import { runAsPart } from './dev-part';
import type { Part } from './dev-part';
import { startHome } from '../start/simulated-home';
import type { RunningHome } from '../start/simulated-home';
import type { StartPorts } from '../start/start-ports';

/** Start command for the process of the simulator. */
export interface SimulatorOrder {
  /** Keeps certificate, keys and the state of the lamps. */
  folder: string;
  ports: StartPorts;
}

/** What the process of the simulator reports. */
export type SimulatorDetails = Pick<RunningHome, 'home' | 'pageUrl'>;

process.once('message', (order: SimulatorOrder) => runAsPart(simulate(order)));

async function simulate({ folder, ports }: SimulatorOrder): Promise<Part<SimulatorDetails>> {
  const { home, pageUrl, stop } = await startHome(folder, ports, join(folder, 'dev-home.json'));
  return { details: { home, pageUrl }, stop };
}
