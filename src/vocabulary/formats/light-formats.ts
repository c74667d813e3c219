import type { PlainLight } from '../../resources/types/light';
import { readQuotedText } from '../light/bare-value';
import { explainUnreadableText } from '../light/likely-meanings';
import { accept } from '../parse-result';
import type { ParseResult } from '../parse-result';
import { alexaLightFormat } from './alexa';
import { googleLightFormat } from './google';
import { homeAssistantLightFormat } from './home-assistant';
import { homekitLightFormat } from './homekit';
import { hueMagicLightFormat } from './huemagic/light-command';
import type {
  FormattedCommand,
  LightFormatCodec,
  LightFormatContext,
  LightFormatName,
  ShownColor,
} from './light-format';
import { openhabLightFormat } from './openhab';
import { zigbee2mqttLightFormat } from './zigbee2mqtt';

const lightFormats: Readonly<Record<Exclude<LightFormatName, 'plain'>, LightFormatCodec>> = {
  homekit: homekitLightFormat,
  'home-assistant': homeAssistantLightFormat,
  google: googleLightFormat,
  alexa: alexaLightFormat,
  zigbee2mqtt: zigbee2mqttLightFormat,
  openhab: openhabLightFormat,
  huemagic: hueMagicLightFormat,
};

const unknownLamp: LightFormatContext = {
  target: { kind: 'light', lamp: undefined },
  messageMembers: {},
};

/** With the payload itself as the command for the plain format. */
export type ReadCommand = Omit<FormattedCommand, 'command'> & { readonly command: unknown };

/**
 * Translates a command of another format to plain words. Does not check values against the lamp.
 *
 * @param context if missing, the lamp counts as unknown
 */
export const parseFormattedCommand = (
  format: LightFormatName,
  payload: unknown,
  at: string,
  context: LightFormatContext = unknownLamp,
): ParseResult<ReadCommand> =>
  format === 'plain'
    ? accept({ command: payload, warnings: [] })
    : explainText(lightFormats[format].parse(readQuotedText(payload), at, context), payload);

/** Adds what is probably wrong with a text that a format refuses. */
function explainText(
  read: ParseResult<FormattedCommand>,
  payload: unknown,
): ParseResult<FormattedCommand> {
  const likelyCause =
    read.ok || typeof payload !== 'string' ? undefined : explainUnreadableText(payload);
  return read.ok || read.needs !== undefined || likelyCause === undefined
    ? read
    : { ok: false, problem: { ...read.problem, likelyCause } };
}

/** Returns the value itself for the plain format. */
export const formatLightState = (
  format: LightFormatName,
  light: PlainLight,
  shown: ShownColor,
): unknown => (format === 'plain' ? light : lightFormats[format].format(light, shown));
