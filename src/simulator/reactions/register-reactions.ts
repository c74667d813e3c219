import type { SimulationContext } from '../handlers';
import { syncSimulatedGroupedLights } from '../handlers/grouped-light';
import { syncBellReports } from './bell-reports';
import { syncGroupedSensors } from './grouped-sensors';

/** Registers listeners that update dependent resources after every change of the home. */
export function registerReactions(simulation: SimulationContext): void {
  syncSimulatedGroupedLights(simulation);
  syncGroupedSensors(simulation);
  syncBellReports(simulation);
}
