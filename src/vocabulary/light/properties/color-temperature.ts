import { isObject, maxMirekStep, getNestedMember, acceptedMirekRange } from '../../../resources';
import { getMirekRange, isMirek } from '../../../resources/types/light';
import { getMirekForTimeOfDay } from '../../../units/light-for-time-of-day';
import { kelvinToMirek, mirekToKelvin } from '../../../units/light-color';
import { namedWhiteToKelvin, whiteNames } from '../../../units/named-whites';
import { explainKelvin, explainMirek } from '../../parsing/other-scale';
import type { ScaleExplanation } from '../../parsing/other-scale';
import { parseNumberOrStep } from '../../parsing/parse-scalars';
import {
  createParseSuccess,
  createInvalidValueResult,
  createOutOfScaleResult,
  createDependentResult,
} from '../../parsing/parse-result';
import { isUnsupportedByLamp } from '../light-property';
import type {
  LightCommandProperty,
  LightPropertyResult,
  LightCommandPropertyContext,
} from '../light-property';
import type { CommandWarning } from '../../parsing/parse-result';

/** Range of the service, in kelvin. */
export const acceptedKelvinRange = [1000, 20_000] as const;

/**
 * `kelvin`: 1000 to 20000, `"2700K"`, a name such as `"warm"`, `"auto"` (for the time of day), or a
 * step such as `"+200"`; higher is colder.
 */
export const kelvinCommandProperty: LightCommandProperty = {
  groupSupport: 'whole',
  parse(value, context) {
    if (value === 'auto') return toDayWhite(context);
    const [lowest, highest] = acceptedKelvinRange;
    const named = typeof value === 'string' ? namedWhiteToKelvin(value) : undefined;
    const amount = parseNumberOrStep(named ?? value, 'k');
    if (amount === undefined || amount.value > highest)
      return createOutOfScaleResult(
        context.at,
        { kind: 'rangeOrName', minimum: lowest, maximum: highest, values: whiteNames },
        value,
        explainKelvin,
      );
    if (isUnsupportedByLamp(context, 'kelvin')) return createParseSuccess({ lacking: 'kelvin' });
    if (amount.kind === 'step') return toKelvinStep(amount.direction, amount.value, value, context);
    return amount.value < lowest
      ? refuseRange(value, context, acceptedKelvinRange, explainKelvin)
      : toColorTemperatureBody(
          clampMirek(
            kelvinToMirek(amount.value),
            context,
            createKelvinClampDescriber(amount.value),
          ),
        );
  },
};

/**
 * `mirek`: 50 to 1000, `"auto"` (for the time of day), or a step such as `"+20"`; higher is warmer.
 */
export const mirekCommandProperty: LightCommandProperty = {
  groupSupport: 'whole',
  parse(value, context) {
    if (value === 'auto') return toDayWhite(context);
    const [lowest, highest] = acceptedMirekRange;
    const amount = parseNumberOrStep(value, 'mirek');
    if (amount === undefined || amount.value > highest)
      return refuseRange(value, context, acceptedMirekRange, explainMirek);
    if (isUnsupportedByLamp(context, 'kelvin')) return createParseSuccess({ lacking: 'kelvin' });
    const whole = Math.round(amount.value);
    if (amount.kind === 'step') return toMirekStep(amount.direction, whole);
    return whole < lowest
      ? refuseRange(value, context, acceptedMirekRange, explainMirek)
      : toColorTemperatureBody(clampMirek(whole, context, createMirekClampDescriber(whole)));
  },
};

/** Creates the body for the white of the time of day, within the range of the lamp. */
function toDayWhite(context: LightCommandPropertyContext): LightPropertyResult {
  if (isUnsupportedByLamp(context, 'kelvin')) return createParseSuccess({ lacking: 'kelvin' });
  const mirek = getMirekForTimeOfDay(context.now ?? new Date());
  const { mirek: clamped } = clampMirek(mirek, context, createMirekClampDescriber(mirek));
  return toColorTemperatureBody({ mirek: clamped, warnings: [] });
}

export interface ClampedColorTemperature {
  mirek: number;
  warnings: readonly CommandWarning[];
}

/**
 * Clamps a colour temperature to the lamp's own range.
 *
 * @param requested mirek
 * @param describeClamp for the warning
 */
export function clampMirek(
  requested: number,
  { at, lamp }: Pick<LightCommandPropertyContext, 'at' | 'lamp'>,
  describeClamp: ClampDescriber,
): ClampedColorTemperature {
  const [lowest, highest] = getMirekRange(lamp);
  if (requested < lowest) {
    return {
      mirek: lowest,
      warnings: [{ kind: 'coldest', path: at, ...describeClamp(lowest) }],
    };
  }
  return requested > highest
    ? {
        mirek: highest,
        warnings: [{ kind: 'warmest', path: at, ...describeClamp(highest) }],
      }
    : { mirek: requested, warnings: [] };
}

/** Returns the requested and the clamped value, from the clamped mirek. */
type ClampDescriber = (clamped: number) => { requested: number; value: number };

export const createKelvinClampDescriber =
  (requested: number): ClampDescriber =>
  (clamped) => ({ requested, value: mirekToKelvin(clamped) });

export const createMirekClampDescriber =
  (requested: number): ClampDescriber =>
  (value) => ({ requested, value });

const toColorTemperatureBody = ({
  mirek: value,
  warnings,
}: ClampedColorTemperature): LightPropertyResult =>
  createParseSuccess({ body: { color_temperature: { mirek: value } }, warnings, turnsOn: true });

const toMirekStep = (action: 'up' | 'down', mirek_delta: number): LightPropertyResult =>
  createParseSuccess({
    body: {
      color_temperature_delta: { action, mirek_delta: Math.min(mirek_delta, maxMirekStep) },
    },
  });

/** Converts a kelvin step to mirek, which depends on the current temperature. */
function toKelvinStep(
  direction: 'up' | 'down',
  amount: number,
  value: unknown,
  { at, lamp, isOutdated, kind }: LightCommandPropertyContext,
): LightPropertyResult {
  if (kind === 'grouped_light') {
    return createDependentResult(
      'members',
      at,
      'a colour temperature, or a step in mirek: lamps of a group differ',
      value,
    );
  }
  const current = isOutdated ? undefined : getNestedMember(lamp, 'color_temperature', 'mirek');
  const mayShowWhite = lamp === undefined || isObject(lamp['color_temperature']);
  if (mayShowWhite && current === undefined) {
    return createDependentResult('state', at, 'a lamp whose state is known', value);
  }
  if (!isMirek(current)) return createInvalidValueResult(at, { kind: 'whiteNow' }, value);
  const targetKelvin = mirekToKelvin(current) + (direction === 'up' ? amount : -amount);
  const targetMirek = kelvinToMirek(
    Math.min(acceptedKelvinRange[1], Math.max(acceptedKelvinRange[0], targetKelvin)),
  );
  return toMirekStep(targetMirek > current ? 'up' : 'down', Math.abs(targetMirek - current));
}

const refuseRange = (
  value: unknown,
  { at }: LightCommandPropertyContext,
  [lowest, highest]: readonly [number, number],
  explain: ScaleExplanation,
): LightPropertyResult =>
  createOutOfScaleResult(at, { kind: 'range', minimum: lowest, maximum: highest }, value, explain);
