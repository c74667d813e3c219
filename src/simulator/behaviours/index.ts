import type { ResourceType } from '../../resources';
import type { Behaviour, House } from './behaviour';
import { followLamps, groupedLightBehaviour } from './grouped-light';
import { lightBehaviour } from './light';

export { done } from './behaviour';
export type { Behaviour, Body, House, Outcome } from './behaviour';

/** What each type does beyond keeping what is written into it. */
export const behaviours: Partial<Record<ResourceType, Behaviour>> = {
  grouped_light: groupedLightBehaviour,
  light: lightBehaviour,
};

/** Starts what goes on by itself whenever something changes. */
export function settleIn(house: House): void {
  followLamps(house);
}
