import type { ProblemText } from '../../resources/validation/problem-texts';
import { kelvinToMirek, mirekToKelvin } from '../../units/light-color';

/** One sentence with the probable meaning of a refused number. */
export type ScaleExplanation = (value: unknown) => ProblemText | undefined;

const numberPattern = /^\s*(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})\s*$/;

/** Also from a text without sign and unit; NaN for any other value. */
export const readPlainNumber = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && numberPattern.test(value)
      ? Number(value)
      : Number.NaN;

/** From people who count from 0 to 1. */
export const isFractionOfOne = (number: number): boolean => number > 0 && number < 1;

export const toPercent = (fraction: number): number => Math.round(fraction * 10_000) / 100;

export const explainPercentage: ScaleExplanation = (value) => {
  const number = readPlainNumber(value);
  if (isFractionOfOne(number)) {
    const percent = toPercent(number);
    return { kind: 'fractionAsPercent', percent };
  }
  if (!(number > 100 && number <= 255)) return undefined;
  const percent = Math.round((number / 255) * 100);
  return { kind: 'byteAsPercent', percent };
};

export const explainHue: ScaleExplanation = (value) => {
  const number = readPlainNumber(value);
  if (!(number > 360 && number <= 65_535)) return undefined;
  const degrees = Math.round((number / 65_535) * 360);
  return { kind: 'wordAsDegrees', degrees };
};

export const explainFraction: ScaleExplanation = (value) => {
  const number = readPlainNumber(value);
  return number > 1 && number <= 100
    ? { kind: 'percentAsFraction', fraction: number / 100 }
    : undefined;
};

export const explainKelvin: ScaleExplanation = (value) => {
  const number = Math.round(readPlainNumber(value));
  return number >= 100 && number < 1_000
    ? { kind: 'mirekAsKelvin', mirek: number, kelvin: mirekToKelvin(number) }
    : undefined;
};

export const explainMirek: ScaleExplanation = (value) => {
  const number = Math.round(readPlainNumber(value));
  return number > 1_000 && number <= 20_000
    ? { kind: 'kelvinAsMirek', kelvin: number, mirek: kelvinToMirek(number) }
    : undefined;
};
