import type { Resource } from '../../resources/resource';
import type { Members } from '../../resources/members';
import type { PlainLight } from '../../resources/types/light';
import type { ColorSpace, Xy } from '../../units/color';
import type { LightCommandTarget, WordPaths } from '../light/words/word';
import type { CommandWarning, ParseResult } from '../parse-result';

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

/** Members of the message that a format reads beside the payload, as paths. */
export const messageMembersByFormat: Readonly<Partial<Record<LightFormatName, readonly string[]>>> =
  {
    plain: ['topic'],
    homekit: ['topic', 'hap'],
    google: ['command', 'params'],
    alexa: ['params', 'bri', 'colormode', 'ct', 'hue', 'sat'],
  };

/** By these, the nodes of Alexa packages are recognized in any format; the format `alexa` reads them, too. */
export const alexaMessageMembers = ['command', 'meta.input'] as const;

/** See docs/light-words.md. */
export type PlainLightCommand = Members;

export interface ShownColor {
  /** Missing without a colour. */
  readonly xy?: Xy | undefined;
  /** The lamp's own if missing. */
  readonly colorSpace?: ColorSpace | undefined;
  readonly withOwner?: LightWithOwner | undefined;
  /** Id of the device node of node-red-contrib-amazon-echo that is wired to the node. */
  readonly echoDeviceId?: string | undefined;
}

export interface LightWithOwner {
  readonly resource: Resource;
  /** Device, room, zone or home; undefined if unknown. */
  readonly owner: Resource | undefined;
  readonly services: readonly Resource[];
}

export interface LightFormatContext {
  /** For words that depend on the state of the lamp. */
  readonly target: LightCommandTarget;
  /** Those of `messageMembersByFormat` that the message has; empty if the command is not its whole payload. */
  readonly messageMembers: Members;
  /** The problem of each that is not plain JSON. */
  readonly refusedMembers?: Readonly<Record<string, ParseResult<never>>>;
}

export interface FormattedCommand {
  readonly command: PlainLightCommand;
  /** Path of the member that asked for each word; missing if the command has the names of the message. */
  readonly paths?: WordPaths;
  /** One for each member that means something to its sender and is not applied. */
  readonly warnings: readonly CommandWarning[];
}

export interface LightFormatCodec {
  parse(payload: unknown, at: string, context: LightFormatContext): ParseResult<FormattedCommand>;
  format(light: PlainLight, shown: ShownColor): unknown;
}
