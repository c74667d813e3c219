import { getGradient, getRunningEffect, getReportedMirek } from '../../resources/types/light';
import { getNestedMember, isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import { lightWordGroups } from './words/word';
import { parseOnOff } from '../values';
import { lightWordNames } from './words/all-words';
import { isWholeLight } from './request';
import type { LightCommandTarget } from './words/word';

/**
 * Converts a state from a bridge, whole or in part; other words, such as `transition`, stay. Returns any other payload
 * unchanged.
 */
export function reportedStateToLightCommand(payload: Members, target: LightCommandTarget): Members {
  return isWholeLight(payload) ? toPlainWords(payload, target) : toWritableMembers(payload);
}

function toWritableMembers(payload: Members): Members {
  const { dimming, color, color_temperature: white } = payload;
  const isWhiteReported = isObject(white) && ('mirek_valid' in white || 'mirek_schema' in white);
  const isColorReported = isObject(color) && ('gamut' in color || 'gamut_type' in color);
  const isDimmingReported = isObject(dimming) && 'min_dim_level' in dimming;
  if (!isWhiteReported && !isColorReported && !isDimmingReported) return payload;
  const state: Record<string, unknown> = { ...payload };
  if (isDimmingReported) state['dimming'] = { brightness: dimming['brightness'] };
  if (isColorReported) state['color'] = { xy: color['xy'] };
  if (!isWhiteReported) return state;
  delete state['color_temperature'];
  const mirek = getReportedMirek(payload);
  if (mirek === undefined) return state;
  // Beside a white, `color` is the same white as a point of the CIE 1931 diagram.
  if (isObject(color)) delete state['color'];
  return { ...state, color_temperature: { mirek } };
}

/** Leaves out settings such as the name, and temporary states such as a signal. */
function toPlainWords(resource: Members, target: LightCommandTarget): Members {
  const words = getAddedWords(resource);
  // A word of the message replaces what the resource has of the same group.
  const isFree = (group: keyof typeof lightWordGroups): boolean =>
    lightWordGroups[group].every((name) => words[name] === undefined);
  const on = getNestedMember(resource, 'on', 'on');
  const brightness = getNestedMember(resource, 'dimming', 'brightness');
  const state: Record<string, unknown> = {};
  if (isFree('on') && on !== undefined) state['on'] = on;
  // A lamp that is off ignores all other words.
  if ((state['on'] ?? parseOnOff(words['on'])) === false) return { ...state, ...words };
  if (isFree('brightness') && brightness !== undefined) state['brightness'] = brightness;
  return { ...state, ...(isFree('color') ? getShownLight(resource, target) : {}), ...words };
}

function getAddedWords(resource: Members): Members {
  const duration = getNestedMember(resource, 'dynamics', 'duration');
  // Bridges write null for what a plug of another maker lacks.
  const added = Object.entries(resource).filter(([name, value]) =>
    isObject(value)
      ? lightWordNames.includes(name) && !reportedMembers.has(name)
      : value !== null && !identifyingMembers.has(name),
  );
  return {
    ...Object.fromEntries(added),
    ...(duration === undefined ? {} : { dynamics: { duration } }),
  };
}

const reportedMembers: ReadonlySet<string> = new Set([
  'on',
  'color',
  'gradient',
  'powerup',
  'alert',
  'identify',
]);

/** Not objects. Service document, section 2.4. */
const identifyingMembers: ReadonlySet<string> = new Set([
  'id',
  'id_v1',
  'type',
  'service_id',
  'mode',
]);

function getShownLight(resource: Members, { kind, lamp }: LightCommandTarget): Members {
  const effect = getRunningEffect(resource);
  if (effect !== undefined && kind === 'light') return { effect: getEffect(resource, effect) };
  const endsEffect = kind === 'light' && lamp !== undefined && getRunningEffect(lamp) !== undefined;
  const gradient = kind === 'light' ? getGradient(resource) : undefined;
  return {
    ...(endsEffect ? { effect: 'none' } : {}),
    ...(gradient === undefined ? toColorWord(resource, 'xy') : { gradient }),
  };
}

function getEffect(resource: Members, name: string): Members {
  const parameters = getNestedMember(resource, 'effects_v2', 'status', 'parameters');
  const speed = getNestedMember(parameters, 'speed');
  return {
    name,
    ...(typeof speed === 'number' ? { speed } : {}),
    ...(isObject(parameters) ? toColorWord(parameters, 'color') : {}),
  };
}

/** @param colorName word for a colour */
function toColorWord(members: Members, colorName: 'color' | 'xy'): Members {
  const mirek = getReportedMirek(members);
  if (mirek !== undefined) return { mirek };
  const xy = getNestedMember(members, 'color', 'xy');
  return isObject(xy) ? { [colorName]: xy } : {};
}
