import { isObject } from '../../../resources';
import { acceptedKelvinRange } from '../../light/properties/color-temperature';
import { accept, mapResult, refuse } from '../../parsing/parse-result';
import type { ParseResult } from '../../parsing/parse-result';
import { parseBoundedNumber, parseOnOff } from '../../parsing/parse-scalars';
import { googleLightFormat } from '../google';
import type {
  FormattedCommand,
  LightFormatContext,
  PlainLightCommand,
} from '../light-format-codec';

type BareValue = 'power' | 'percent' | 'step' | 'kelvin' | 'color';

/** What the payload is beside each directive for lamps, in the names of both versions of the Smart Home Skill API. */
const valueByDirective: ReadonlyMap<unknown, BareValue> = new Map<string, BareValue>([
  ['TurnOn', 'power'],
  ['TurnOnRequest', 'power'],
  ['TurnOff', 'power'],
  ['TurnOffRequest', 'power'],
  ['Activate', 'power'],
  ['SetBrightness', 'percent'],
  ['SetPercentage', 'percent'],
  ['SetPercentageRequest', 'percent'],
  ['AdjustBrightness', 'step'],
  ['AdjustPercentage', 'step'],
  ['IncrementPercentageRequest', 'step'],
  ['DecrementPercentageRequest', 'step'],
  ['SetColorTemperature', 'kelvin'],
  ['SetColorTemperatureRequest', 'kelvin'],
  ['SetColor', 'color'],
  ['SetColorRequest', 'color'],
]);

/** In mirek. These directives have no amount, and often no payload. */
const whiteSteps: ReadonlyMap<unknown, string> = new Map([
  ['IncreaseColorTemperature', '-50'],
  ['IncrementColorTemperatureRequest', '-50'],
  ['DecreaseColorTemperature', '+50'],
  ['DecrementColorTemperatureRequest', '+50'],
  ['decrementColorTemperatureRequest', '+50'],
]);

const googleCommands = 'action.devices.commands.';

/**
 * Reads a bare value with the directive in `msg.command`, as node-red-contrib-alexa-home-skill and
 * node-red-contrib-alexa-smart-home send it. A number without a directive is percent or kelvin by its range.
 *
 * @returns undefined for an object with other members
 */
export function parseDirective(
  payload: unknown,
  at: string,
  context: LightFormatContext,
): ParseResult<FormattedCommand> | undefined {
  const directive = context.messageMembers['command'];
  const whiteStep = whiteSteps.get(directive) ?? whiteSteps.get(payload);
  if (whiteStep !== undefined && hasNoAmount(payload)) return acceptCommand({ mirek: whiteStep });
  if (isObject(payload)) return undefined;
  const params = context.messageMembers['params'];
  const isUnread = payload === undefined || payload === null;
  if (isUnread && typeof directive === 'string' && directive.startsWith(googleCommands))
    return googleLightFormat.parse({ command: directive, params }, '', context);
  const refusal = context.refusedMembers?.['command'];
  if (refusal !== undefined) return refusal;
  const kind = valueByDirective.get(directive);
  if (directive !== undefined && kind === undefined)
    return refuse('command', 'a directive for lamps, such as SetBrightness', directive);
  const power = parseOnOff(payload);
  return mapResult(
    power === undefined ? parseBareValue(payload, at, kind) : accept({ on: power }),
    (command) => ({ command, warnings: [] }),
  );
}

const acceptCommand = (command: PlainLightCommand): ParseResult<FormattedCommand> =>
  accept({ command, warnings: [] });

/** Nothing, the name of the directive again, or what the directive says of the device. */
const hasNoAmount = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  whiteSteps.has(payload) ||
  (isObject(payload) && 'appliance' in payload);

function parseBareValue(
  payload: unknown,
  at: string,
  kind: BareValue | undefined,
): ParseResult<PlainLightCommand> {
  if (kind === 'step') return parseStep(payload, at);
  const isKelvin = typeof payload === 'number' && payload >= acceptedKelvinRange[0];
  if (kind === 'kelvin' || (kind === undefined && isKelvin))
    return mapResult(parseBoundedNumber(payload, at, acceptedKelvinRange), (kelvin) => ({
      kelvin,
    }));
  if (kind === 'percent' || (kind === undefined && isPercent(payload)))
    return mapResult(parseBoundedNumber(payload, at, [0, 100]), (brightness) => ({ brightness }));
  if (kind === 'power') return refuse(at, 'on or off', payload);
  if (kind === 'color') return refuse(at, 'an object with hue, saturation and brightness', payload);
  return refuse(
    at,
    'on or off, a number from 0 to 100 (percent) or 1000 to 20000 (kelvin), or an object as Alexa sends it; a step needs its directive in msg.command, such as AdjustBrightness',
    payload,
  );
}

/** Percent points, negative for down. */
export const parseStep = (value: unknown, at: string): ParseResult<PlainLightCommand> =>
  typeof value === 'number' && Math.abs(value) <= 100
    ? accept({ brightness: `${value < 0 ? '-' : '+'}${Math.abs(value)}` })
    : refuse(at, 'a number from -100 to 100', value);

const isPercent = (payload: unknown): boolean =>
  typeof payload === 'number' && payload >= 0 && payload <= 100;
