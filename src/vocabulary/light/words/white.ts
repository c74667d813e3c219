import { isObject, getNestedMember } from '../../../resources/members';
import { maxMirekStep, acceptedMirekRange } from '../../../resources/light-schemas';
import { getMirekRange, isMirek } from '../../../resources/types/light';
import { getMirekForTimeOfDay } from '../../../units/light-for-time-of-day';
import { kelvinToMirek, mirekToKelvin } from '../../../units/color';
import { namedWhiteToKelvin, whiteNames } from '../../../units/color-names';
import {
  explainMirekAsKelvin,
  explainKelvinAsMirek,
  parseBoundedNumber,
  parseNumberOrStep,
  refuseNumber,
} from '../../values';
import { accept, refuse, refuseWithout, mapResult } from '../../parse-result';
import { isUnsupportedByLamp } from './word';
import type { CommandBodyFragment, LightWord, LightWordResult, LightWordContext } from './word';
import type { CommandWarning, ParseResult } from '../../parse-result';

/** Of the service. */
export const acceptedKelvinRange = [1000, 20_000] as const;

const scales = {
  kelvin: {
    range: acceptedKelvinRange,
    unit: 'k',
    toMirek: kelvinToMirek,
    fromMirek: mirekToKelvin,
  },
  mirek: { range: acceptedMirekRange, unit: 'mirek', toMirek: Math.round, fromMirek: Number },
} as const;

type WhiteScale = keyof typeof scales;
type PlaceAndLamp = Pick<LightWordContext, 'at' | 'lamp'>;

export const whiteWords: Readonly<Record<WhiteScale, LightWord>> = {
  kelvin: {
    groupSupport: 'whole',
    parse(value, context) {
      if (value === 'auto') return toDayWhite(context);
      const [minimum, maximum] = acceptedKelvinRange;
      const named = typeof value === 'string' ? namedWhiteToKelvin(value) : undefined;
      const amount = parseNumberOrStep(named ?? value, 'k');
      if (amount === undefined || amount.value > maximum) {
        const expected = { kind: 'rangeOrName', minimum, maximum, values: whiteNames } as const;
        return refuseNumber(context.at, expected, value, explainMirekAsKelvin);
      }
      if (isUnsupportedByLamp(context, 'kelvin')) return accept({ lacking: 'kelvin' });
      return amount.kind === 'step'
        ? toKelvinStep(amount.direction, amount.value, value, context)
        : mapResult(parseWhite('kelvin', named ?? value, context), toColorTemperature);
    },
  },

  mirek: {
    groupSupport: 'whole',
    parse(value, context) {
      if (value === 'auto') return toDayWhite(context);
      const [minimum, maximum] = acceptedMirekRange;
      const expected = { kind: 'range', minimum, maximum } as const;
      const refused = refuseNumber(context.at, expected, value, explainKelvinAsMirek);
      const amount = parseNumberOrStep(value, 'mirek');
      if (amount === undefined || amount.value > maximum) return refused;
      if (isUnsupportedByLamp(context, 'kelvin')) return accept({ lacking: 'kelvin' });
      const whole = Math.round(amount.value);
      if (amount.kind === 'step') return toMirekStep(amount.direction, whole);
      return whole < minimum
        ? refused
        : accept(toColorTemperature(clampWhite('mirek', whole, context)));
    },
  },
};

function toDayWhite(context: LightWordContext): LightWordResult {
  if (isUnsupportedByLamp(context, 'kelvin')) return accept({ lacking: 'kelvin' });
  const { mirek } = clampWhite('mirek', getMirekForTimeOfDay(context.now ?? new Date()), context);
  return accept(toColorTemperature({ mirek, warnings: [] }));
}

interface ClampedColorTemperature {
  mirek: number;
  warnings: readonly CommandWarning[];
}

/** Accepts no names and steps; clamps to the lamp's own range. */
export const parseWhite = (
  name: WhiteScale,
  value: unknown,
  context: PlaceAndLamp,
): ParseResult<ClampedColorTemperature> =>
  mapResult(parseBoundedNumber(value, context.at, scales[name].range, scales[name].unit), (white) =>
    clampWhite(name, white, context),
  );

function clampWhite(
  name: WhiteScale,
  requested: number,
  { at, lamp }: PlaceAndLamp,
): ClampedColorTemperature {
  const { toMirek, fromMirek } = scales[name];
  const wanted = toMirek(requested);
  const [lowest, highest] = getMirekRange(lamp);
  const mirek = Math.min(highest, Math.max(lowest, wanted));
  const kind = wanted < lowest ? 'coldest' : 'warmest';
  const warning = { kind, path: at, requested, value: fromMirek(mirek) } as const;
  return { mirek, warnings: mirek === wanted ? [] : [warning] };
}

const toColorTemperature = ({ mirek, warnings }: ClampedColorTemperature): CommandBodyFragment => ({
  body: { color_temperature: { mirek } },
  warnings,
  turnsOn: true,
});

const toMirekStep = (action: 'up' | 'down', mirek_delta: number): LightWordResult =>
  accept({
    body: {
      color_temperature_delta: { action, mirek_delta: Math.min(mirek_delta, maxMirekStep) },
    },
  });

/** The step in mirek depends on the current temperature. */
function toKelvinStep(
  direction: 'up' | 'down',
  amount: number,
  value: unknown,
  { at, lamp, isOutdated, kind }: LightWordContext,
): LightWordResult {
  if (kind === 'grouped_light') {
    return refuseWithout(
      'members',
      at,
      'a colour temperature, or a step in mirek: lamps of a group differ',
      value,
    );
  }
  const current = isOutdated ? undefined : getNestedMember(lamp, 'color_temperature', 'mirek');
  const mayShowWhite = lamp === undefined || isObject(lamp['color_temperature']);
  if (mayShowWhite && current === undefined) {
    return refuseWithout('state', at, 'a lamp whose state is known', value);
  }
  if (!isMirek(current)) return refuse(at, { kind: 'whiteNow' }, value);
  const targetKelvin = mirekToKelvin(current) + (direction === 'up' ? amount : -amount);
  const targetMirek = kelvinToMirek(
    Math.min(acceptedKelvinRange[1], Math.max(acceptedKelvinRange[0], targetKelvin)),
  );
  return toMirekStep(targetMirek > current ? 'up' : 'down', Math.abs(targetMirek - current));
}
