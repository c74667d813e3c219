import type { Resource } from '../../resources';
import type { PlainLight } from '../../resources/types/light';
import type { ColorSpace } from '../../units/color-conversion';
import type { Xy } from '../../units/light-color';
import type { LightResourceType } from '../light/light-property';
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
  'huemagic',
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
  /** What the plain value is of; for formats that say more. */
  readonly origin?: LightOrigin | undefined;
}

/** A lamp or a group as it was read, and what it belongs to. */
export interface LightOrigin {
  readonly resource: Resource;
  /** Its device, room, zone or home; undefined while it is not known. */
  readonly owner: Resource | undefined;
  /** All services of the owner that are known. */
  readonly services: readonly Resource[];
}

/** For which lamp or group a command is. */
export interface LightCommandTarget {
  readonly kind: LightResourceType;
  /** Last known state; undefined when nothing is known of it. */
  readonly lamp: Resource | undefined;
}

/** One format: how another system says what a lamp shall do, and what it does. */
export interface LightFormatCodec {
  /**
   * Turns what the other system sends into a command in plain words.
   *
   * @param at path of the payload, for problems
   * @param target for formats whose words depend on what the lamp shows
   */
  parse(payload: unknown, at: string, target: LightCommandTarget): ParseResult<PlainLightCommand>;
  /** Turns the plain value of a lamp or a group into what the other system takes. */
  format(light: PlainLight, shown: ShownColor): unknown;
}
