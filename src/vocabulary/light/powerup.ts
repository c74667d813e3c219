import { isObject, pathOf } from '../../resources';
import { kelvinToMirek } from '../../units/mirek';
import { parseSwitch, readNumber } from '../amounts';
import { onlyMembers } from '../members';
import { accept, refuse } from '../result';
import type { Result } from '../result';
import { readLampColor } from './color';
import { fitMirek, inKelvin, kelvinRange } from './color-temperature';
import { readOffered } from './offered';
import { lacks } from './word';
import type { LightWord, WordContext } from './word';

/** What a lamp can do when power returns (Hue CLIP API reference). */
const presets = ['safety', 'powerfail', 'last_on_state', 'custom'];
const custom = 'custom';
const previous = 'previous';

type Context = Pick<WordContext, 'at' | 'lamp'>;

/** A member of the service's `powerup`, and what to say about it. */
interface Piece {
  body: Record<string, unknown>;
  warnings?: readonly string[];
}

const words = ['preset', 'on', 'brightness', 'kelvin', 'color'];

/** `powerup`: a preset, or `{on, brightness, kelvin, color}` for when power returns. */
export const powerup: LightWord = {
  forGroups: false,
  isServiceForm: (value) =>
    isObject(value) && ['on', 'dimming', 'color'].some((name) => isServiceMember(value[name])),
  read(value, context) {
    const { at, lamp } = context;
    const wish = isObject(value) ? value : { preset: value };
    const stray = onlyMembers(wish, words, at);
    if (!stray.ok) return stray;
    if (lacks(context, 'powerup')) {
      return accept({ lacking: 'a lamp with a setting for when power returns' });
    }
    const details = words.filter((name) => name !== 'preset' && wish[name] !== undefined);
    const preset = readOffered(
      wish['preset'] ?? (details.length > 0 ? custom : undefined),
      { at: isObject(value) ? pathOf(at, 'preset') : at },
      undefined,
      presets,
    );
    if (!preset.ok) return preset;
    if (preset.value !== custom && details.length > 0) {
      return refuse(pathOf(at, 'preset'), `custom beside ${details.join(', ')}`, wish['preset']);
    }
    if (wish['color'] !== undefined && wish['kelvin'] !== undefined) {
      return refuse(at, 'either color or kelvin, not both', wish);
    }
    const body: Record<string, unknown> = { preset: preset.value };
    const warnings: string[] = [];
    for (const name of details) {
      const piece = readPiece(name, wish[name], { at: pathOf(at, name), lamp });
      if (!piece.ok) return piece;
      Object.assign(body, piece.value.body);
      warnings.push(...(piece.value.warnings ?? []));
    }
    return accept({ body: { powerup: body }, warnings });
  },
};

const isServiceMember = (value: unknown): boolean => isObject(value) && 'mode' in value;

function readPiece(name: string, value: unknown, context: Context): Result<Piece> {
  if (name === 'on') return readOn(value, context);
  if (name === 'brightness') return readBrightness(value, context);
  return name === 'kelvin' ? readKelvin(value, context) : readColor(value, context);
}

function readOn(value: unknown, { at }: Context): Result<Piece> {
  if (value === previous || value === 'toggle') return accept({ body: { on: { mode: value } } });
  const on = parseSwitch(value);
  return on === undefined
    ? refuse(at, 'true, false, "toggle" or "previous"', value)
    : accept({ body: { on: { mode: 'on', on: { on } } } });
}

function readBrightness(value: unknown, { at }: Context): Result<Piece> {
  if (value === previous) return accept({ body: { dimming: { mode: previous } } });
  const brightness = readNumber(value, at, [0, 100], '%');
  return brightness.ok
    ? accept({ body: { dimming: { mode: 'dimming', dimming: { brightness: brightness.value } } } })
    : brightness;
}

function readKelvin(value: unknown, context: Context): Result<Piece> {
  const kelvin = readNumber(value, context.at, kelvinRange, 'k');
  if (!kelvin.ok) return kelvin;
  const { mirek, warnings } = fitMirek(
    kelvinToMirek(kelvin.value),
    context,
    inKelvin(kelvin.value),
  );
  return accept({
    body: { color: { mode: 'color_temperature', color_temperature: { mirek } } },
    warnings,
  });
}

function readColor(value: unknown, context: Context): Result<Piece> {
  if (value === previous) return accept({ body: { color: { mode: previous } } });
  const color = readLampColor(value, context);
  return color.ok
    ? accept({
        body: { color: { mode: 'color', color: { xy: color.value.xy } } },
        warnings: color.value.warnings,
      })
    : color;
}
