import { getMember } from '../../../resources';
import type { Resource } from '../../../resources';
import type { ResourceWriteBody, SimulationContext } from '../resource-handler';

/**
 * Starts a signal that ends after its duration. `status` is the shape of real bridges;
 * `estimated_end` and `colors` beside it are the service document's, the end in seconds since 1970.
 *
 * @param target light or grouped_light
 */
export function startSignal(
  { home, timers, speedFactor }: SimulationContext,
  target: Resource,
  body: ResourceWriteBody,
): void {
  const signal = getMember(body, 'signaling', 'signal');
  if (typeof signal !== 'string') return;
  const requestedDuration = getMember(body, 'signaling', 'duration');
  const duration = typeof requestedDuration === 'number' ? requestedDuration : 0;
  const endedSignal = {
    signaling: { status: undefined, estimated_end: undefined, colors: undefined },
  };
  home.change(target.id, endedSignal);
  if (signal === 'no_signal' || duration === 0) return;
  const end = new Date(Date.now() + duration / speedFactor);
  const colors = getMember(body, 'signaling', 'colors');
  const status = {
    signal,
    estimated_end: end.toISOString(),
    ...(colors === undefined ? {} : { colors }),
  };
  home.change(target.id, {
    signaling: {
      status,
      estimated_end: Math.round(end.getTime() / 1000),
      ...(colors === undefined ? {} : { colors }),
    },
  });
  timers.after(duration / speedFactor, () => {
    const currentEnd = getMember(home.get(target.id), 'signaling', 'status', 'estimated_end');
    if (currentEnd === status.estimated_end) home.change(target.id, endedSignal);
  });
}
