import { isObject, getNestedMember, appendMemberToPath } from '../../../resources/members';
import type { Members } from '../../../resources/members';
import {
  effectNames,
  timedEffectNames,
  maxTimedEffectDuration,
} from '../../../resources/light-schemas';
import { parseBoundedDuration, parseBoundedNumber, refuseUnknownMembers } from '../../values';
import { accept, refuse, mapResult, refuseBoth } from '../../parse-result';
import type { CommandWarning, ParseResult } from '../../parse-result';
import { parseLampColor } from './color';
import { parseWhite } from './white';
import {
  getSupportedEffects,
  getSupportedNames,
  noEffectName,
  parseSupportedName,
} from '../abilities';
import { isUnsupportedByLamp } from './word';
import type {
  CommandBodyFragment,
  LightWords,
  LightWord,
  LightWordResult,
  LightWordContext,
} from './word';

const colorMembers = ['color', 'kelvin', 'mirek'] as const;
const effectMembers: readonly string[] = ['name', 'speed', ...colorMembers];

const effect: LightWord = {
  groupSupport: 'members',
  parse(value, context) {
    const { at, lamp } = context;
    const input = isObject(value) ? value : { name: value };
    const checkedInput = refuseUnknownMembers(input, effectMembers, at);
    if (!checkedInput.ok) return checkedInput;
    if (isUnsupportedByLamp(context, 'effect')) {
      return accept({ lacking: 'effect' });
    }
    const nameAt = isObject(value) ? appendMemberToPath(at, 'name') : at;
    const name = parseSupportedName(
      toEffectName(input['name']),
      { at: nameAt, lamp },
      getSupportedEffects(lamp),
      effectNames,
    );
    if (!name.ok) return name;
    return mapResult(parseEffectParameters(input, context), (parameters) =>
      buildEffectBody(name.value, parameters, context),
    );
  },
};

const timedEffect: LightWord = {
  groupSupport: 'members',
  parse(value, context) {
    const { at } = context;
    const input = isObject(value) ? value : { effect: value };
    const checkedInput = refuseUnknownMembers(input, ['effect', 'duration'], at);
    if (!checkedInput.ok) return checkedInput;
    const nameAt = isObject(value) ? appendMemberToPath(at, 'effect') : at;
    return parseTimedEffect(toEffectName(input['effect']), input['duration'], nameAt, {
      ...context,
      at: appendMemberToPath(at, 'duration'),
    });
  },
};

/** The value is the duration, such as `"30min"`. */
const createTimedEffectWord = (name: string): LightWord => ({
  groupSupport: 'members',
  parse: (value, context) => parseTimedEffect(name, value, context.at, context),
});

export const effectWords: LightWords = {
  effect,
  timedEffect,
  sunrise: createTimedEffectWord('sunrise'),
  sunset: createTimedEffectWord('sunset'),
};

function parseTimedEffect(
  nameValue: unknown,
  durationValue: unknown,
  nameAt: string,
  context: LightWordContext,
): LightWordResult {
  const { at, lamp } = context;
  if (isUnsupportedByLamp(context, 'timedEffect')) return accept({ lacking: 'timedEffect' });
  const supported = getSupportedNames(lamp, 'timed_effects', 'effect_values');
  const name = parseSupportedName(nameValue, { at: nameAt, lamp }, supported, timedEffectNames);
  if (!name.ok) return name;
  if (name.value === noEffectName)
    return accept({ body: { timed_effects: { effect: noEffectName } } });
  if (durationValue === undefined) return refuse(at, { kind: 'effectTime' }, undefined);
  return mapResult(parseBoundedDuration(durationValue, at, maxTimedEffectDuration), (duration) => ({
    body: { timed_effects: { effect: name.value, duration } },
    turnsOn: true,
  }));
}

const toEffectName = (value: unknown): unknown =>
  value === false || value === 'none' || value === 'off' ? noEffectName : value;

interface EffectParameters {
  values: Record<string, unknown>;
  warnings: readonly CommandWarning[];
}

function parseEffectParameters(
  input: Members,
  context: LightWordContext,
): ParseResult<EffectParameters> {
  const { at, lamp } = context;
  const values: Record<string, unknown> = {};
  const warnings: CommandWarning[] = [];
  const givenColors = colorMembers.filter((name) => input[name] !== undefined);
  if (givenColors.length > 1) {
    return refuseBoth(at, givenColors.slice(0, -1), givenColors.slice(-1), input);
  }
  if (input['speed'] !== undefined) {
    const speed = parseBoundedNumber(input['speed'], appendMemberToPath(at, 'speed'), [0, 1]);
    if (!speed.ok) return speed;
    values['speed'] = speed.value;
  }
  if (input['color'] !== undefined) {
    const color = parseLampColor(input['color'], {
      ...context,
      at: appendMemberToPath(at, 'color'),
    });
    if (!color.ok) return color;
    values['color'] = { xy: color.value.xy };
    warnings.push(...color.value.warnings);
  }
  for (const name of ['kelvin', 'mirek'] as const) {
    if (input[name] === undefined) continue;
    const white = parseWhite(name, input[name], { at: appendMemberToPath(at, name), lamp });
    if (!white.ok) return white;
    values['color_temperature'] = { mirek: white.value.mirek };
    warnings.push(...white.value.warnings);
  }
  return accept({ values, warnings });
}

/** `effects_v2` with parameters for newer lamps, `effects` with only the name for others. */
function buildEffectBody(
  name: string,
  { values, warnings }: EffectParameters,
  { lamp, at }: LightWordContext,
): CommandBodyFragment {
  const hasParameters = Object.keys(values).length > 0;
  const turnsOn = name !== noEffectName;
  const hasLegacyEffects = getNestedMember(lamp, 'effects') !== undefined;
  const takesParameters =
    getNestedMember(lamp, 'effects_v2') !== undefined || (hasParameters && !hasLegacyEffects);
  if (!takesParameters) {
    return {
      body: { effects: { effect: name } },
      warnings: hasParameters ? [{ kind: 'effectNameOnly', path: at }] : [],
      turnsOn,
    };
  }
  const action = hasParameters ? { effect: name, parameters: values } : { effect: name };
  return { body: { effects_v2: { action } }, warnings, turnsOn };
}
