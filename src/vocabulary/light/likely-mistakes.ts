import { appendMemberToPath, isObject } from '../../resources/values/member-access';
import { isCharacteristicNumber } from '../formats/homekit-topic';
import { isFractionOfOne, readPlainNumber, toPercent } from '../parsing/other-scale';
import type { ProblemText } from '../../resources/validation/problem-texts';
import type { Members } from '../../resources';

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
    collect(payload, at, sentences);
    return sentences;
  }
  return describeBareNumber(payload, at);
}

function collect(value: unknown, at: string, sentences: ProblemText[]): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      if (isObject(entry)) collect(entry, appendMemberToPath(at, index), sentences);
    return;
  }
  if (!isObject(value) || isReportedState(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const path = appendMemberToPath(at, name);
    if (percentages.has(name)) sentences.push(...describeFraction(member, path));
    else if (name === 'command') sentences.push(...describeBareNumber(member, path));
    else if (times.has(name)) sentences.push(...describeShortTime(member, path));
    else if (colors.has(name)) sentences.push(...describeColor(member, path));
    if (typeof member === 'object' && name !== 'dimming') collect(member, path, sentences);
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
