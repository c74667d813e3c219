import { isObject } from '../../resources';
import type { Resource, Members } from '../../resources';

const parameterNames = ['color', 'color_temperature'] as const;

interface EffectWithColor {
  body: Record<string, unknown>;
  /** Removed, since the lamp takes only the name of an effect. */
  omitted: readonly string[];
  /** Set if the effect has its own colour. */
  conflict?: true;
}

/**
 * Moves the colour or white into the parameters of the effect: a lamp ignores an effect beside a colour.
 *
 * @param body of an update of a light, with `effects` or `effects_v2`
 */
export function combineEffectWithColor(body: Members, lamp: Resource | undefined): EffectWithColor {
  const names = parameterNames.filter((name) => body[name] !== undefined);
  const action = getEffectAction(body);
  if (names.length === 0 || action === undefined || action['effect'] === 'no_effect')
    return { body: { ...body }, omitted: [] };
  const others = Object.fromEntries(
    Object.entries(body).filter(([name]) => !names.some((other) => other === name)),
  );
  const takesOnlyNames = lamp?.['effects'] !== undefined && lamp['effects_v2'] === undefined;
  if (takesOnlyNames) return { body: others, omitted: names };
  const { effects: _effects, ...withoutEffect } = others;
  const own = isObject(action['parameters']) ? action['parameters'] : {};
  const hasColor = parameterNames.some((name) => own[name] !== undefined);
  const added = Object.fromEntries(names.map((name) => [name, body[name]]));
  const effects_v2 = { action: { ...action, parameters: { ...own, ...added } } };
  return {
    body: { ...withoutEffect, effects_v2 },
    omitted: [],
    ...(hasColor ? { conflict: true } : {}),
  };
}

/** Returns `effects` in the shape of `effects_v2`. */
function getEffectAction({
  effects,
  effects_v2: newer,
}: Members): Record<string, unknown> | undefined {
  const action = isObject(newer) ? newer['action'] : effects;
  return isObject(action) ? action : undefined;
}
