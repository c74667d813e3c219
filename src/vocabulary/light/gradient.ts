import { isObject, knownGradientModes, member, pathOf } from '../../resources';
import type { Resource } from '../../resources';
import { onlyMembers } from '../members';
import { accept, refuse } from '../result';
import type { Result } from '../result';
import { readLampColors } from './color';
import { namesIn, readOffered } from './offered';
import { lacks } from './word';
import type { LightWord } from './word';

/** Fewest and most points that the service takes (Hue CLIP API reference). */
const fewestPoints = 2;
const mostPoints = 5;

/** `gradient`: a list of 2 to 5 colours, or `{colors, mode}`. */
export const gradient: LightWord = {
  forGroups: false,
  isServiceForm: (value) => isObject(value) && 'points' in value,
  read(value, context) {
    const { at, lamp } = context;
    const wish = isObject(value) ? value : { colors: value };
    const stray = onlyMembers(wish, ['colors', 'mode'], at);
    if (!stray.ok) return stray;
    if (lacks(context, 'gradient')) return accept({ lacking: 'a lamp that shows gradients' });
    const colorsAt = isObject(value) ? pathOf(at, 'colors') : at;
    const colors = wish['colors'];
    if (!Array.isArray(colors) || colors.length < fewestPoints || colors.length > mostPoints) {
      return refuse(colorsAt, `a list of ${fewestPoints} to ${mostPoints} colours`, colors);
    }
    const most = pointsOf(lamp);
    const fitted = readLampColors(colors.slice(0, most), { at: colorsAt, lamp });
    if (!fitted.ok) return fitted;
    const mode = readMode(wish['mode'], pathOf(at, 'mode'), lamp);
    if (!mode.ok) return mode;
    const points = fitted.value.colors.map((xy) => ({ color: { xy } }));
    const dropped =
      colors.length > most
        ? [`${colorsAt}: this lamp takes ${most} colours, the rest is left out.`]
        : [];
    return accept({
      body: { gradient: { points, ...mode.value } },
      warnings: [...fitted.value.warnings, ...dropped],
      turnsOn: true,
    });
  },
};

function pointsOf(lamp: Resource | undefined): number {
  const capable = member(lamp, 'gradient', 'points_capable');
  return typeof capable === 'number' && capable >= fewestPoints && capable < mostPoints
    ? Math.floor(capable)
    : mostPoints;
}

function readMode(
  value: unknown,
  at: string,
  lamp: Resource | undefined,
): Result<{ mode?: string }> {
  if (value === undefined) return accept({});
  const mode = readOffered(
    value,
    { at },
    namesIn(lamp, 'gradient', 'mode_values'),
    knownGradientModes,
  );
  return mode.ok ? accept({ mode: mode.value }) : mode;
}
