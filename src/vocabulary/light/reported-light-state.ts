import { getGradient, getRunningEffect, getReportedMirek } from '../../resources/types/light';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import { parseOnOff } from '../parsing/parse-scalars';
import { lightCommandPropertyNames } from './light-command-properties';
import type { LightResourceType } from './light-property';

type Members = Readonly<Record<string, unknown>>;

/** The lamp or group that a command is for. */
interface CommandTarget {
  kind: LightResourceType;
  /** Last known state; undefined when it is not known. */
  lamp: Resource | undefined;
}

/**
 * Turns what a bridge reports of a lamp or a group into a command that brings about that state: a whole resource, or
 * members of one. What a message holds beside it, such as `transition`, stays. Any other payload is returned as it is.
 */
export function reportedStateToLightCommand(payload: Members, target: CommandTarget): Members {
  return isWholeResource(payload) ? toPlainWords(payload, target) : toWritableMembers(payload);
}

const isWholeResource = ({ id, type }: Members): boolean =>
  typeof id === 'string' && (type === 'light' || type === 'grouped_light');

/** Members of the service's own body without what is only reported. */
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

/** Properties of which the message sets one itself instead of the resource. */
const propertyGroups = {
  on: ['on', 'toggle', 'turnOn'],
  brightness: ['brightness', 'dim'],
  color: ['color', 'hex', 'rgb', 'hsv', 'xy', 'kelvin', 'mirek', 'gradient', 'effect'],
} as const;

/**
 * The state of a whole resource as light properties, so that another lamp takes of it what it can. Settings such as
 * its name, and what passes by itself, such as a signal, belong to no state.
 */
function toPlainWords(resource: Members, target: CommandTarget): Members {
  const words = getAddedWords(resource);
  const isFree = (group: keyof typeof propertyGroups): boolean =>
    propertyGroups[group].every((name) => words[name] === undefined);
  const on = getNestedMember(resource, 'on', 'on');
  const brightness = getNestedMember(resource, 'dimming', 'brightness');
  const state: Record<string, unknown> = {};
  if (isFree('on') && on !== undefined) state['on'] = on;
  // A lamp that is off takes nothing else.
  if ((state['on'] ?? parseOnOff(words['on'])) === false) return { ...state, ...words };
  if (isFree('brightness') && brightness !== undefined) state['brightness'] = brightness;
  return { ...state, ...(isFree('color') ? getShownLight(resource, target) : {}), ...words };
}

/** What a message holds beside the members of a resource. */
function getAddedWords(resource: Members): Record<string, unknown> {
  const duration = getNestedMember(resource, 'dynamics', 'duration');
  const added = Object.entries(resource).filter(([name, value]) =>
    isObject(value)
      ? lightCommandPropertyNames.includes(name) && !reportedMembers.has(name)
      : !identifyingMembers.has(name),
  );
  return {
    ...Object.fromEntries(added),
    ...(duration === undefined ? {} : { dynamics: { duration } }),
  };
}

/** Members of a resource that are called like a light property. */
const reportedMembers: ReadonlySet<string> = new Set([
  'on',
  'color',
  'gradient',
  'powerup',
  'alert',
  'identify',
]);

/** Members of a resource that are no objects. Service document, section 2.4. */
const identifyingMembers: ReadonlySet<string> = new Set([
  'id',
  'id_v1',
  'type',
  'service_id',
  'mode',
]);

/** What a lamp shows: an effect, a gradient, a white or a colour. */
function getShownLight(resource: Members, { kind, lamp }: CommandTarget): Members {
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

/** The white or the colour among some members, the colour under the given name. */
function toColorWord(members: Members, colorName: 'color' | 'xy'): Members {
  const mirek = getReportedMirek(members);
  if (mirek !== undefined) return { mirek };
  const xy = getNestedMember(members, 'color', 'xy');
  return isObject(xy) ? { [colorName]: xy } : {};
}
