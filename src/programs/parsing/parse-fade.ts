import {
  appendMemberToPath,
  getNestedMember,
  getNumericMember,
  getXyMember,
  isObject,
} from '../../resources';
import { getReportedMirek } from '../../resources/types/light';
import type { Resource, Members } from '../../resources';
import { accept, refuse } from '../../vocabulary/parse-result';
import { parseLightCommand } from '../../vocabulary/light/command';
import { maxFadeDuration } from '../../vocabulary/light/request';
import { omitMembers, parseBoundedDuration } from '../../vocabulary/values';
import type {
  CommandWithBody,
  StateDependentCommand,
  ParsedCommandBody,
  ParseResult,
} from '../../vocabulary/parse-result';
import { listLampPropertiesOfUpdate } from '../properties-set-by-command';
import type { FadeEndpoint, ParsedProgram } from '../program';
import type { ProgramParsingContext } from './program-parsing-context';

const fadingMembers: ReadonlySet<string> = new Set(['on', 'dimming', 'color', 'color_temperature']);

const canFade = (members: Members): boolean =>
  Object.keys(members).every((name) => fadingMembers.has(name));

/** A change longer than the maximum transition of a bridge. */
export interface FadeRequest {
  /** In ms. */
  readonly duration: number;
  /**
   * Builds the end of the fade.
   *
   * @param lamp lamp or group; undefined if unknown
   */
  readonly build: (lamp: Resource | undefined) => ParseResult<ParsedCommandBody>;
}

/** Parses a `transition` longer than the maximum of a bridge. */
export function parseFadeRequest(
  words: Members,
  context: ProgramParsingContext,
): ParseResult<FadeRequest> {
  const { at, kind } = context;
  const { transition, ...command } = words;
  const path = appendMemberToPath(at, 'transition');
  const duration = parseBoundedDuration(transition, path, maxFadeDuration);
  if (!duration.ok) return duration;
  const options = { ...context, transition: undefined };
  return accept({
    duration: duration.value,
    build(lamp) {
      const parsed = parseLightCommand(command, lamp, kind, options);
      return !parsed.ok || canFade(parsed.value.body.members) ? parsed : refuseFade(at, words);
    },
  });
}

const refuseFade = (at: string, received: unknown): ParseResult<never> =>
  refuse(at, { kind: 'valueBesideLongTransition' }, received);

/** One request can carry out the command. */
interface FadingCommand {
  readonly command: CommandWithBody | StateDependentCommand;
  /** The source of the command, and its path for problems. */
  readonly payload: unknown;
  readonly at: string;
}

/**
 * @param duration transition of the node, in ms
 * @returns undefined if the command has its own transition, or cannot fade, for example a step or an effect
 */
export function createFadeRequest(
  { command, payload, at }: FadingCommand,
  duration: number,
): FadeRequest | undefined {
  if (isObject(payload) && ('transition' in payload || 'dynamics' in payload)) return undefined;
  const sample = command.kind === 'body' ? command : command.presume(true);
  if (sample.kind !== 'body' || !canFadeAfterDefault(sample)) return undefined;
  if (command.kind === 'body') return { duration, build: () => accept(command) };
  const received = isObject(payload) ? { ...payload, transition: duration } : payload;
  return {
    duration,
    build(lamp) {
      const built = command.build(lamp);
      return !built.ok || canFadeAfterDefault(built.value) ? built : refuseFade(at, received);
    },
  };
}

/** For a body with the default transition of its node. */
const canFadeAfterDefault = ({ body }: ParsedCommandBody): boolean =>
  canFade(omitMembers(body.members, ['dynamics']));

/**
 * @param lamp lamp or group; undefined if unknown
 * @param shown a lamp that shows the initial colour: the lamp itself, or one of the group
 */
export function createFade(
  { duration, build }: FadeRequest,
  lamp: Resource | undefined,
  shown: Resource | undefined,
): ParseResult<ParsedProgram> {
  const built = build(lamp);
  if (!built.ok) return built;
  const { body, warnings } = built.value;
  const { members } = body;
  const to = toEnd(members, lamp);
  const from = toStart(to, lamp, shown);
  const turnsOff = to.brightness === 0;
  return accept({
    properties: [
      ...(turnsOff ? (['power'] as const) : []),
      ...(to.brightness === undefined ? [] : (['brightness'] as const)),
      ...listLampPropertiesOfUpdate(members).filter((property) => property === 'color'),
    ],
    content: { kind: 'fade', from, to, duration },
    warnings,
  });
}

/** `on` alone restores the former brightness. */
function toEnd(members: Members, lamp: Resource | undefined): FadeEndpoint {
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
