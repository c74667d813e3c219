import type { Resource } from '../../resources';
import { furnishAutomations } from './automations';
import { furnishBridge } from './bridge';
import { furnishGroups } from './groups';
import { furnishLamp } from './lamps';
import { furnishMotionArea, furnishServiceGroup } from './motion-areas';
import { roomPlans } from './plan';
import { furnishMoods } from './scenes';
import { furnishSensors } from './sensors';
import { furnishSwitches } from './switches';

export { groupedLightFor } from './groups';
export { idOf } from './id-of';

/**
 * A made-up home with at least one resource of every type of the table. Ids depend on nothing but the
 * furniture, so that they are the same in every run.
 *
 * @param bridgeId id that the bridge answers for itself
 */
export function furnishedHome(bridgeId: string): Resource[] {
  const lamps = roomPlans.flatMap((room) => room.lamps);
  return [
    ...furnishBridge(bridgeId),
    ...furnishGroups(),
    ...lamps.flatMap((lamp, index) => furnishLamp(lamp, index + 1)),
    ...furnishSensors(),
    ...furnishSwitches(),
    ...furnishMotionArea(),
    ...furnishServiceGroup(),
    ...furnishMoods(),
    ...furnishAutomations(),
  ];
}
