import { translateColorName } from './translated-color-names';

/** In kelvin, by the names on the packages of lamps. */
const namedWhites: ReadonlyMap<string, number> = new Map([
  ['candle', 2_000],
  ['warm', 2_700],
  ['neutral', 4_000],
  ['cool', 5_000],
  ['daylight', 6_500],
]);

/** From the warmest to the coldest. */
export const whiteNames: readonly string[] = [...namedWhites.keys()];

/** @param text such as `warm`, `warm white` or `warmweiß`, in any case */
export const namedWhiteToKelvin = (text: string): number | undefined =>
  namedWhites.get(
    text
      .trim()
      .toLowerCase()
      .replace(/ white$/, ''),
  ) ?? namedWhites.get(translateColorName(text) ?? '');
