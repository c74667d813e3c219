import {
  isObject,
  knownEffects,
  knownTimedEffects,
  longestTimedEffect,
  member,
  pathOf,
} from '../../resources';
import { kelvinToMirek } from '../../units/mirek';
import { readDuration, readNumber } from '../amounts';
import { onlyMembers } from '../members';
import { accept, refuse } from '../result';
import type { Result } from '../result';
import { readLampColor } from './color';
import { fitMirek, inKelvin, kelvinRange } from './color-temperature';
import { namesIn, readOffered } from './offered';
import { lacks } from './word';
import type { LightWord, Reading, WordContext } from './word';

const noEffect = 'no_effect';

/** `effect`: a name, or `{name, speed, color, kelvin}`; "none" or false ends it. */
export const effect: LightWord = {
  forGroups: false,
  read(value, context) {
    const { at, lamp } = context;
    const wish = isObject(value) ? value : { name: value };
    const stray = onlyMembers(wish, ['name', 'speed', 'color', 'kelvin'], at);
    if (!stray.ok) return stray;
    if (lacks(context, 'effects', 'effects_v2')) {
      return accept({ lacking: 'a lamp with effects' });
    }
    const nameAt = isObject(value) ? pathOf(at, 'name') : at;
    const name = readOffered(asEffect(wish['name']), { at: nameAt }, effectsOf(lamp), knownEffects);
    if (!name.ok) return name;
    const parameters = readParameters(wish, context);
    return parameters.ok ? assemble(name.value, parameters.value, context) : parameters;
  },
};

/** `timedEffect`: `{effect: "sunrise", duration: "30min"}`; "none" or false ends it. */
export const timedEffect: LightWord = {
  forGroups: false,
  read(value, context) {
    const { at } = context;
    const wish = isObject(value) ? value : { effect: value };
    const stray = onlyMembers(wish, ['effect', 'duration'], at);
    if (!stray.ok) return stray;
    const nameAt = isObject(value) ? pathOf(at, 'effect') : at;
    return readTimed(asEffect(wish['effect']), wish['duration'], nameAt, {
      ...context,
      at: pathOf(at, 'duration'),
    });
  },
};

/** `sunrise`: how long it takes, such as `"30min"`. */
export const sunrise: LightWord = timed('sunrise');
/** `sunset`: how long it takes, such as `"30min"`. */
export const sunset: LightWord = timed('sunset');

function timed(name: string): LightWord {
  return {
    forGroups: false,
    read: (value, context) => readTimed(name, value, context.at, context),
  };
}

function readTimed(wanted: unknown, time: unknown, nameAt: string, context: WordContext): Reading {
  const { at, lamp } = context;
  if (lacks(context, 'timed_effects')) return accept({ lacking: 'a lamp with timed effects' });
  const offered = namesIn(lamp, 'timed_effects', 'effect_values');
  const name = readOffered(wanted, { at: nameAt }, offered, knownTimedEffects);
  if (!name.ok) return name;
  if (name.value === noEffect) return accept({ body: { timed_effects: { effect: noEffect } } });
  const duration = readDuration(time, at, longestTimedEffect);
  return duration.ok
    ? accept({
        body: { timed_effects: { effect: name.value, duration: duration.value } },
        turnsOn: true,
      })
    : duration;
}

/** Words that people use for no effect at all. */
const asEffect = (value: unknown): unknown =>
  value === false || value === 'none' || value === 'off' ? noEffect : value;

const effectsOf = (lamp: unknown): readonly string[] | undefined =>
  namesIn(lamp, 'effects_v2', 'action', 'effect_values') ??
  namesIn(lamp, 'effects_v2', 'status', 'effect_values') ??
  namesIn(lamp, 'effects', 'effect_values') ??
  namesIn(lamp, 'effects', 'status_values');

interface Parameters {
  values: Record<string, unknown>;
  warnings: readonly string[];
}

function readParameters(wish: Record<string, unknown>, context: WordContext): Result<Parameters> {
  const { at, lamp } = context;
  const values: Record<string, unknown> = {};
  const warnings: string[] = [];
  if (wish['color'] !== undefined && wish['kelvin'] !== undefined) {
    return refuse(at, 'either color or kelvin, not both', wish);
  }
  if (wish['speed'] !== undefined) {
    const speed = readNumber(wish['speed'], pathOf(at, 'speed'), [0, 1]);
    if (!speed.ok) return speed;
    values['speed'] = speed.value;
  }
  if (wish['color'] !== undefined) {
    const color = readLampColor(wish['color'], { at: pathOf(at, 'color'), lamp });
    if (!color.ok) return color;
    values['color'] = { xy: color.value.xy };
    warnings.push(...color.value.warnings);
  }
  if (wish['kelvin'] !== undefined) {
    const kelvin = readNumber(wish['kelvin'], pathOf(at, 'kelvin'), kelvinRange, 'k');
    if (!kelvin.ok) return kelvin;
    const white = fitMirek(
      kelvinToMirek(kelvin.value),
      { at: pathOf(at, 'kelvin'), lamp },
      inKelvin(kelvin.value),
    );
    values['color_temperature'] = { mirek: white.mirek };
    warnings.push(...white.warnings);
  }
  return accept({ values, warnings });
}

/** Newer lamps take parameters with an effect; to others only its name can be told. */
function assemble(name: string, { values, warnings }: Parameters, context: WordContext): Reading {
  const { lamp, at } = context;
  const parametersGiven = Object.keys(values).length > 0;
  const turnsOn = name !== noEffect;
  const speaksOld = member(lamp, 'effects') !== undefined;
  const takesParameters =
    member(lamp, 'effects_v2') !== undefined || (parametersGiven && !speaksOld);
  if (!takesParameters) {
    return accept({
      body: { effects: { effect: name } },
      warnings: parametersGiven ? [`${at}: this lamp takes only the name of an effect.`] : [],
      turnsOn,
    });
  }
  const action = parametersGiven ? { effect: name, parameters: values } : { effect: name };
  return accept({ body: { effects_v2: { action } }, warnings, turnsOn });
}
