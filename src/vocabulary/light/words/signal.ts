import { isObject, appendMemberToPath } from '../../../resources/members';
import type { Members } from '../../../resources/members';
import { signalNames, maxSignalDuration } from '../../../resources/light-schemas';
import { parseDuration } from '../../../units/duration';
import { parseBoundedDuration, refuseUnknownMembers } from '../../values';
import { accept, refuse, mapResult } from '../../parse-result';
import { parseLampColors } from './color';
import { getSupportedNames, parseSupportedName } from '../abilities';
import { isUnsupportedByLamp } from './word';
import type { LightWords, LightWord, LightWordContext, LightWordResult } from './word';

/** In ms. */
const defaultSignalDuration = 10_000;
const noSignal = 'no_signal';

const alert: LightWord = {
  groupSupport: 'whole',
  isServiceValue: (value) => isObject(value) && 'action' in value,
  parse(value, context) {
    if (isObject(value)) return parseBlinking(value, context);
    if (typeof value === 'number')
      return refuse(context.at, { kind: 'trueOrTime' }, value, suggestBlinking(value, context));
    if (typeof value === 'string' && parseDuration(value) !== undefined)
      return parseBlinking({ duration: value }, context);
    if (isUnsupportedByLamp(context, 'alert')) return accept({ lacking: 'alert' });
    const supported = getSupportedNames(context.lamp, 'alert', 'action_values');
    const name = value === true ? 'breathe' : value;
    return mapResult(parseSupportedName(name, context, supported, ['breathe']), (action) => ({
      body: { alert: { action } },
    }));
  },
};

/** A colour inside the alert ends with it; a colour beside `alert` stays. */
function suggestBlinking(seconds: number, { command }: LightWordContext): string {
  const color = command['rgb'] ?? command['hex'] ?? command['color'];
  return color === undefined
    ? `"${seconds}s"`
    : `{"duration": "${seconds}s", "color": ${JSON.stringify(color)}}, with the colour inside`;
}

/** In the present colour or another. The lamp then returns to its state by itself. */
function parseBlinking(value: Members, context: LightWordContext): LightWordResult {
  const known = refuseUnknownMembers(value, ['duration', 'color'], context.at);
  if (!known.ok) return known;
  const { duration = defaultSignalDuration, color } = value;
  return signal.parse(
    color === undefined
      ? { signal: 'on_off', duration }
      : { signal: 'on_off_color', duration, colors: [color] },
    context,
  );
}

const signal: LightWord = {
  groupSupport: 'whole',
  parse(value, context) {
    const { at, lamp } = context;
    const input = isObject(value) ? value : { signal: value, duration: defaultSignalDuration };
    const checkedInput = refuseUnknownMembers(input, ['signal', 'duration', 'colors'], at);
    if (!checkedInput.ok) return checkedInput;
    if (isUnsupportedByLamp(context, 'signal')) return accept({ lacking: 'signal' });
    const name = parseSupportedName(
      toSignalName(input['signal']),
      { at: isObject(value) ? appendMemberToPath(at, 'signal') : at, lamp },
      getSupportedNames(lamp, 'signaling', 'signal_values'),
      signalNames,
    );
    if (!name.ok) return name;
    if (name.value === noSignal)
      return accept({ body: { signaling: { signal: noSignal, duration: 0 } } });
    const duration = parseBoundedDuration(
      input['duration'],
      appendMemberToPath(at, 'duration'),
      maxSignalDuration,
    );
    if (!duration.ok) return duration;
    const setting = { signal: name.value, duration: duration.value };
    if (input['colors'] === undefined) return accept({ body: { signaling: setting } });
    const colorsAt = appendMemberToPath(at, 'colors');
    return mapResult(
      parseSignalColors(input['colors'], { ...context, at: colorsAt }),
      ({ colors, warnings }) => ({
        body: { signaling: { ...setting, colors: colors.map((xy) => ({ xy })) } },
        warnings,
      }),
    );
  },
};

/** The lamp blinks, so that people find it. */
const identify: LightWord = {
  groupSupport: 'members',
  isServiceValue: (value) => isObject(value) && 'action' in value,
  parse(value, context) {
    if (isUnsupportedByLamp(context, 'identify')) return accept({ lacking: 'identify' });
    if (value === true) return accept({ body: { identify: { action: 'identify' } } });
    const duration = parseBoundedDuration(value, context.at, maxSignalDuration);
    return duration.ok
      ? accept({ body: { identify: { action: 'identify', duration: duration.value } } })
      : refuse(context.at, { kind: 'trueOrTime' }, value);
  },
};

export const signalingWords: LightWords = { alert, signal, identify };

const toSignalName = (value: unknown): unknown =>
  value === false || value === 'none' || value === 'off' ? noSignal : value;

const parseSignalColors = (
  value: unknown,
  context: LightWordContext,
): ReturnType<typeof parseLampColors> =>
  Array.isArray(value) && value.length >= 1 && value.length <= 2
    ? parseLampColors(value, context)
    : refuse(context.at, { kind: 'colors', minimum: 1, maximum: 2 }, value);
