import type { PlainLight } from '../../resources/types/light';
import type { ColorSpace } from '../../units/color-conversion';
import type { Xy } from '../../units/light-color';
import type { ParseResult } from '../parsing/parse-result';

/** Names of the formats that a light command and the plain value of a lamp may be written in. */
export const lightFormatNames = [
  'plain',
  'homekit',
  'home-assistant',
  'google',
  'alexa',
  'zigbee2mqtt',
  'openhab',
] as const;

export type LightFormatName = (typeof lightFormatNames)[number];

/** A light command in plain words (docs/light-words.md). */
export type PlainLightCommand = Readonly<Record<string, unknown>>;

/** What the plain value of a lamp or a group does not say of its colour. */
export interface ShownColor {
  /** The colour in the CIE 1931 diagram; missing where the plain value has none. */
  readonly xy?: Xy | undefined;
  /** What red, green and blue mean; the lamp's own colours when it is missing. */
  readonly colorSpace?: ColorSpace | undefined;
}

/** One format: how another system says what a lamp shall do, and what it does. */
export interface LightFormatCodec {
  /**
   * Turns what the other system sends into a command in plain words.
   *
   * @param at path of the payload, for problems
   */
  parse(payload: unknown, at: string): ParseResult<PlainLightCommand>;
  /** Turns the plain value of a lamp or a group into what the other system takes. */
  format(light: PlainLight, shown: ShownColor): unknown;
}
