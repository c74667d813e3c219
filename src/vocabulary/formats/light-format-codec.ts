import type { Resource, Members } from '../../resources';
import type { PlainLight } from '../../resources/types/light';
import type { ColorSpace } from '../../units/color-conversion';
import type { Xy } from '../../units/light-color';
import type { LightCommandTarget } from '../light/light-property';
import type { ParseResult } from '../parsing/parse-result';

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

/** See docs/light-words.md. */
export type PlainLightCommand = Members;

export interface ShownColor {
  /** Missing without a colour. */
  readonly xy?: Xy | undefined;
  /** The lamp's own if missing. */
  readonly colorSpace?: ColorSpace | undefined;
  readonly withOwner?: LightWithOwner | undefined;
}

export interface LightWithOwner {
  readonly resource: Resource;
  /** Device, room, zone or home; undefined if unknown. */
  readonly owner: Resource | undefined;
  readonly services: readonly Resource[];
}

export interface LightFormatCodec {
  /** @param target for words that depend on the state of the lamp */
  parse(payload: unknown, at: string, target: LightCommandTarget): ParseResult<PlainLightCommand>;
  format(light: PlainLight, shown: ShownColor): unknown;
}
