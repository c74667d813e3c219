import { getNestedMember, getNumericMember, getXyMember } from '../resources/members';
import type { Resource } from '../resources/resource';
import { interpolate } from '../units/arithmetic';
import { mirekToXy } from '../units/color';
import type { Xy } from '../units/color';

/** As a person sees it. */
export interface VisibleLampLight {
  /** In percent; 0 is dark. */
  brightness: number;
  xy: Xy;
}

/** The breathe cycle, the blinking of `identify`, or a signal. */
export type LampBlinkPatternName =
  | 'breathe'
  | 'identify'
  | 'on_off'
  | 'on_off_color'
  | 'alternating';

/** Times are in ms of the simulator's clock. */
interface TimedShow {
  startedAt: number;
  duration: number;
}

/** Appearance over time. The light at any moment is computed from it: no timer is needed. */
export interface LampAppearance {
  transition: TimedShow & { from: VisibleLampLight; to: VisibleLampLight };
  /** `speedFactor` is the number of simulated ms in one ms of the clock. */
  effect?: { name: string; startedAt: number; speedFactor: number };
  timedEffect?: TimedShow & { name: string };
  blink?: TimedShow & { kind: LampBlinkPatternName; colors: readonly Xy[]; speedFactor: number };
}

/** 2700 K, for a lamp without colour or colour temperature. */
const defaultWhite = mirekToXy(370);
const warmestWhite = mirekToXy(555);

/** After all transitions. */
export const toSettledVisibleLight = (light: Resource): VisibleLampLight => ({
  brightness: getBrightness(light),
  xy: getChromaticity(light),
});

function getBrightness(light: Resource): number {
  if (getNestedMember(light, 'on', 'on') !== true) return 0;
  return Math.min(100, Math.max(0, getNumericMember(light, 'dimming', 'brightness') ?? 100));
}

function getChromaticity(light: Resource): Xy {
  const parameters = getNestedMember(light, 'effects_v2', 'status', 'parameters');
  return toXy(parameters) ?? toXy(light) ?? defaultWhite;
}

/** The white, otherwise the colour, of a lamp or effect. */
function toXy(value: unknown): Xy | undefined {
  const mirek = getNumericMember(value, 'color_temperature', 'mirek') ?? 0;
  return mirek > 0 ? mirekToXy(mirek) : getXyMember(value, 'color', 'xy');
}

export const createConstantAppearance = (light: VisibleLampLight, now: number): LampAppearance => ({
  transition: { from: light, to: light, startedAt: now, duration: 0 },
});

export function computeVisibleLight(appearance: LampAppearance, now: number): VisibleLampLight {
  const { timedEffect, effect, blink } = appearance;
  let light = mixLights(appearance.transition, getProgress(appearance.transition, now));
  if (timedEffect !== undefined) {
    light = applyTimedEffect(timedEffect.name, light, getProgress(timedEffect, now));
  }
  if (effect !== undefined && light.brightness > 0) {
    light = applyEffect(effect.name, light, (now - effect.startedAt) * effect.speedFactor);
  }
  if (blink === undefined || getProgress(blink, now) >= 1) return light;
  const base = light.brightness > 0 ? light : { ...light, brightness: 100 };
  return applyBlink(blink, base, light.brightness > 0, (now - blink.startedAt) * blink.speedFactor);
}

export const isLampAnimated = (
  { transition, effect, timedEffect, blink }: LampAppearance,
  now: number,
): boolean =>
  getProgress(transition, now) < 1 ||
  (effect !== undefined && transition.to.brightness > 0) ||
  (timedEffect !== undefined && getProgress(timedEffect, now) < 1) ||
  (blink !== undefined && getProgress(blink, now) < 1);

function getProgress({ startedAt, duration }: TimedShow, now: number): number {
  if (duration <= 0) return 1;
  return Math.min(1, Math.max(0, (now - startedAt) / duration));
}

const mixXy = (from: Xy, to: Xy, share: number): Xy => ({
  x: interpolate(from.x, to.x, share),
  y: interpolate(from.y, to.y, share),
});

function mixLights({ from, to }: LampAppearance['transition'], share: number): VisibleLampLight {
  if (share >= 1) return to;
  const brightness = interpolate(from.brightness, to.brightness, share);
  // A dark lamp has no colour for a transition.
  if (from.brightness === 0) return { brightness, xy: to.xy };
  if (to.brightness === 0) return { brightness, xy: from.xy };
  return { brightness, xy: mixXy(from.xy, to.xy, share) };
}

function applyTimedEffect(
  name: string,
  { brightness, xy }: VisibleLampLight,
  share: number,
): VisibleLampLight {
  return name === 'sunrise'
    ? { brightness: 100 * share, xy: mixXy(warmestWhite, defaultWhite, share) }
    : { brightness: brightness * (1 - share), xy: mixXy(xy, warmestWhite, share) };
}

/** All other effects make the colour wander. */
const flickeringEffects: ReadonlySet<string> = new Set(['candle', 'fire', 'sparkle', 'glisten']);

/** Distance in the xy diagram, and duration of one round in ms. */
const wanderRadius = 0.09;
const wanderPeriod = 8_000;

function applyEffect(
  name: string,
  { brightness, xy }: VisibleLampLight,
  elapsed: number,
): VisibleLampLight {
  if (flickeringEffects.has(name)) {
    const seconds = elapsed / 1_000;
    const flicker =
      (Math.sin(seconds * 9.1) + Math.sin(seconds * 14.7) + Math.sin(seconds * 23.3)) / 3;
    return { brightness: brightness * (0.75 + 0.25 * flicker), xy };
  }
  const angle = (2 * Math.PI * elapsed) / wanderPeriod;
  const wandered = {
    x: xy.x + wanderRadius * Math.cos(angle),
    y: xy.y + wanderRadius * Math.sin(angle),
  };
  return { brightness, xy: wandered };
}

/** In ms: made up. */
export const breatheDuration = 1_600;
const blinkPeriod = 1_000;

function applyBlink(
  { kind, colors }: NonNullable<LampAppearance['blink']>,
  base: VisibleLampLight,
  isLit: boolean,
  elapsed: number,
): VisibleLampLight {
  if (kind === 'breathe') {
    const depth = Math.sin((Math.PI * Math.min(elapsed, breatheDuration)) / breatheDuration);
    const brightness = base.brightness * (isLit ? 1 - 0.85 * depth : depth);
    return { ...base, brightness };
  }
  const isFirstHalf = elapsed % blinkPeriod < blinkPeriod / 2;
  const [first = base.xy, second = base.xy] = colors;
  if (kind === 'alternating') return { ...base, xy: isFirstHalf ? first : second };
  return {
    xy: kind === 'on_off_color' ? first : base.xy,
    brightness: isFirstHalf ? base.brightness : 0,
  };
}
