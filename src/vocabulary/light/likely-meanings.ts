import { pressEventNames } from '../../resources/button-events';
import {
  getNestedMember,
  isObject,
  appendMemberToPath,
  parseJsonOrUndefined,
} from '../../resources/members';
import type { Members } from '../../resources/members';
import type { ProblemText } from '../../resources/problems';
import { isEpochMilliseconds } from '../read-payload';
import { isFractionOfOne, readPlainNumber, toPercent } from '../values';
import type { CommandWarning } from '../parse-result';

/** Numbers that people mean as kelvin. */
const usualKelvin = [1_000, 10_000] as const;

/** `hue,saturation,brightness` of openHAB. */
const openhabColor = /^\s*\d+(?:\.\d+)?\s*(?:,\s*\d+(?:\.\d+)?\s*){2}$/;

/** Other words of openHAB that are none here. */
const openhabWord = /^(?:INCREASE|DECREASE|REFRESH|NULL|UNDEF|\d+(?:\.\d+)? ?mired)$/;

/** A directive of Alexa that has no amount. */
const alexaWord = /^(?:In|De)creaseColorTemperature$/;

/** Members that identify another format, with its name in the setting *Message format*. */
const marks: readonly (readonly [isMarked: (payload: Members) => boolean, format: string])[] = [
  [(payload) => 'On' in payload || 'Brightness' in payload || 'Hue' in payload, 'HomeKit'],
  [(payload) => 'powerState' in payload || 'colorTemperatureInKelvin' in payload, 'Alexa'],
  [
    (payload) =>
      [payload, getNestedMember(payload, 'color')].some(
        (members) =>
          isObject(members) &&
          ['spectrumRGB', 'spectrumRgb', 'temperatureK', 'brightnessRelativePercent'].some(
            (name) => name in members,
          ),
      ),
    'Google Home',
  ],
  [(payload) => 'item' in payload && 'state' in payload, 'openHAB'],
  [isSwitchCommand, 'Home Assistant (MQTT) or Zigbee2MQTT'],
];

const switchTexts: ReadonlySet<string> = new Set(['ON', 'OFF', 'TOGGLE']);

/** Members beside `state` in a command of both, from their documentation of lights. */
const switchCommandMembers: ReadonlySet<string> = new Set([
  'state',
  'brightness',
  'color',
  'color_mode',
  'color_temp',
  'effect',
  'flash',
  'transition',
  'white',
]);

/** Both write the state in capitals. In small letters, it may be that of a scheduler or of an entity. */
function isSwitchCommand(payload: Members): boolean {
  const { state } = payload;
  if (typeof state !== 'string' || !switchTexts.has(state.toUpperCase())) return false;
  return (
    switchTexts.has(state) || Object.keys(payload).every((name) => switchCommandMembers.has(name))
  );
}

/** One sentence: the probable meaning of a refused payload, and a solution. */
export function explainInvalidPayload(payload: unknown): ProblemText | undefined {
  if (typeof payload === 'number') return findCauseOfNumber(payload);
  if (typeof payload === 'string') {
    if (alexaWord.test(payload)) return chooseFormat('Alexa');
    if (openhabColor.test(payload) || openhabWord.test(payload)) return chooseFormat('openHAB');
    if (pressEventNames.some((name) => name === payload)) return causeOfPress;
    return (
      explainUnreadableText(payload) ??
      (payload.trim() === '' ? { kind: 'emptyText' } : findCauseOfNumber(Number(payload)))
    );
  }
  if (!isObject(payload)) return undefined;
  const format = marks.find(([isMarked]) => isMarked(payload))?.[1];
  if (format !== undefined) return chooseFormat(format);
  if (isReference(payload)) return { kind: 'reference' };
  return 'event' in payload && 'button' in payload ? causeOfPress : undefined;
}

/** What programs write for a value that they lack. */
const missingValue = /^(?:undefined|null|nan|none|nil|\[object object\])$/i;

/** Finds the cause of a text that no format can read: broken JSON, or a value that is missing. */
export function explainUnreadableText(text: string): ProblemText | undefined {
  if (missingValue.test(text.trim())) return { kind: 'missingValue' };
  return /^\s*[[{"]/.test(text) && parseJsonOrUndefined(text) === undefined
    ? { kind: 'brokenJson' }
    : undefined;
}

function findCauseOfNumber(number: number): ProblemText | undefined {
  const [lowest, highest] = usualKelvin;
  if (isEpochMilliseconds(number)) return { kind: 'timestamp' };
  return number >= lowest && number <= highest ? { kind: 'kelvin', kelvin: number } : undefined;
}

const causeOfPress = { kind: 'press' } as const;

const chooseFormat = (format: string): ProblemText => ({ kind: 'format', format });

const isReference = (payload: Members): boolean =>
  typeof payload['rid'] === 'string' &&
  Object.keys(payload).every((name) => name === 'rid' || name === 'rtype');

/** The service's own body has its percentages in nested objects. */
const percentages: ReadonlySet<string> = new Set(['brightness', 'saturation', 'amount']);
/** A number without a unit is in ms. */
const times: ReadonlySet<string> = new Set(['transition', 'duration', 'for', 'sunrise', 'sunset']);
/** In ms. A smaller number probably means seconds or minutes: lamps count in tenths of a second. */
const shortestUsefulTime = 100;
const colors: ReadonlySet<string> = new Set(['color', 'rgb']);

/**
 * Valid values that probably mean something else: 1 for on, brightness as a fraction of 1, a transition in seconds, channels of a
 * colour from 0 to 1, a hue of HomeKit.
 *
 * @param topic of the message
 * @returns one sentence for each value, with both notations; none for a state that a node has sent
 */
export function findLikelyMistakes(
  payload: unknown,
  at: string,
  topic?: unknown,
): readonly ProblemText[] {
  if (isCharacteristicNumber(payload, topic)) return [{ kind: 'format', format: 'HomeKit' }];
  if (isObject(payload) || Array.isArray(payload)) {
    const sentences: ProblemText[] = [];
    collectMistakes(payload, at, sentences);
    return sentences;
  }
  return describeBareNumber(payload, at);
}

function collectMistakes(value: unknown, at: string, sentences: ProblemText[]): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      if (isObject(entry)) collectMistakes(entry, appendMemberToPath(at, index), sentences);
    return;
  }
  if (!isObject(value) || isReportedState(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const path = appendMemberToPath(at, name);
    if (percentages.has(name)) sentences.push(...describeFraction(member, path));
    else if (name === 'command') sentences.push(...describeBareNumber(member, path));
    else if (times.has(name)) sentences.push(...describeShortTime(member, path));
    else if (colors.has(name)) sentences.push(...describeColor(member, path));
    if (typeof member === 'object' && name !== 'dimming') collectMistakes(member, path, sentences);
  }
}

/** A reported state of a lamp that is dimmed very low has a fraction. */
const isReportedState = (value: Members): boolean =>
  'rid' in value ||
  'id' in value ||
  ('on' in value && ('kelvin' in value || 'color' in value || 'effect' in value));

/** Of a whole command. */
const describeBareNumber = (value: unknown, at: string): readonly ProblemText[] =>
  readPlainNumber(value) === 1 ? [{ kind: 'onePercent', path: at }] : describeFraction(value, at);

function describeFraction(value: unknown, at: string): readonly ProblemText[] {
  const number = readPlainNumber(value);
  return isFractionOfOne(number)
    ? [{ kind: 'fraction', path: at, number, percent: toPercent(number) }]
    : [];
}

function describeShortTime(value: unknown, at: string): readonly ProblemText[] {
  return typeof value === 'number' && value > 0 && value < shortestUsefulTime
    ? [{ kind: 'shortTime', path: at, number: value }]
    : [];
}

function describeColor(value: unknown, at: string): readonly ProblemText[] {
  const channels = Array.isArray(value)
    ? value
    : isObject(value) && 'r' in value
      ? [value['r'], value['g'], value['b']]
      : [];
  const isFractional =
    channels.length === 3 &&
    channels.every((channel) => typeof channel === 'number' && channel <= 1) &&
    channels.some((channel) => isFractionOfOne(Number(channel)));
  return isFractional ? [{ kind: 'fractionalColor', path: at }] : [];
}

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

/** Those whose bare number is no brightness. */
const otherNumbers: ReadonlySet<string> = new Set(['Hue', 'Saturation', 'ColorTemperature']);

/**
 * Reads a topic such as `lamp/Brightness`, with which redmatic-homekit names the one characteristic of a message.
 *
 * @returns the part after the last slash
 */
export const readCharacteristicName = (topic: unknown): string | undefined =>
  typeof topic === 'string' ? topic.slice(topic.lastIndexOf('/') + 1) : undefined;

/** True for a number that would set the brightness in plain words, although its topic names something else. */
const isCharacteristicNumber = (payload: unknown, topic: unknown): boolean => {
  const name = readCharacteristicName(topic);
  return typeof payload === 'number' && name !== undefined && otherNumbers.has(name);
};
