import {
  isObject,
  getNestedMember,
  getNumericMember,
  getXyMember,
  getListMember,
} from '../../resources/members';
import type { Members } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { SimulatorHttpError } from '../http';
import type { ResourceWriteHandler, SimulationContext } from './write-handler';
import { findOwner, resolveReferences } from '../simulated-home';
import type { SimulatedHome } from '../simulated-home';
import { mirekToXy, clampToGamut } from '../../units/color';
import { getGamut } from '../../resources/types/light';
import type { Xy } from '../../units/color';
import { breatheDuration } from '../visible-lamp-light';
import { findGroupLights } from '../../resources/group-lights';

/**
 * A write to a lamp: refuses or ignores what the lamp lacks, applies the rest at once or over time, and remarks on what
 * has no effect. Service document, section 2.4.
 */
export const lightWriteHandler: ResourceWriteHandler = {
  update(simulation, light, body) {
    const unsupportedHints = listUnsupportedBodyMembers(light, body).map(
      (name) => `attribute (.${name}) is not supported by resource ${light.id}`,
    );
    const [first, ...others] = unsupportedHints;
    const requestedMembers = Object.keys(body).filter(
      (name) => name !== 'type' && name !== 'dynamics',
    );
    if (first !== undefined && requestedMembers.length === unsupportedHints.length) {
      throw new SimulatorHttpError(400, first, ...others);
    }
    if (!isLampReachable(simulation.home, light)) {
      return {
        hints: [...unsupportedHints, ...getUnreachableLampHints(light, body)],
        partial: unsupportedHints.length > 0,
      };
    }
    assertEffectsSupported(light, body);
    const hints = [...unsupportedHints, ...getLightOffHints(light, body)];
    applyLightUpdate(simulation, light, body);
    storeMembers(simulation, light, body);
    if (changesLightState(body)) deactivateSimulatedScenes(simulation, [light]);
    return { hints, partial: unsupportedHints.length > 0 };
  },
};

/** Some lamps lack these members. */
const optionalMembers = [
  'dimming',
  'dimming_delta',
  'color_temperature',
  'color_temperature_delta',
  'color',
  'gradient',
  'effects',
  'effects_v2',
  'timed_effects',
] as const;

/** Such a change makes active scenes inactive. */
export const changesLightState = (body: Members): boolean =>
  body['on'] !== undefined || optionalMembers.some((name) => body[name] !== undefined);

const listUnsupportedBodyMembers = (light: Resource, body: Members): readonly string[] =>
  optionalMembers.filter((name) => body[name] !== undefined && !isObject(light[name]));

/** False if the Zigbee connectivity of the lamp's device is not `connected`. */
export function isLampReachable(home: SimulatedHome, light: Resource): boolean {
  const device = findOwner(home, light);
  if (device === undefined) return true;
  return resolveReferences(home, device['services'])
    .filter(({ type }) => type === 'zigbee_connectivity')
    .every(({ status }) => status === 'connected');
}

/** Without effect on a lamp that is off. The hints contain the paths. */
const stateCommandPaths: Readonly<Record<string, string>> = {
  dimming: '.dimming.brightness',
  dimming_delta: '.dimming_delta.brightness_delta',
  color: '.color.xy',
  color_temperature: '.color_temperature.mirek',
  color_temperature_delta: '.color_temperature_delta.mirek_delta',
  gradient: '.gradient.points',
  effects: '.effects.effect',
  effects_v2: '.effects_v2.action.effect',
};

const commandPaths: Readonly<Record<string, string>> = { on: '.on.on', ...stateCommandPaths };

const formatHints = (
  { type, id }: Resource,
  state: string,
  body: Members,
  paths: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.entries(paths).flatMap(([name, path]) =>
    body[name] === undefined
      ? []
      : [`device (${type}) ${id} ${state}, command (${path}) may not have effect`],
  );

/** For a light that is off (openhab/openhab-addons#15511). */
export const getLightOffHints = (target: Resource, body: Members): readonly string[] =>
  isOffAfter(target, body) ? formatHints(target, 'is "soft off"', body, stateCommandPaths) : [];

const getUnreachableLampHints = (light: Resource, body: Members): readonly string[] =>
  formatHints(light, 'has communication issues', body, commandPaths);

const storedMembers = ['content_configuration', 'geometry', 'metadata', 'mode'] as const;

function storeMembers({ home }: SimulationContext, light: Resource, body: Members): void {
  const stored = Object.fromEntries(
    storedMembers.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
  const { powerup, metadata } = body;
  home.change(light.id, {
    ...stored,
    ...(isObject(powerup) ? { powerup: { ...powerup, configured: true } } : {}),
  });
  const device = findOwner(home, light);
  if (device !== undefined && isObject(metadata)) {
    const { function: _function, ...deviceMetadata } = metadata;
    home.change(device.id, { metadata: deviceMetadata });
  }
}

/** Ignores unsupported members; also used by groups and scenes. */
export function applyLightUpdate(
  simulation: SimulationContext,
  light: Resource,
  body: Members,
): void {
  const { home, appearances } = simulation;
  const state = {
    ...computeLightChangeFromBody(light, body),
    ...interruptFadeToOff(simulation, light, body),
    ...stopSimulatedDimming(simulation, light, body),
    ...toEffectChange(light, body),
  };
  simulateTimedEffect(simulation, light, body);
  const lightBefore = appearances.getLastingLight(light);
  home.change(light.id, { ...state, ...toSpeedChange(light, body) });
  if (changesLightState(body)) {
    appearances.moveTo(light, getNumericMember(body, 'dynamics', 'duration'), lightBefore);
  }
  simulateFadeToOff(simulation, light, body);
  simulateWhiteAsColor(simulation, light, body);
  simulateSignaling(simulation, light, body, [light]);
  simulateBlinking(simulation, [light], body);
}

/** Speed is ignored without a dynamic palette (Hue CLIP API reference). */
function toSpeedChange(light: Resource, body: Members): Members {
  const speed = getNestedMember(body, 'dynamics', 'speed');
  if (speed === undefined) return {};
  return getNestedMember(light, 'dynamics', 'status') === 'dynamic_palette'
    ? { dynamics: { speed, speed_valid: true } }
    : {};
}

/**
 * Leaves out members that the lamp lacks, clamps values to its limits, rounds brightness to its steps. Colour and
 * colour temperature exclude each other. A lamp that stays off takes only `on`.
 */
function computeLightChangeFromBody(light: Resource, body: Members): Members {
  const supports = (name: string): boolean => isObject(light[name]);
  const power = typeof getNestedMember(body, 'on', 'on') === 'boolean' ? { on: body['on'] } : {};
  if (getNestedMember(light, 'on', 'on') === false && isOffAfter(light, body)) return power;
  return {
    ...power,
    ...(supports('dimming') ? toDimmingChange(light, body) : {}),
    ...(supports('color_temperature') ? toColorTemperatureChange(light, body) : {}),
    ...(supports('color') ? toColorChange(light, body) : {}),
    ...(supports('gradient') ? toGradientChange(light, body) : {}),
  };
}

const isOffAfter = (light: Resource, body: Members): boolean =>
  (getNestedMember(body, 'on', 'on') ?? getNestedMember(light, 'on', 'on')) === false;

function toDimmingChange(light: Resource, body: Members): Members {
  const requested = getNumericMember(body, 'dimming', 'brightness');
  if (requested !== undefined) return { dimming: { brightness: roundToBrightnessStep(requested) } };
  const delta = toSignedDelta(body['dimming_delta'], 'brightness_delta');
  const current = getNumericMember(light, 'dimming', 'brightness');
  if (delta === undefined || current === undefined) return {};
  return {
    dimming: { brightness: roundToBrightnessStep(Math.min(100, Math.max(0, current + delta))) },
  };
}

function toColorTemperatureChange(light: Resource, body: Members): Members {
  if (getNestedMember(body, 'color', 'xy') !== undefined && isObject(light['color'])) {
    return { color_temperature: { mirek: null, mirek_valid: false } };
  }
  const requested = resolveMirek(light, body);
  if (requested === undefined) return {};
  const minimum =
    getNumericMember(light, 'color_temperature', 'mirek_schema', 'mirek_minimum') ?? 153;
  const maximum =
    getNumericMember(light, 'color_temperature', 'mirek_schema', 'mirek_maximum') ?? 500;
  const mirek = Math.min(maximum, Math.max(minimum, requested));
  return { color_temperature: { mirek, mirek_valid: true } };
}

function resolveMirek(light: Resource, body: Members): number | undefined {
  const requested = getNumericMember(body, 'color_temperature', 'mirek');
  if (requested !== undefined) return requested;
  const delta = toSignedDelta(body['color_temperature_delta'], 'mirek_delta');
  const current = getNumericMember(light, 'color_temperature', 'mirek');
  return delta === undefined || current === undefined ? undefined : current + delta;
}

function toColorChange(light: Resource, body: Members): Members {
  const requested =
    getXyMember(body, 'color', 'xy') ?? colorTemperatureToXy(toColorTemperatureChange(light, body));
  if (requested === undefined) return {};
  return { color: { xy: clampToLightGamut(light, requested) } };
}

/** A lamp with a colour temperature also reports its xy colour. */
function colorTemperatureToXy(change: Members): Xy | undefined {
  const mirek = getNumericMember(change, 'color_temperature', 'mirek');
  return mirek === undefined ? undefined : mirekToXy(mirek);
}

function toGradientChange(light: Resource, body: Members): Members {
  const points = getNestedMember(body, 'gradient', 'points');
  if (!Array.isArray(points)) return endsGradient(body) ? { gradient: { points: [] } } : {};
  const mode = getNestedMember(body, 'gradient', 'mode') ?? 'interpolated_palette';
  const clampedPoints = points.flatMap((point: unknown) => {
    const xy = getXyMember(point, 'color', 'xy');
    return xy === undefined ? [] : [{ color: { xy: clampToLightGamut(light, xy) } }];
  });
  return { gradient: { points: clampedPoints, mode } };
}

/** A white or one colour for the whole lamp. */
const endsGradient = (body: Members): boolean =>
  getNestedMember(body, 'color', 'xy') !== undefined || body['color_temperature'] !== undefined;

function clampToLightGamut(light: Resource, requested: Xy): Xy {
  const gamut = getGamut(light);
  return gamut === undefined ? requested : clampToGamut(requested, gamut);
}

/** Undefined for `stop`: simulated lamps have no transitions. */
function toSignedDelta(delta: unknown, name: string): number | undefined {
  if (!isObject(delta)) return undefined;
  const step = getNumericMember(delta, name) ?? 0;
  if (delta['action'] === 'up') return step;
  return delta['action'] === 'down' ? -step : undefined;
}

/**
 * In percent, for a lamp of 254 levels. Bridges of 2026 report `(level - 1) / 253 * 100` with two decimals (observed:
 * 20.16, 49.8, 62.06, 79.84), and 0 as the lowest level.
 */
function roundToBrightnessStep(brightness: number): number {
  const step = Math.min(253, Math.max(1, Math.round((brightness / 100) * 253)));
  return Math.round((step / 253) * 10_000) / 100;
}

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
function assertEffectsSupported(light: Resource, body: Members): void {
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
function toEffectChange(light: Resource, body: Members): Members {
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
function simulateTimedEffect(
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

/** In ms. */
const whiteAsColorDelay = 1_500;

/**
 * Lamps of other makers report a white as its colour a moment later (openhab/openhab-addons#15926,
 * home-assistant/core#62497).
 */
function simulateWhiteAsColor(
  { home, timers, speedFactor }: SimulationContext,
  light: Resource,
  body: Members,
): void {
  const name = `white as colour ${light.id}`;
  if (changesLightState(body)) timers.cancel(name);
  const isOfOtherMaker = getNestedMember(light, 'color', 'gamut_type') === 'other';
  if (!isOfOtherMaker || getNestedMember(body, 'color_temperature', 'mirek') === undefined) return;
  timers.restart(name, whiteAsColorDelay / speedFactor, () => {
    home.change(light.id, { color_temperature: { mirek: null, mirek_valid: false } });
  });
}

const toTimerName = ({ id }: Resource): string => `fade to off ${id}`;

/**
 * Each step becomes the brightness with which the lamp turns on again; at the end, the lowest brightness
 * (home-assistant/core#32894, #55240).
 */
function simulateFadeToOff(
  { home, timers, speedFactor }: SimulationContext,
  light: Resource,
  body: Members,
): void {
  const duration = getNumericMember(body, 'dynamics', 'duration') ?? 0;
  const isFade =
    getNestedMember(body, 'on', 'on') === false &&
    getNestedMember(light, 'on', 'on') === true &&
    isObject(light['dimming']);
  if (!isFade || duration === 0) return;
  timers.restart(toTimerName(light), duration / speedFactor, () => {
    if (getNestedMember(home.get(light.id), 'on', 'on') === false) {
      home.change(light.id, { dimming: { brightness: roundToBrightnessStep(0) } });
    }
  });
}

/**
 * A fade to off ends when the lamp is turned on.
 *
 * @returns the brightness that the fade has reached, unless the body has one
 */
function interruptFadeToOff(
  { timers, appearances }: SimulationContext,
  light: Resource,
  body: Members,
): Members {
  if (getNestedMember(body, 'on', 'on') !== true || !timers.cancel(toTimerName(light))) return {};
  const reached = appearances.getLight(light.id)?.brightness;
  return body['dimming'] !== undefined || reached === undefined
    ? {}
    : { dimming: { brightness: roundToBrightnessStep(reached) } };
}

/**
 * As when a button is released.
 *
 * @returns the brightness that the lamp has reached
 */
function stopSimulatedDimming(
  { appearances }: SimulationContext,
  light: Resource,
  body: Members,
): Members {
  if (getNestedMember(body, 'dimming_delta', 'action') !== 'stop') return {};
  const reached = appearances.getLight(light.id)?.brightness;
  return !isObject(light['dimming']) || reached === undefined || reached === 0
    ? {}
    : { dimming: { brightness: roundToBrightnessStep(reached) } };
}

/** Makes the active scenes of the rooms and zones of these lamps inactive, because a command changed the lamps. */
export function deactivateSimulatedScenes(
  { home }: SimulationContext,
  lamps: readonly Resource[],
): void {
  const changedIds = new Set(lamps.map(({ id }) => id));
  for (const scene of home.byType('scene')) {
    if ((getNestedMember(scene, 'status', 'active') ?? 'inactive') === 'inactive') continue;
    const group = home.get(String(getNestedMember(scene, 'group', 'rid')));
    if (findGroupLights(home, group).some(({ id }) => changedIds.has(id)))
      home.change(scene.id, { status: { active: 'inactive' } });
  }
}
