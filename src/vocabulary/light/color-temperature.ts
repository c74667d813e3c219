import { isObject, largestMirekStep, member, mirekRange } from '../../resources';
import type { Resource } from '../../resources';
import { kelvinToMirek, mirekToKelvin } from '../../units/mirek';
import { parseAmount } from '../amounts';
import { accept, refuse, refuseForState } from '../result';
import { lacks } from './word';
import type { LightWord, Reading, WordContext } from './word';

/** The range of the service in kelvin. */
export const kelvinRange = [1000, 20_000] as const;

const whiteLamp = 'a lamp that shows shades of white';

/** `kelvin`: 1000 to 20000, `"2700K"`, or a step such as `"+200"`; higher is colder. */
export const kelvin: LightWord = {
  forGroups: true,
  read(value, context) {
    const [lowest, highest] = kelvinRange;
    const amount = parseAmount(value, 'k');
    if (amount === undefined || amount.value > highest)
      return refuseRange(value, context, kelvinRange);
    if (lacks(context, 'color_temperature')) return accept({ lacking: whiteLamp });
    if (amount.kind === 'step') return kelvinStep(amount.direction, amount.value, value, context);
    return amount.value < lowest
      ? refuseRange(value, context, kelvinRange)
      : white(fitMirek(kelvinToMirek(amount.value), context, inKelvin(amount.value)));
  },
};

/** `mirek`: 50 to 1000, or a step such as `"+20"`; higher is warmer. */
export const mirek: LightWord = {
  forGroups: true,
  read(value, context) {
    const [lowest, highest] = mirekRange;
    const amount = parseAmount(value, 'mirek');
    if (amount === undefined || amount.value > highest)
      return refuseRange(value, context, mirekRange);
    if (lacks(context, 'color_temperature')) return accept({ lacking: whiteLamp });
    const whole = Math.round(amount.value);
    if (amount.kind === 'step') return step(amount.direction, whole);
    return whole < lowest
      ? refuseRange(value, context, mirekRange)
      : white(fitMirek(whole, context, (fitted) => `${whole} became ${fitted}`));
  },
};

/** A colour temperature that the lamp can show, in mirek. */
export interface FittedWhite {
  mirek: number;
  warnings: readonly string[];
}

/**
 * Brings a colour temperature into the lamp's own range.
 *
 * @param wanted mirek
 * @param tell says what became of the wish, given the mirek that was taken
 */
export function fitMirek(
  wanted: number,
  { at, lamp }: Pick<WordContext, 'at' | 'lamp'>,
  tell: (fitted: number) => string,
): FittedWhite {
  const [lowest, highest] = rangeOf(lamp);
  if (wanted < lowest) {
    return { mirek: lowest, warnings: [`${at}: ${tell(lowest)}, the coldest white of this lamp.`] };
  }
  return wanted > highest
    ? { mirek: highest, warnings: [`${at}: ${tell(highest)}, the warmest white of this lamp.`] }
    : { mirek: wanted, warnings: [] };
}

/** Says what became of a wish in kelvin. */
export const inKelvin =
  (wanted: number) =>
  (fitted: number): string =>
    `${wanted} became ${mirekToKelvin(fitted)}`;

function rangeOf(lamp: Resource | undefined): readonly [lowest: number, highest: number] {
  const lowest = member(lamp, 'color_temperature', 'mirek_schema', 'mirek_minimum');
  const highest = member(lamp, 'color_temperature', 'mirek_schema', 'mirek_maximum');
  return isMirek(lowest) && isMirek(highest) && lowest <= highest ? [lowest, highest] : mirekRange;
}

const isMirek = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= mirekRange[0] && Number(value) <= mirekRange[1];

const white = ({ mirek: value, warnings }: FittedWhite): Reading =>
  accept({ body: { color_temperature: { mirek: value } }, warnings, turnsOn: true });

const step = (action: 'up' | 'down', mirek_delta: number): Reading =>
  accept({
    body: {
      color_temperature_delta: { action, mirek_delta: Math.min(mirek_delta, largestMirekStep) },
    },
  });

/** A step in kelvin is a different step in mirek at every temperature, so it needs the present one. */
function kelvinStep(
  direction: 'up' | 'down',
  by: number,
  value: unknown,
  { at, lamp, kind }: WordContext,
): Reading {
  if (kind === 'grouped_light') {
    return refuse(at, 'a colour temperature, or a step in mirek: lamps of a group differ', value);
  }
  const present = member(lamp, 'color_temperature', 'mirek');
  const mayShowWhite = lamp === undefined || isObject(lamp['color_temperature']);
  if (mayShowWhite && present === undefined) {
    return refuseForState(at, 'a lamp whose state is known', value);
  }
  if (!isMirek(present)) return refuse(at, 'a lamp that shows white at present', value);
  const wanted = mirekToKelvin(present) + (direction === 'up' ? by : -by);
  const goal = kelvinToMirek(Math.min(kelvinRange[1], Math.max(kelvinRange[0], wanted)));
  return step(goal > present ? 'up' : 'down', Math.abs(goal - present));
}

const refuseRange = (
  value: unknown,
  { at }: WordContext,
  [lowest, highest]: readonly [number, number],
): Reading => refuse(at, `a number from ${lowest} to ${highest}`, value);
