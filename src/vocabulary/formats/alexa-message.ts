import { isObject } from '../../resources/values/member-access';
import type { Members } from '../../resources';
import type { CommandWarning } from '../parsing/parse-result';

/** Of which the payload is only an amount, by which the lamp changes. */
const steps: ReadonlySet<unknown> = new Set([
  'AdjustBrightness',
  'AdjustPercentage',
  'IncrementPercentageRequest',
  'DecrementPercentageRequest',
]);

/** Values of node-red-contrib-amazon-echo beside the payload. */
const hubValues: ReadonlySet<string> = new Set(['bri', 'ct', 'hue', 'sat', 'xy', 'rgb']);

/**
 * Recognizes a message of a node for Alexa whose payload means something else in the given format.
 *
 * @param messageMembers see `alexaMessageMembers`
 * @returns one sentence that names the format *Alexa*; none for the format `alexa` itself
 */
export function findAlexaMessage(
  format: unknown,
  payload: unknown,
  { command, 'meta.input': asked }: Members = {},
): readonly CommandWarning[] {
  if (format === 'alexa') return [];
  if (isObject(asked) && (payload === 'on' || payload === 'off')) {
    const lost = Object.keys(asked).filter((name) => hubValues.has(name));
    return lost.length === 0
      ? []
      : [
          `msg.meta.input: ${lost.join(', ')} came from an Echo beside the payload, and was not applied. ${choose}`,
        ];
  }
  if (format !== undefined && format !== '' && format !== 'plain') return [];
  if (typeof payload === 'number' && steps.has(command))
    return [
      `payload: ${payload} became a brightness, but msg.command (${String(command)}) says that it is a step. ${choose}`,
    ];
  return isAlexaColor(payload)
    ? [
        `payload: saturation and brightness became percent, but a colour of Alexa has them from 0 to 1. ${choose}`,
      ]
    : [];
}

const choose = 'Choose "Alexa" as the message format of this light node.';

const isAlexaColor = (payload: unknown): boolean =>
  isObject(payload) &&
  typeof payload['hue'] === 'number' &&
  isFraction(payload['saturation']) &&
  isFraction(payload['brightness']) &&
  payload['brightness'] !== 0;

const isFraction = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= 1;
