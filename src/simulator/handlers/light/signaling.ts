import { getListMember, getNestedMember, getNumericMember, getXyMember } from '../../../resources';
import type { Resource, Members } from '../../../resources';
import type { Xy } from '../../../units/light-color';
import { breatheDuration } from '../../appearance/visible-lamp-light';
import type { SimulationContext } from '../resource-write-handler';

/** For `alert` and `identify`. */
export function simulateBlinking(
  { appearances }: SimulationContext,
  lamps: readonly Resource[],
  body: Members,
): void {
  const duration = getNumericMember(body, 'identify', 'duration') ?? defaultIdentifyDuration;
  for (const lamp of lamps) {
    if (body['alert'] !== undefined) appearances.blink(lamp, 'breathe', breatheDuration);
    if (body['identify'] !== undefined) appearances.blink(lamp, 'identify', duration);
  }
}

/** In ms: made up. */
const defaultIdentifyDuration = 5_000;

/**
 * `status` is the shape of real bridges; `estimated_end` (seconds since 1970) and `colors` are the service document's.
 *
 * @param target light or grouped_light
 * @param lamps show the signal
 */
export function simulateSignaling(
  { home, timers, speedFactor, appearances }: SimulationContext,
  target: Resource,
  body: Members,
  lamps: readonly Resource[],
): void {
  const signal = getNestedMember(body, 'signaling', 'signal');
  if (typeof signal !== 'string') return;
  const duration = getNumericMember(body, 'signaling', 'duration') ?? 0;
  const endedSignal = {
    signaling: { status: undefined, estimated_end: undefined, colors: undefined },
  };
  home.change(target.id, endedSignal);
  const kind = blinkKinds.find((name) => name === signal);
  const colors = getNestedMember(body, 'signaling', 'colors');
  const isSignal = signal !== 'no_signal' && duration > 0;
  for (const lamp of lamps) {
    appearances.blink(lamp, kind ?? 'on_off', isSignal ? duration : 0, toPoints(colors));
  }
  if (!isSignal) return;
  const end = new Date(Date.now() + duration / speedFactor);
  const status = { signal, estimated_end: end.toISOString(), colors };
  home.change(target.id, {
    signaling: { status, estimated_end: Math.round(end.getTime() / 1000), colors },
  });
  timers.after(duration / speedFactor, () => {
    const currentEnd = getNestedMember(home.get(target.id), 'signaling', 'status', 'estimated_end');
    if (currentEnd === status.estimated_end) home.change(target.id, endedSignal);
  });
}

const blinkKinds = ['on_off', 'on_off_color', 'alternating'] as const;

const toPoints = (colors: unknown): readonly Xy[] =>
  getListMember(colors).flatMap((color) => getXyMember(color, 'xy') ?? []);
