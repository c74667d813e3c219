import { isObject, getNestedMember, getNumericMember } from '../../../resources';
import type { Resource, Members } from '../../../resources';
import { SimulatorHttpError } from '../../http/simulator-response';
import type { ResourceWriteHandler, SimulationContext } from '../resource-write-handler';
import { isLampReachable, getLightOffHints, getUnreachableLampHints } from './hints';
import { findOwner } from '../../home/find-resources';
import { simulateTimedEffect, toEffectChange, assertEffectsSupported } from './light-effects';
import {
  changesLightState,
  computeLightChangeFromBody,
  listUnsupportedBodyMembers,
  roundToBrightnessStep,
} from './light-state';
import { deactivateSimulatedScenes } from '../scene/scene-state';
import { simulateBlinking, simulateSignaling } from './signaling';

const storedMembers = ['content_configuration', 'geometry', 'metadata', 'mode'] as const;

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

/** Service document, section 2.4. */
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
