import type { SimulationContext } from '../handlers';
import { keepGroupedLightsInSync } from '../handlers/grouped-light';
import { keepBellReportsInSync } from './bell-reports';
import { keepGroupedSensorsInSync } from './grouped-sensors';

/** Registers listeners that update dependent resources after every change of the home. */
export function registerReactions(simulation: SimulationContext): void {
  keepGroupedLightsInSync(simulation);
  keepGroupedSensorsInSync(simulation);
  keepBellReportsInSync(simulation);
}
