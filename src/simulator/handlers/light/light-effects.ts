import { isObject, getNestedMember, getNumericMember } from '../../../resources';
import type { Resource, Members } from '../../../resources';
import { SimulatorHttpError } from '../../http/simulator-response';
import type { SimulationContext } from '../resource-write-handler';
import { isOffAfter } from './light-state';

/** `effects` is the older member, `effects_v2` the newer. */
const getRequestedEffect = (body: Members): unknown =>
  getNestedMember(body, 'effects_v2', 'action', 'effect') ??
  getNestedMember(body, 'effects', 'effect');

const getSupportedEffects = (light: Resource): unknown =>
  getNestedMember(light, 'effects_v2', 'action', 'effect_values') ??
  getNestedMember(light, 'effects', 'effect_values');

const getSupportedTimedEffects = (light: Resource): unknown =>
  getNestedMember(light, 'timed_effects', 'effect_values');

const isSupported = (effect: unknown, supported: unknown): boolean =>
  Array.isArray(supported) && supported.includes(effect);

/**
 * Called before any of the body is applied. Lamps of scenes ignore unsupported effects.
 *
 * @throws SimulatorHttpError 400 for an unsupported effect, or a timed effect without a duration
 */
export function assertEffectsSupported(light: Resource, body: Members): void {
  const timedEffect = getNestedMember(body, 'timed_effects', 'effect');
  for (const [effect, supported] of [
    [getRequestedEffect(body), getSupportedEffects(light)],
    [timedEffect, getSupportedTimedEffects(light)],
  ]) {
    if (typeof effect !== 'string' || supported === undefined || isSupported(effect, supported))
      continue;
    throw new SimulatorHttpError(400, `effect ${effect} is not supported by resource ${light.id}`);
  }
  const isStarted = timedEffect !== undefined && timedEffect !== 'no_effect';
  const hasDuration = getNestedMember(body, 'timed_effects', 'duration') !== undefined;
  if (isStarted && isObject(light['timed_effects']) && !hasDuration)
    throw new SimulatorHttpError(400, 'attribute (.timed_effects.duration) is missing');
}

/** Empty for an unsupported effect, and for a lamp that is off. */
export function toEffectChange(light: Resource, body: Members): Members {
  const effect = getRequestedEffect(body);
  if (isOffAfter(light, body) || !isSupported(effect, getSupportedEffects(light))) return {};
  // A lamp that gets a colour beside an effect shows the colour (home-assistant/core#113057).
  const hasColor = body['color'] !== undefined || body['color_temperature'] !== undefined;
  if (hasColor && effect !== 'no_effect') return {};
  const parameters = getNestedMember(body, 'effects_v2', 'action', 'parameters');
  return {
    ...(isObject(light['effects']) ? { effects: { status: effect, effect } } : {}),
    ...(!isObject(light['effects_v2'])
      ? {}
      : { effects_v2: { status: { effect, parameters: toReadableParameters(parameters) } } }),
  };
}

/** As a GET returns them: a colour temperature has `mirek_valid`. */
function toReadableParameters(parameters: unknown): unknown {
  const white = getNestedMember(parameters, 'color_temperature');
  return isObject(parameters) && isObject(white)
    ? { ...parameters, color_temperature: { ...white, mirek_valid: true } }
    : parameters;
}

/** At its end, a sunrise turns the lamp on, any other effect off. */
export function simulateTimedEffect(
  { home, timers, speedFactor }: SimulationContext,
  light: Resource,
  body: Members,
): void {
  const effect = getNestedMember(body, 'timed_effects', 'effect');
  if (!isSupported(effect, getSupportedTimedEffects(light))) return;
  const duration = getNumericMember(body, 'timed_effects', 'duration');
  home.change(light.id, { timed_effects: { status: effect, effect, duration } });
  if (effect === 'no_effect' || duration === undefined) return;
  timers.restart(`timed_effects ${light.id}`, duration / speedFactor, () => {
    if (getNestedMember(home.get(light.id), 'timed_effects', 'status') !== effect) return;
    home.change(light.id, {
      ...(effect === 'sunrise'
        ? { on: { on: true }, dimming: { brightness: 100 } }
        : { on: { on: false } }),
      timed_effects: { status: 'no_effect', effect: 'no_effect', duration: undefined },
    });
  });
}
