import { getNestedMember } from '../../../resources/members';
import { getBrightnessForTimeOfDay } from '../../../units/light-for-time-of-day';
import { explainPercentage, parseNumberOrStep, refuseNumber } from '../../values';
import type { NumberOrStep } from '../../values';
import { accept, refuse, refuseWithout } from '../../parse-result';
import { isUnsupportedByLamp } from './word';
import type { LightWords, LightWord, LightWordContext, LightWordResult } from './word';
import { trueOrFalse } from '../../../resources/problems';

/** From 0 to 100 % by a bare direction, in ms. */
const fullDimmingDuration = 4_000;

/**
 * 0 turns the lamp off, like the lowest end of a slider; beside `on: true`, 0 is the lowest brightness, as in the
 * service's own body.
 */
const brightness: LightWord = {
  groupSupport: 'whole',
  parse(value, context) {
    if (value === 'max' || value === 'min') return toExtremeBrightness(value, context);
    const amount = parseAmount(value, context);
    if (amount === undefined || amount.value > 100) {
      const step =
        typeof value === 'number' && value < 0 && value >= -100 ? `"${value}"` : undefined;
      const expected = { kind: 'range', minimum: 0, maximum: 100 } as const;
      return step === undefined
        ? refuseNumber(context.at, expected, value, explainPercentage)
        : refuse(context.at, expected, value, step);
    }
    if (amount.kind === 'absolute' && amount.value === 0 && context.on !== true) {
      return accept({ body: context.on === undefined ? { on: { on: false } } : {} });
    }
    if (isUnsupportedByLamp(context, 'brightness')) return accept({ lacking: 'brightness' });
    if (amount.kind === 'absolute') {
      const body = { dimming: { brightness: amount.value } };
      return { ok: true, value: { body, turnsOn: true } };
    }
    return toStep(amount, value, context);
  },
};

function toStep(
  { direction: action, value: brightness_delta }: NumberOrStep & { kind: 'step' },
  received: unknown,
  { at, lamp, isOutdated, command }: LightWordContext,
): LightWordResult {
  if (command['turnOff'] === true && action === 'down') {
    if (lamp === undefined || isOutdated)
      return refuseWithout('state', at, 'a lamp whose brightness is known', received);
    const current = getNestedMember(lamp, 'dimming', 'brightness');
    if (typeof current === 'number' && current - brightness_delta < darkEnd)
      return accept({ body: { on: { on: false } } });
  }
  return accept({ body: { dimming_delta: { action, brightness_delta } } });
}

/** If true, a step down beside it may turn the lamp off. */
const turnOff: LightWord = {
  groupSupport: 'whole',
  parse(value, { at, command }) {
    const amount = parseNumberOrStep(command['brightness'], '%');
    if (typeof value !== 'boolean') return refuse(at, trueOrFalse, value);
    return amount?.kind === 'step'
      ? accept({ body: {} })
      : refuse(at, { kind: 'stepBeside' }, command);
  },
};

const parseAmount = (value: unknown, { now }: LightWordContext): NumberOrStep | undefined =>
  value === 'auto'
    ? { kind: 'absolute', value: getBrightnessForTimeOfDay(now ?? new Date()) }
    : parseNumberOrStep(value, '%');

/** A bridge turns 0 into the lowest brightness of the lamp. */
function toExtremeBrightness(value: 'max' | 'min', context: LightWordContext): LightWordResult {
  if (isUnsupportedByLamp(context, 'brightness')) return accept({ lacking: 'brightness' });
  const { minimum = 0, maximum = 100 } = context.brightnessLimits ?? {};
  const dimming = { brightness: value === 'max' ? maximum : minimum };
  return accept({ body: { dimming }, turnsOn: true });
}

/** In percent. */
const brightEnd = 99;
const darkEnd = 1;

/** A lamp at an end turns away from it; without a last direction, the farther end counts. */
function turnDirection({ lamp, lastDimDirection }: LightWordContext): 'up' | 'down' {
  const current = getNestedMember(lamp, 'dimming', 'brightness');
  if (typeof current === 'number') {
    if (current >= brightEnd) return 'down';
    if (current <= darkEnd) return 'up';
    if (lastDimDirection === undefined) return current >= 50 ? 'down' : 'up';
  }
  return lastDimDirection === 'up' ? 'down' : 'up';
}

const dim: LightWord = {
  groupSupport: 'whole',
  parse(value, context) {
    const values = ['up', 'down', 'turn', 'stop'];
    if (typeof value !== 'string' || !values.includes(value))
      return refuse(context.at, { kind: 'oneOf', values }, value);
    if (isUnsupportedByLamp(context, 'brightness')) return accept({ lacking: 'brightness' });
    const action = value === 'turn' ? turnDirection(context) : value;
    return action === 'stop'
      ? accept({ body: { dimming_delta: { action } } })
      : accept({
          body: { dimming_delta: { action, brightness_delta: 100 } },
          defaults: { dynamics: { duration: fullDimmingDuration } },
        });
  },
};

export const brightnessWords: LightWords = { brightness, turnOff, dim };
