import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import { Refusal } from '../refusal';
import type { Body, House } from './behaviour';

/**
 * What becomes of a lamp's effects under a body. `effects` is the older member, `effects_v2` the newer:
 * both show the same effect.
 *
 * @throws Refusal 400 for an effect that the lamp does not know
 */
export function effectChange(light: Resource, body: Body): Record<string, unknown> {
  const action = member(body, 'effects_v2', 'action');
  const effect = member(action, 'effect') ?? member(body, 'effects', 'effect');
  if (typeof effect !== 'string') return {};
  const known =
    member(light, 'effects_v2', 'action', 'effect_values') ??
    member(light, 'effects', 'effect_values');
  if (known === undefined) return {};
  refuseUnknown(light, effect, known);
  const parameters = member(action, 'parameters');
  return {
    ...(light['effects'] === undefined ? {} : { effects: { status: effect, effect } }),
    ...(light['effects_v2'] === undefined
      ? {}
      : {
          effects_v2: {
            status: { effect, parameters: isObject(parameters) ? shown(parameters) : undefined },
          },
        }),
  };
}

/** Parameters as they are read: a colour temperature says that it is valid. */
const shown = (parameters: Record<string, unknown>): Record<string, unknown> =>
  isObject(parameters['color_temperature'])
    ? {
        ...parameters,
        color_temperature: { ...parameters['color_temperature'], mirek_valid: true },
      }
    : parameters;

function refuseUnknown(light: Resource, effect: string, known: unknown): void {
  if (Array.isArray(known) && known.includes(effect)) return;
  throw new Refusal(400, `effect ${effect} is not supported by resource ${light.id}`);
}

/**
 * Begins a timed effect, which ends by itself: a sunrise in full light, a sunset in the dark.
 *
 * @throws Refusal 400 for an effect that the lamp does not know, or one without a duration
 */
export function beginTimedEffect({ home, timers, pace }: House, light: Resource, body: Body): void {
  const effect = member(body, 'timed_effects', 'effect');
  if (typeof effect !== 'string' || light['timed_effects'] === undefined) return;
  refuseUnknown(light, effect, member(light, 'timed_effects', 'effect_values'));
  const duration = member(body, 'timed_effects', 'duration');
  if (effect !== 'no_effect' && typeof duration !== 'number') {
    throw new Refusal(400, 'attribute (.timed_effects.duration) is missing');
  }
  const begun = typeof duration === 'number' ? duration : undefined;
  home.change(light.id, { timed_effects: { status: effect, effect, duration: begun } });
  if (effect === 'no_effect' || begun === undefined) return;
  timers.after(begun / pace, () => {
    const now = home.get(light.id);
    if (now === undefined || member(now, 'timed_effects', 'status') !== effect) return;
    home.change(light.id, {
      ...(effect === 'sunrise'
        ? { on: { on: true }, dimming: { brightness: 100 } }
        : { on: { on: false } }),
      timed_effects: { status: 'no_effect', effect: 'no_effect', duration: undefined },
    });
  });
}
