import { pressEventNames } from '../../resources/definitions/button-events';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import type { ProblemText } from '../../resources/validation/problem-texts';
import { isEpochMilliseconds } from './read-payload';
import type { Members } from '../../resources';

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
    return payload.trim() === '' ? { kind: 'emptyText' } : findCauseOfNumber(Number(payload));
  }
  if (!isObject(payload)) return undefined;
  const format = marks.find(([isMarked]) => isMarked(payload))?.[1];
  if (format !== undefined) return chooseFormat(format);
  if (isReference(payload)) return { kind: 'reference' };
  return 'event' in payload && 'button' in payload ? causeOfPress : undefined;
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
