import { hsvToRgb, normalizeHue, rgbToHsv } from '../../../units/color-conversion';
import { explainHue, explainPercentage } from '../../parsing/other-scale';
import { parseNumberOrStep, parseBoundedNumber } from '../../parsing/parse-scalars';
import type { NumberOrStep } from '../../parsing/parse-scalars';
import { accept, refuseNumber, refuseWithout } from '../../parsing/parse-result';
import { getLampRgb, getLampXy } from '../lamp-colors';
import type { LampColorContext } from '../lamp-colors';
import { toColorBody } from './color';
import { isUnsupportedByLamp } from '../light-property';
import type {
  LightCommandProperties,
  LightCommandProperty,
  LightCommandPropertyContext,
  LightPropertyResult,
} from '../light-property';
import { appendMemberToPath, isObject } from '../../../resources/values/member-access';
import { interpolate } from '../../../units/arithmetic';
import type { Rgb } from '../../../units/light-color';
import { refuseUnknownMembers } from '../../parsing/object-members';
import { parseColor } from '../../parsing/parse-color';
import type { ParsedColor } from '../../parsing/parse-color';

const largestValues = { hue: 360, saturation: 100 } as const;
type PropertyName = keyof typeof largestValues;

const units: Readonly<Record<PropertyName, string>> = { hue: '°', saturation: '%' };

export const hueAndSaturationProperties: LightCommandProperties = {
  /** The saturation stays unless the message sets it. */
  hue: createProperty('hue', parseColorParts),
  /** The hue stays unless the message sets it. */
  saturation: createProperty('saturation', (context) =>
    // If `hue` is present, its handler sets both.
    context.command['hue'] === undefined ? parseColorParts(context) : accept({ body: {} }),
  ),
};

function createProperty(
  name: PropertyName,
  parse: (context: LightCommandPropertyContext) => LightPropertyResult,
): LightCommandProperty {
  return {
    groupSupport: 'whole',
    parse: (value, context) =>
      parseAmount(name, value) === undefined
        ? refuseNumber(
            context.at,
            { kind: 'rangeOrStep', maximum: largestValues[name] },
            value,
            name === 'hue' ? explainHue : explainPercentage,
          )
        : parse(context),
  };
}

interface Factor {
  kind: 'factor';
  value: number;
}

const factorPattern = /^\s*[*\u00d7]\s*(\d{1,3}(?:\.\d{1,6})?)\s*$/;

function parseAmount(name: PropertyName, value: unknown): NumberOrStep | Factor | undefined {
  const factor = typeof value === 'string' ? factorPattern.exec(value)?.[1] : undefined;
  if (factor !== undefined && name === 'saturation')
    return { kind: 'factor', value: Number(factor) };
  const amount = parseNumberOrStep(value, units[name]);
  return amount !== undefined && amount.value <= largestValues[name] ? amount : undefined;
}

/** The shown colour supplies a missing property. */
function parseColorParts(context: LightCommandPropertyContext): LightPropertyResult {
  const { command, at } = context;
  const hue = parseAmount('hue', command['hue']);
  const saturation = parseAmount('saturation', command['saturation']);
  if (isUnsupportedByLamp(context, 'color')) return accept({ lacking: 'color' });
  if (hue?.kind === 'absolute' && saturation?.kind === 'absolute')
    return toBody(hue.value, saturation.value, context);
  // The handler of `saturation` reports the invalid value.
  if (saturation === undefined && command['saturation'] !== undefined) return accept({ body: {} });
  if (context.kind === 'grouped_light') {
    return refuseWithout(
      'members',
      at,
      'both hue and saturation as numbers: lamps of a group differ',
      command,
    );
  }
  const shown = getShownColor(context);
  if (shown === undefined)
    return refuseWithout(
      'state',
      at,
      'a lamp whose colour is known',
      command[hue ? 'hue' : 'saturation'],
    );
  return toBody(
    normalizeHue(applyAmount(hue, shown.hue)),
    Math.min(100, Math.max(0, applyAmount(saturation, shown.saturation * 100))),
    context,
  );
}

function getShownColor(
  context: LightCommandPropertyContext,
): { hue: number; saturation: number } | undefined {
  const shown = getLampXy(context);
  return shown && rgbToHsv(getLampRgb(shown, context));
}

function applyAmount(amount: NumberOrStep | Factor | undefined, current: number): number {
  if (amount === undefined) return current;
  if (amount.kind === 'factor') return current * amount.value;
  if (amount.kind === 'absolute') return amount.value;
  return amount.direction === 'up' ? current + amount.value : current - amount.value;
}

function toBody(
  hue: number,
  saturation: number,
  context: LightCommandPropertyContext,
): LightPropertyResult {
  const { command } = context;
  const isStep = [
    parseAmount('hue', command['hue']),
    parseAmount('saturation', command['saturation']),
  ].some((amount) => amount !== undefined && amount.kind !== 'absolute');
  const fragment = toColorBody({ rgb: hsvToRgb(hue, saturation / 100, 1) }, context);
  return accept({ ...fragment, turnsOn: !isStep });
}

/** Default share of the new colour, in percent. */
const usualAmount = 50;

export const mix: LightCommandProperty = {
  groupSupport: 'members',
  parse(value, context) {
    const { at } = context;
    const isWhole = isObject(value) && 'color' in value;
    const input = isWhole ? value : { color: value };
    const known = refuseUnknownMembers(input, ['color', 'amount'], at);
    if (!known.ok) return known;
    const color = parseColor(input['color'], isWhole ? appendMemberToPath(at, 'color') : at);
    if (!color.ok) return color;
    const amount = parseBoundedNumber(
      input['amount'] ?? usualAmount,
      appendMemberToPath(at, 'amount'),
      [0, 100],
      '%',
    );
    if (!amount.ok) return amount;
    if (isUnsupportedByLamp(context, 'color')) return accept({ lacking: 'color' });
    const shown = getLampXy(context);
    return shown === undefined
      ? refuseWithout('state', at, 'a lamp whose colour is known', value)
      : accept(
          toColorBody(
            mixColors(getLampRgb(shown, context), color.value, amount.value / 100, context),
            context,
          ),
        );
  },
};

/** At full brightness, like colour pickers. */
function mixColors(
  from: Rgb,
  color: ParsedColor,
  share: number,
  context: LampColorContext,
): ParsedColor {
  const to = 'rgb' in color ? color.rgb : getLampRgb(color.xy, context);
  const mixChannel = (channel: 0 | 1 | 2): number => interpolate(from[channel], to[channel], share);
  return { rgb: [mixChannel(0), mixChannel(1), mixChannel(2)] };
}
