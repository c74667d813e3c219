import { isObject, knownSignals, longestSignal, pathOf } from '../../resources';
import type { Xy } from '../../units/xy';
import { readDuration } from '../amounts';
import { onlyMembers } from '../members';
import { accept, refuse } from '../result';
import type { Result } from '../result';
import { readLampColors } from './color';
import { namesIn, readOffered } from './offered';
import { lacks } from './word';
import type { LightWord, WordContext } from './word';

/** How long a signal lasts when a message gives nothing but its name, in ms. */
const usualSignal = 10_000;
const noSignal = 'no_signal';

/** `alert`: true or "breathe" lets the lamp breathe once. */
export const alert: LightWord = {
  forGroups: true,
  isServiceForm: isObject,
  read(value, context) {
    if (lacks(context, 'alert')) return accept({ lacking: 'a lamp with alerts' });
    const offered = namesIn(context.lamp, 'alert', 'action_values');
    const action = readOffered(value === true ? 'breathe' : value, context, offered, ['breathe']);
    return action.ok ? accept({ body: { alert: { action: action.value } } }) : action;
  },
};

/** `signal`: a name, or `{signal, duration, colors}`; "none" or false ends it. */
export const signal: LightWord = {
  forGroups: true,
  read(value, context) {
    const { at, lamp } = context;
    const wish = isObject(value) ? value : { signal: value, duration: usualSignal };
    const stray = onlyMembers(wish, ['signal', 'duration', 'colors'], at);
    if (!stray.ok) return stray;
    if (lacks(context, 'signaling')) return accept({ lacking: 'a lamp with signals' });
    const name = readOffered(
      asSignal(wish['signal']),
      { at: isObject(value) ? pathOf(at, 'signal') : at },
      namesIn(lamp, 'signaling', 'signal_values'),
      knownSignals,
    );
    if (!name.ok) return name;
    if (name.value === noSignal)
      return accept({ body: { signaling: { signal: noSignal, duration: 0 } } });
    const duration = readDuration(wish['duration'], pathOf(at, 'duration'), longestSignal);
    if (!duration.ok) return duration;
    const colors = readSignalColors(wish['colors'], { ...context, at: pathOf(at, 'colors') });
    if (!colors.ok) return colors;
    const signaling = {
      signal: name.value,
      duration: duration.value,
      ...(colors.value.colors.length === 0
        ? {}
        : { colors: colors.value.colors.map((xy) => ({ xy })) }),
    };
    return accept({ body: { signaling }, warnings: colors.value.warnings });
  },
};

/** `identify`: true, or for how long; the lamp blinks so that it can be found. */
export const identify: LightWord = {
  forGroups: false,
  isServiceForm: (value) => isObject(value) && 'action' in value,
  read(value, context) {
    if (lacks(context, 'identify')) return accept({ lacking: 'a lamp that can identify itself' });
    if (value === true) return accept({ body: { identify: { action: 'identify' } } });
    const duration = readDuration(value, context.at, longestSignal);
    return duration.ok
      ? accept({ body: { identify: { action: 'identify', duration: duration.value } } })
      : refuse(context.at, 'true or a time such as "5s"', value);
  },
};

/** Words that people use for no signal at all. */
const asSignal = (value: unknown): unknown =>
  value === false || value === 'none' || value === 'off' ? noSignal : value;

function readSignalColors(
  value: unknown,
  context: WordContext,
): Result<{ colors: readonly Xy[]; warnings: readonly string[] }> {
  if (value === undefined) return accept({ colors: [], warnings: [] });
  return Array.isArray(value) && value.length >= 1 && value.length <= 2
    ? readLampColors(value, context)
    : refuse(context.at, 'a list of 1 or 2 colours', value);
}
