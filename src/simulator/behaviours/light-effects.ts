import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import { Refusal } from '../refusal';
import type { Body, House } from './behaviour';

/** The effect that a body asks for: `effects` is the older member, `effects_v2` the newer. */
const effectIn = (body: Body): unknown =>
  member(body, 'effects_v2', 'action', 'effect') ?? member(body, 'effects', 'effect');

const effectsOf = (light: Resource): unknown =>
  member(light, 'effects_v2', 'action', 'effect_values') ??
  member(light, 'effects', 'effect_values');

const timedEffectsOf = (light: Resource): unknown =>
  member(light, 'timed_effects', 'effect_values');

const isAmong = (effect: unknown, known: unknown): boolean =>
  Array.isArray(known) && known.includes(effect);

/**
 * Refuses effects that a lamp cannot show, before anything of the body is done. A scene may hold
 * such effects; its lamps leave them out.
 *
 * @throws Refusal 400 for an effect that the lamp does not know, or a timed one without a duration
 */
export function refuseEffects(light: Resource, body: Body): void {
  const timed = member(body, 'timed_effects', 'effect');
  const wishes: readonly (readonly [unknown, unknown])[] = [
    [effectIn(body), effectsOf(light)],
    [timed, timedEffectsOf(light)],
  ];
  for (const [effect, known] of wishes) {
    if (typeof effect !== 'string' || known === undefined || isAmong(effect, known)) continue;
    throw new Refusal(400, `effect ${effect} is not supported by resource ${light.id}`);
  }
  if (timed === undefined || timed === 'no_effect' || light['timed_effects'] === undefined) return;
  if (member(body, 'timed_effects', 'duration') === undefined) {
    throw new Refusal(400, 'attribute (.timed_effects.duration) is missing');
  }
}

/**
 * What becomes of a lamp's effects under a body. The older and the newer member show the same effect.
 *
 * @returns the partial change; nothing for an effect that the lamp does not know
 */
export function effectChange(light: Resource, body: Body): Record<string, unknown> {
  const effect = effectIn(body);
  if (!isAmong(effect, effectsOf(light))) return {};
  const parameters = member(body, 'effects_v2', 'action', 'parameters');
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

/** Begins a timed effect, which ends by itself: a sunrise in full light, a sunset in the dark. */
export function beginTimedEffect({ home, timers, pace }: House, light: Resource, body: Body): void {
  const effect = member(body, 'timed_effects', 'effect');
  if (!isAmong(effect, timedEffectsOf(light))) return;
  const duration = member(body, 'timed_effects', 'duration');
  const begun = typeof duration === 'number' ? duration : undefined;
  home.change(light.id, { timed_effects: { status: effect, effect, duration: begun } });
  if (effect === 'no_effect' || begun === undefined) return;
  timers.restart(`timed_effects ${light.id}`, begun / pace, () => {
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
