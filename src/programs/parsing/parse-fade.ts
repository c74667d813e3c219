import {
  appendMemberToPath,
  getNestedMember,
  getNumericMember,
  getXyMember,
} from '../../resources';
import { getReportedMirek } from '../../resources/types/light';
import type { Resource } from '../../resources';
import { createParseSuccess, parseLightCommand, createInvalidValueResult } from '../../vocabulary';
import type { ParseResult } from '../../vocabulary';
import { maxFadeDuration } from '../../vocabulary/light/parse-light-request';
import { parseBoundedDuration } from '../../vocabulary/parsing/parse-scalars';
import { listLampPropertiesOfUpdate } from '../properties-set-by-command';
import type { FadeEndpoint, UpdateMembers, ParsedProgram } from '../program';
import type { ProgramParsingContext } from './program-parsing-context';

const fadingMembers: ReadonlySet<string> = new Set(['on', 'dimming', 'color', 'color_temperature']);

/** Returns true if the body of a command can take longer than the maximum transition of a bridge. */
export const canFade = (members: UpdateMembers): boolean =>
  Object.keys(members).every((name) => fadingMembers.has(name));

/**
 * Parses a command with a transition longer than the maximum of a bridge.
 *
 * @param shown a lamp that shows the initial colour: the lamp itself, or one of the group
 */
export function parseFade(
  words: UpdateMembers,
  { at, lamp, kind, brightnessLimits, colorSpace, findGroupLamps }: ProgramParsingContext,
  shown: Resource | undefined,
): ParseResult<ParsedProgram> {
  const { transition, ...command } = words;
  const duration = parseBoundedDuration(
    transition,
    appendMemberToPath(at, 'transition'),
    maxFadeDuration,
  );
  if (!duration.ok) return duration;
  const options = { at, brightnessLimits, colorSpace, findGroupLamps };
  const parsed = parseLightCommand(command, lamp, kind, options);
  if (!parsed.ok) return parsed;
  const { body, warnings } = parsed.value;
  const { members } = body;
  if (!canFade(members)) {
    const expected = 'on, off, a brightness, a white or a colour beside such a long transition';
    return createInvalidValueResult(at, expected, words);
  }
  const to = toEnd(members, lamp);
  const from = toStart(to, lamp, shown);
  const turnsOff = to.brightness === 0;
  return createParseSuccess({
    properties: [
      ...(turnsOff ? (['power'] as const) : []),
      ...(to.brightness === undefined ? [] : (['brightness'] as const)),
      ...listLampPropertiesOfUpdate(members).filter((property) => property === 'color'),
    ],
    content: { kind: 'fade', from, to, duration: duration.value },
    warnings,
  });
}

/** Returns the end of the fade. `on` alone restores the former brightness. */
function toEnd(members: UpdateMembers, lamp: Resource | undefined): FadeEndpoint {
  const on = getNestedMember(members, 'on', 'on');
  const mirek = getNumericMember(members, 'color_temperature', 'mirek');
  const xy = getXyMember(members, 'color', 'xy');
  const color = mirek !== undefined ? { mirek } : xy === undefined ? {} : { xy };
  if (on === false) return { brightness: 0 };
  const brightness = getNumericMember(members, 'dimming', 'brightness');
  if (brightness !== undefined) return { ...color, brightness };
  const known = getNumericMember(lamp, 'dimming', 'brightness') ?? 0;
  const comesOn = on === true && getNestedMember(lamp, 'on', 'on') === false;
  const former = known > 0 ? known : 100;
  return comesOn || (on === true && Object.keys(color).length === 0)
    ? { ...color, brightness: former }
    : color;
}

function toStart(
  to: FadeEndpoint,
  lamp: Resource | undefined,
  shown: Resource | undefined,
): FadeEndpoint {
  const isLit = getNestedMember(lamp, 'on', 'on') === true;
  const brightness = isLit ? (getNumericMember(lamp, 'dimming', 'brightness') ?? 0) : 0;
  const start: FadeEndpoint = to.brightness === undefined ? {} : { brightness };
  // A dark lamp has no initial colour.
  if (!isLit || (to.mirek === undefined && to.xy === undefined)) return start;
  const mirek = getReportedMirek(shown);
  if (mirek !== undefined) return { ...start, mirek };
  const xy = getXyMember(shown, 'color', 'xy');
  return xy === undefined ? start : { ...start, xy };
}
