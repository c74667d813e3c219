import { resolveLightTarget } from '../../vocabulary/lookup/target-resolvers';
import type { TargetInputOptions } from './resource-input';

/** What the target of a node may be that sets lamps: lamps and groups of them, one or several. */
export const lightTargetTypes: TargetInputOptions = {
  accepts: ({ rtype }) => rtype === 'light' || rtype === 'grouped_light',
  resolve: resolveLightTarget,
  several: true,
};
