import { getNestedMember } from '../../../resources';
import type { Resource } from '../../../resources';
import type { ResourceWriteBody, SimulationContext } from '../resource-write-handler';
import { roundToBrightnessStep } from './light-state';

const toTimerName = ({ id }: Resource): string => `fade to off ${id}`;

/**
 * Starts a fade to off. Each of its steps becomes the brightness with which the lamp comes back, the lowest one at its
 * end (home-assistant/core#32894, #55240).
 */
export function simulateFadeToOff(
  { home, timers, speedFactor }: SimulationContext,
  light: Resource,
  body: ResourceWriteBody,
): void {
  const duration = getNestedMember(body, 'dynamics', 'duration');
  const isFade =
    getNestedMember(body, 'on', 'on') === false &&
    getNestedMember(light, 'on', 'on') === true &&
    light['dimming'] !== undefined;
  if (!isFade || typeof duration !== 'number' || duration === 0) return;
  timers.restart(toTimerName(light), duration / speedFactor, () => {
    if (getNestedMember(home.get(light.id), 'on', 'on') === false) {
      home.change(light.id, { dimming: { brightness: roundToBrightnessStep(0) } });
    }
  });
}

/**
 * Ends a fade to off when the lamp is turned on.
 *
 * @returns the partial change: the brightness that the fade has reached, unless the body has one
 */
export function interruptFadeToOff(
  { timers, appearances }: SimulationContext,
  light: Resource,
  body: ResourceWriteBody,
): Record<string, unknown> {
  if (getNestedMember(body, 'on', 'on') !== true || !timers.cancel(toTimerName(light))) return {};
  const reached = appearances.getLight(light.id)?.brightness;
  return body['dimming'] !== undefined || reached === undefined
    ? {}
    : { dimming: { brightness: roundToBrightnessStep(reached) } };
}

/**
 * Stops a lamp that is being dimmed, as when a button is released.
 *
 * @returns the partial change: the brightness that it has reached
 */
export function stopSimulatedDimming(
  { appearances }: SimulationContext,
  light: Resource,
  body: ResourceWriteBody,
): Record<string, unknown> {
  if (getNestedMember(body, 'dimming_delta', 'action') !== 'stop') return {};
  const reached = appearances.getLight(light.id)?.brightness;
  return light['dimming'] === undefined || reached === undefined || reached === 0
    ? {}
    : { dimming: { brightness: roundToBrightnessStep(reached) } };
}
