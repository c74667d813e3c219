import { isObject, gradientModes, getNestedMember, appendMemberToPath } from '../../../resources';
import type { Resource } from '../../../resources';
import { refuseUnknownMembers } from '../../parsing/object-members';
import { accept, refuse, mapResult } from '../../parsing/parse-result';
import type { CommandWarning, ParseResult } from '../../parsing/parse-result';
import { parseLampColors } from './color';
import { getSupportedNames, parseSupportedName } from '../lamp-abilities';
import { isUnsupportedByLamp } from '../light-property';
import type { LightCommandProperty } from '../light-property';

/** Hue CLIP API reference. */
const minPoints = 2;
const maxPoints = 5;

const suggestionByAlias: ReadonlyMap<string, string> = new Map(
  ['hex', 'rgb', 'xyColor', 'points'].map((name) => [name, 'colors']),
);

export const gradient: LightCommandProperty = {
  groupSupport: 'members',
  isServiceValue: (value) => isObject(value) && 'points' in value,
  parse(value, context) {
    const { at, lamp } = context;
    const input = isObject(value) ? value : { colors: value };
    const checkedInput = refuseUnknownMembers(input, ['colors', 'mode'], at, suggestionByAlias);
    if (!checkedInput.ok) return checkedInput;
    if (isUnsupportedByLamp(context, 'gradient')) return accept({ lacking: 'gradient' });
    const colorsAt = isObject(value) ? appendMemberToPath(at, 'colors') : at;
    const colors = input['colors'];
    if (!Array.isArray(colors) || colors.length < minPoints || colors.length > maxPoints) {
      const expected = { kind: 'colors', minimum: minPoints, maximum: maxPoints } as const;
      return refuse(colorsAt, expected, colors);
    }
    const pointLimit = getPointLimit(lamp);
    const shown = parseLampColors(colors.slice(0, pointLimit), { ...context, at: colorsAt });
    if (!shown.ok) return shown;
    const mode = parseGradientMode(input['mode'], appendMemberToPath(at, 'mode'), lamp);
    if (!mode.ok) return mode;
    const points = shown.value.colors.map((xy) => ({ color: { xy } }));
    const dropped: readonly CommandWarning[] =
      colors.length > pointLimit ? [{ kind: 'fewerColors', path: colorsAt, most: pointLimit }] : [];
    return accept({
      body: { gradient: { points, ...mode.value } },
      warnings: [...shown.value.warnings, ...dropped],
      turnsOn: true,
    });
  },
};

function getPointLimit(lamp: Resource | undefined): number {
  const capable = getNestedMember(lamp, 'gradient', 'points_capable');
  return typeof capable === 'number' && capable >= minPoints && capable < maxPoints
    ? Math.floor(capable)
    : maxPoints;
}

function parseGradientMode(
  value: unknown,
  at: string,
  lamp: Resource | undefined,
): ParseResult<{ mode?: string }> {
  if (value === undefined) return accept({});
  const supported = getSupportedNames(lamp, 'gradient', 'mode_values');
  return mapResult(parseSupportedName(value, { at, lamp }, supported, gradientModes), (mode) => ({
    mode,
  }));
}
