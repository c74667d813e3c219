import { isObject, appendMemberToPath } from '../../../resources/members';
import { parseOnOff, parseBoundedNumber, parseName, refuseUnknownMembers } from '../../values';
import { accept, refuse, mapResult, refuseBoth } from '../../parse-result';
import type { CommandWarning, ParseResult } from '../../parse-result';
import { parseLampColor } from './color';
import { parseWhite } from './white';
import { parseSupportedName } from '../abilities';
import { isUnsupportedByLamp } from './word';
import type { LightWord, LightWordContext, LightWords } from './word';

/** Hue CLIP API reference. */
const functionNames = ['functional', 'decorative', 'mixed', 'unknown'];

export const metadataWords: LightWords = {
  name: {
    groupSupport: 'none',
    parse: (value, { at }) =>
      mapResult(parseName(value, at), (name) => ({ body: { metadata: { name } } })),
  },

  archetype: {
    groupSupport: 'none',
    parse: (value, context) =>
      mapResult(
        parseSupportedName(value, context, undefined, ['classic_bulb', 'floor_shade']),
        (archetype) => ({ body: { metadata: { archetype } } }),
      ),
  },

  function: {
    groupSupport: 'none',
    parse: (value, { at }) =>
      typeof value === 'string' && functionNames.includes(value)
        ? accept({ body: { metadata: { function: value } } })
        : refuse(at, { kind: 'oneOf', values: functionNames }, value),
  },
};

/** Hue CLIP API reference. */
const powerupPresets = ['safety', 'powerfail', 'last_on_state', 'custom'];
const customPreset = 'custom';
const previousMode = 'previous';

type Context = Pick<LightWordContext, 'at' | 'lamp'>;

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

/** For the return of power. */
export const powerup: LightWord = {
  groupSupport: 'members',
  isServiceValue: (value) =>
    isObject(value) && ['on', 'dimming', 'color'].some((name) => isServiceMember(value[name])),
  parse(value, context) {
    const { at, lamp } = context;
    const input = isObject(value) ? value : { preset: value };
    const checkedInput = refuseUnknownMembers(input, memberNames, at, suggestionByAlias);
    if (!checkedInput.ok) return checkedInput;
    if (isUnsupportedByLamp(context, 'powerup')) {
      return accept({ lacking: 'powerup' });
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
      return refuse(
        appendMemberToPath(at, 'preset'),
        { kind: 'presetBeside', names: details },
        input['preset'],
      );
    }
    if (input['color'] !== undefined && input['kelvin'] !== undefined) {
      return refuseBoth(at, 'color', 'kelvin', input);
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
    return accept({ body: { powerup: body }, warnings });
  },
};

const isServiceMember = (value: unknown): boolean => isObject(value) && 'mode' in value;

function parsePowerupMember(
  name: string,
  value: unknown,
  context: Context,
): ParseResult<PowerupFragment> {
  if (name === 'on') return parsePowerupOn(value, context);
  if (name === 'kelvin')
    return mapResult(parseWhite('kelvin', value, context), ({ mirek, warnings }) => ({
      body: { color: { mode: 'color_temperature', color_temperature: { mirek } } },
      warnings,
    }));
  const member = name === 'brightness' ? 'dimming' : 'color';
  if (value === previousMode) return accept({ body: { [member]: { mode: value } } });
  return name === 'brightness'
    ? mapResult(parseBoundedNumber(value, context.at, [0, 100], '%'), (brightness) => ({
        body: { dimming: { mode: 'dimming', dimming: { brightness } } },
      }))
    : mapResult(parseLampColor(value, context), ({ xy, warnings }) => ({
        body: { color: { mode: 'color', color: { xy } } },
        warnings,
      }));
}

function parsePowerupOn(value: unknown, { at }: Context): ParseResult<PowerupFragment> {
  if (value === previousMode || value === 'toggle')
    return accept({ body: { on: { mode: value } } });
  const expected = { kind: 'either', first: 'true, false, "toggle"', last: '"previous"' } as const;
  const on = parseOnOff(value);
  return on === undefined
    ? refuse(at, expected, value)
    : accept({ body: { on: { mode: 'on', on: { on } } } });
}
