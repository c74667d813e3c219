import type { Resource } from '../../resources/resource';
import { getNestedMember } from '../../resources/members';
import type { Members } from '../../resources/members';
import type { LampAppearanceTracker } from '../lamp-appearance';
import type { SimulatedHome } from '../simulated-home';
import type { TimerGroup } from '../timers';
import { SimulatorHttpError } from '../http';

export interface SimulationContext {
  home: SimulatedHome;
  timers: TimerGroup;
  appearances: LampAppearanceTracker;
  /** Divides simulated durations: 1 for real time, 100 for tests. */
  speedFactor: number;
}

/** Of a successful PUT. */
interface UpdateRemarks {
  /** For `errors` of the response. */
  hints: readonly string[];
  /** True if a part of the body was ignored: real bridges answer with 207. */
  partial: boolean;
}

/** Beyond storing the written members. */
export interface ResourceWriteHandler {
  /** Adds the members that the bridge sets. */
  create?: (simulation: SimulationContext, resource: Resource) => Resource;
  afterCreate?: (simulation: SimulationContext, resource: Resource, body: Members) => void;
  /** Without it, the body is merged into the resource. */
  update?: (
    simulation: SimulationContext,
    resource: Resource,
    body: Members,
  ) => UpdateRemarks | undefined;
  /** @throws SimulatorHttpError if the resource must not be removed */
  beforeRemove?: (simulation: SimulationContext, resource: Resource) => void;
}

/**
 * @param path of the reference in the body
 * @throws SimulatorHttpError 400
 */
export function assertReferenceExists(home: SimulatedHome, path: string, reference: unknown): void {
  const rid = getNestedMember(reference, 'rid');
  const rtype = getNestedMember(reference, 'rtype');
  if (typeof rid !== 'string' || typeof rtype !== 'string') return;
  if (home.get(rid)?.type === rtype) return;
  throw new SimulatorHttpError(
    400,
    `invalid reference in body at (.${path}): there is no ${rtype} ${rid}`,
  );
}
