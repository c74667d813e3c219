import type { Resource, Members } from '../../resources';
import type { LampAppearanceTracker } from '../appearance/lamp-appearance-tracker';
import type { SimulatedHome } from '../home/simulated-home';
import type { TimerGroup } from '../home/timer-group';

export interface SimulationContext {
  home: SimulatedHome;
  timers: TimerGroup;
  appearances: LampAppearanceTracker;
  /** Factor by which simulated durations are divided: 1 for real time, 100 for tests. */
  speedFactor: number;
}

/** What the answer to a successful PUT says. */
interface UpdateRemarks {
  /** Descriptions for `errors` of the response. */
  hints: readonly string[];
  /** True if a part of the body was ignored, which real bridges answer with 207. */
  partial: boolean;
}

/** Behaviour of one resource type beyond storing the written members. */
export interface ResourceWriteHandler {
  /** Completes the resource of a POST with the members that the bridge sets. */
  create?: (simulation: SimulationContext, resource: Resource) => Resource;
  /** Called after a created resource was added to the home. */
  afterCreate?: (simulation: SimulationContext, resource: Resource, body: Members) => void;
  /** Executes a PUT. Without it the body is merged into the resource. */
  update?: (
    simulation: SimulationContext,
    resource: Resource,
    body: Members,
  ) => UpdateRemarks | undefined;
  /** Called before a resource is removed. @throws SimulatorHttpError if it must not be removed */
  beforeRemove?: (simulation: SimulationContext, resource: Resource) => void;
}
