import { member } from '../../resources';
import type { Resource } from '../../resources';
import type { Body, House } from './behaviour';

/**
 * Begins a signal, which ends by itself. `status` is what real bridges answer; `estimated_end` and
 * `colors` beside it are the service document's, the end in seconds since 1970.
 *
 * @param target light or grouped_light
 */
export function beginSignal({ home, timers, pace }: House, target: Resource, body: Body): void {
  const signal = member(body, 'signaling', 'signal');
  if (typeof signal !== 'string') return;
  const given = member(body, 'signaling', 'duration');
  const duration = typeof given === 'number' ? given : 0;
  const over = { signaling: { status: undefined, estimated_end: undefined, colors: undefined } };
  home.change(target.id, over);
  if (signal === 'no_signal' || duration === 0) return;
  const end = new Date(Date.now() + duration / pace);
  const colors = member(body, 'signaling', 'colors');
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
  timers.after(duration / pace, () => {
    const present = member(home.get(target.id), 'signaling', 'status', 'estimated_end');
    if (present === status.estimated_end) home.change(target.id, over);
  });
}
