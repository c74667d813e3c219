import { kelvinToMirek, mirekToKelvin } from '../../units/light-color';

/** What somebody probably meant by a number that is refused: a sentence, or undefined where nothing is likely. */
export type ScaleExplanation = (value: unknown) => string | undefined;

const numberPattern = /^\s*(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})\s*$/;

/** @returns the number itself, or that of a text without a sign and a unit; NaN for anything else */
export const readPlainNumber = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && numberPattern.test(value)
      ? Number(value)
      : Number.NaN;

/** True for more than 0 and less than 1, which people write who count from 0 to 1. */
export const isFractionOfOne = (number: number): boolean => number > 0 && number < 1;

/** @returns a fraction of 1 in percent */
export const toPercent = (fraction: number): number => Math.round(fraction * 10_000) / 100;

/** Of a number that is no percentage. */
export const explainPercentage: ScaleExplanation = (value) => {
  const number = readPlainNumber(value);
  if (isFractionOfOne(number)) {
    const percent = toPercent(number);
    return `If it is from 0 to 1, it is ${percent} %: write ${percent}.`;
  }
  if (!(number > 100 && number <= 255)) return undefined;
  const percent = Math.round((number / 255) * 100);
  return `If it is from 0 to 255 or 254, it is ${percent} %: write ${percent}.`;
};

/** Of a number that is no hue in degrees. */
export const explainHue: ScaleExplanation = (value) => {
  const number = readPlainNumber(value);
  if (!(number > 360 && number <= 65_535)) return undefined;
  const degrees = Math.round((number / 65_535) * 360);
  return `If it is from 0 to 65535, it is ${degrees}°: write ${degrees}.`;
};

/** Of a number that is no fraction of 1, such as a speed. */
export const explainFraction: ScaleExplanation = (value) => {
  const number = readPlainNumber(value);
  return number > 1 && number <= 100 ? `If it is from 0 to 100, write ${number / 100}.` : undefined;
};

/** Of a number that is no colour temperature in kelvin. */
export const explainKelvin: ScaleExplanation = (value) => {
  const number = Math.round(readPlainNumber(value));
  return number >= 100 && number < 1_000
    ? `This is probably in mirek: in kelvin, ${number} mirek are ${mirekToKelvin(number)}.`
    : undefined;
};

/** Of a number that is no colour temperature in mirek. */
export const explainMirek: ScaleExplanation = (value) => {
  const number = Math.round(readPlainNumber(value));
  return number > 1_000 && number <= 20_000
    ? `This is probably in kelvin: in mirek, ${number} K are ${kelvinToMirek(number)}.`
    : undefined;
};
