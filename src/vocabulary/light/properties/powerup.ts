import { isObject, appendMemberToPath } from '../../../resources';
import { kelvinToMirek } from '../../../units/light-color';
import { parseOnOff, parseBoundedNumber } from '../../parsing/parse-scalars';
import { refuseUnknownMembers } from '../../parsing/object-members';
import { createParseSuccess, createInvalidValueResult } from '../../parsing/parse-result';
import type { CommandWarning, ParseResult } from '../../parsing/parse-result';
import { parseLampColor } from './color';
import { clampMirek, createKelvinClampDescriber, acceptedKelvinRange } from './color-temperature';
import { parseSupportedName } from '../parse-supported-name';
import { isUnsupportedByLamp } from '../light-property';
import type { LightCommandProperty, LightCommandPropertyContext } from '../light-property';

/** Presets for the return of power (Hue CLIP API reference). */
const powerupPresets = ['safety', 'powerfail', 'last_on_state', 'custom'];
const customPreset = 'custom';
const previousMode = 'previous';

type Context = Pick<LightCommandPropertyContext, 'at' | 'lamp'>;

interface PowerupFragment {
  body: Record<string, unknown>;
  warnings?: readonly CommandWarning[];
}

const memberNames = ['preset', 'on', 'brightness', 'kelvin', 'color'];

const suggestionByAlias: ReadonlyMap<string, string> = new Map([
  ['colorTemp', 'kelvin'],
  ['mirek', 'kelvin'],
  ['xyColor', 'color'],
]);

/** `powerup`: a preset, or `{on, brightness, kelvin, color}`, for the return of power. */
export const powerupCommandProperty: LightCommandProperty = {
  groupSupport: 'members',
  isServiceValue: (value) =>
    isObject(value) && ['on', 'dimming', 'color'].some((name) => isServiceMember(value[name])),
  parse(value, context) {
    const { at, lamp } = context;
    const input = isObject(value) ? value : { preset: value };
    const checkedInput = refuseUnknownMembers(input, memberNames, at, suggestionByAlias);
    if (!checkedInput.ok) return checkedInput;
    if (isUnsupportedByLamp(context, 'powerup')) {
      return createParseSuccess({ lacking: 'powerup' });
    }
    const details = memberNames.filter((name) => name !== 'preset' && input[name] !== undefined);
    const preset = parseSupportedName(
      input['preset'] ?? (details.length > 0 ? customPreset : undefined),
      { at: isObject(value) ? appendMemberToPath(at, 'preset') : at, lamp },
      undefined,
      powerupPresets,
    );
    if (!preset.ok) return preset;
    if (preset.value !== customPreset && details.length > 0) {
      return createInvalidValueResult(
        appendMemberToPath(at, 'preset'),
        { kind: 'presetBeside', names: details },
        input['preset'],
      );
    }
    if (input['color'] !== undefined && input['kelvin'] !== undefined) {
      return createInvalidValueResult(
        at,
        { kind: 'notBoth', one: 'color', other: 'kelvin' },
        input,
      );
    }
    const body: Record<string, unknown> = { preset: preset.value };
    const warnings: CommandWarning[] = [];
    for (const name of details) {
      const fragment = parsePowerupMember(name, input[name], {
        at: appendMemberToPath(at, name),
        lamp,
      });
      if (!fragment.ok) return fragment;
      Object.assign(body, fragment.value.body);
      warnings.push(...(fragment.value.warnings ?? []));
    }
    return createParseSuccess({ body: { powerup: body }, warnings });
  },
};

const isServiceMember = (value: unknown): boolean => isObject(value) && 'mode' in value;

function parsePowerupMember(
  name: string,
  value: unknown,
  context: Context,
): ParseResult<PowerupFragment> {
  if (name === 'on') return parsePowerupOn(value, context);
  if (name === 'brightness') return parsePowerupBrightness(value, context);
  return name === 'kelvin' ? parsePowerupKelvin(value, context) : parsePowerupColor(value, context);
}

function parsePowerupOn(value: unknown, { at }: Context): ParseResult<PowerupFragment> {
  if (value === previousMode || value === 'toggle')
    return createParseSuccess({ body: { on: { mode: value } } });
  const on = parseOnOff(value);
  return on === undefined
    ? createInvalidValueResult(
        at,
        { kind: 'either', first: 'true, false, "toggle"', last: '"previous"' },
        value,
      )
    : createParseSuccess({ body: { on: { mode: 'on', on: { on } } } });
}

function parsePowerupBrightness(value: unknown, { at }: Context): ParseResult<PowerupFragment> {
  if (value === previousMode)
    return createParseSuccess({ body: { dimming: { mode: previousMode } } });
  const brightness = parseBoundedNumber(value, at, [0, 100], '%');
  return brightness.ok
    ? createParseSuccess({
        body: { dimming: { mode: 'dimming', dimming: { brightness: brightness.value } } },
      })
    : brightness;
}

function parsePowerupKelvin(value: unknown, context: Context): ParseResult<PowerupFragment> {
  const kelvin = parseBoundedNumber(value, context.at, acceptedKelvinRange, 'k');
  if (!kelvin.ok) return kelvin;
  const { mirek, warnings } = clampMirek(
    kelvinToMirek(kelvin.value),
    context,
    createKelvinClampDescriber(kelvin.value),
  );
  return createParseSuccess({
    body: { color: { mode: 'color_temperature', color_temperature: { mirek } } },
    warnings,
  });
}

function parsePowerupColor(value: unknown, context: Context): ParseResult<PowerupFragment> {
  if (value === previousMode)
    return createParseSuccess({ body: { color: { mode: previousMode } } });
  const color = parseLampColor(value, context);
  return color.ok
    ? createParseSuccess({
        body: { color: { mode: 'color', color: { xy: color.value.xy } } },
        warnings: color.value.warnings,
      })
    : color;
}
