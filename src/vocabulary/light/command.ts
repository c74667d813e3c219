import { appendMemberToPath, getNestedMember, isObject } from '../../resources/members';
import type { Members } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { getResourceDefinition } from '../../resources/table';
import { validateWriteBody } from '../../resources/check-body';
import { getMemberSchemas } from '../../resources/describe-schema';
import type { ProblemText } from '../../resources/problems';
import { parseBareValue } from './bare-value';
import { parseKnxDatapoint } from '../formats/knx';
import { nameAsSent, powerWordNames, parsePowerRequest } from './words/power';
import type { GivenWords, PowerRequest } from './words/power';
import { lampAspectByMember, litLampMembers } from './words/word';
import type {
  BrightnessLimits,
  LampColorContext,
  LightResourceType,
  LightWordResult,
  LightWordContext,
  CommandBodyFragment,
  WordPaths,
} from './words/word';
import { omitMembers } from '../values';
import { reportedStateToLightCommand } from './reported-state';
import { lightWords, lightWordNames, suggestWordForAlias } from './words/all-words';
import { addDefaultTransition } from './words/transition';
import { collectColorMembers } from '../color';
import { parsePlainJson } from '../plain-json';
import { explainInvalidPayload } from './likely-meanings';
import { accept, refuse, refuseBoth, refuseWithout } from '../parse-result';
import type {
  CommandProblem,
  CommandWarning,
  ParseResult,
  ParsedCommandBody,
} from '../parse-result';
import { toCommandProblem } from '../service-body';
import type { CommandOptions } from '../service-body';
import { roundTo } from '../../units/arithmetic';
import { findNearestName } from '../../resources/nearest-name';
import { getLampNameForProblem } from './abilities';

export type { LightResourceType } from './words/word';

export type LightColorOptions = Pick<LampColorContext, 'colorSpace' | 'findGroupLamps'>;

export interface LightCommandOptions extends CommandOptions, LightColorOptions {
  /** Default, in ms. */
  transition?: number | undefined;
  /** State after the pending commands, if `lamp` may be outdated: then only the abilities of `lamp` are valid. */
  presumed?: { readonly on: boolean | undefined } | undefined;
  brightnessLimits?: BrightnessLimits | undefined;
  /** For `"auto"`; the system time if missing. */
  now?: Date | undefined;
  /** For `"dim": "turn"`. */
  lastDimDirection?: 'up' | 'down' | undefined;
  /** For problems and warnings about a message in another format: they name what was sent. */
  sent?: SentCommand | undefined;
}

export interface SentCommand {
  readonly payload: unknown;
  readonly paths: WordPaths;
}

/**
 * Turns what a payload asks of a lamp or group into the body of its update.
 *
 * @param payload a single value, words of docs/light-words.md, the service's own body, or a mixture
 * @param lamp last known state; if undefined, nothing is clamped
 * @returns a checked body, with a warning for each part that this lamp cannot do
 */
export function parseLightCommand(
  payload: unknown,
  lamp: Resource | undefined,
  kind: LightResourceType,
  options: LightCommandOptions = {},
): ParseResult<ParsedCommandBody> {
  const at = options.at ?? 'payload';
  const plain = parsePlainJson(payload, at);
  if (!plain.ok) return plain;
  const command = parsePlainCommand(plain.value, { at, lamp, kind, options });
  if (command.ok || command.needs !== undefined) return command;
  const likelyCause = explainInvalidPayload(plain.value);
  if (likelyCause === undefined) return command;
  return { ok: false, problem: { ...command.problem, likelyCause } };
}

function parsePlainCommand(
  payload: unknown,
  context: LightCommandContext,
): ParseResult<ParsedCommandBody> {
  const { at } = context;
  if (isObject(payload)) {
    const datapoint = parseKnxDatapoint(payload, at);
    if (datapoint?.ok === false) return datapoint;
    const given = datapoint?.value ?? payload;
    const words = mayHoldColor(given) ? collectColorMembers(given) : given;
    const command = mayBeReported(words) ? reportedStateToLightCommand(words, context) : words;
    const paths = context.options.sent?.paths;
    const isUnnamed = (word: string): boolean =>
      datapoint !== undefined || (words !== given && word === 'color');
    return buildLightCommand(
      command,
      context,
      (word) => paths?.get(word) ?? (isUnnamed(word) ? at : appendMemberToPath(at, word)),
    );
  }
  const entry = parseBareValue(payload, at);
  if (!entry.ok) return entry;
  const [word, value] = entry.value;
  return buildLightCommand({ [word]: value }, context, () => at);
}

/** True for an id, or members that are objects. */
const mayBeReported = (payload: Members): boolean =>
  'id' in payload || Object.values(payload).some(isObject);

/** True for possible colour members beside words, such as `{r, g, b}`. */
const mayHoldColor = (payload: Members): boolean =>
  'r' in payload || 'h' in payload || 'x' in payload || 'red' in payload;

interface LightCommandDraft {
  body: Record<string, unknown>;
  readonly warnings: CommandWarning[];
  /** To detect conflicts. */
  readonly sourceByAspect: Map<string, LightCommandMember>;
  /** Words that this lamp does not support. */
  readonly lacking: { path: string; expected: ProblemText; received: unknown }[];
  /** Sent unless another word sets them. */
  defaults: Members | undefined;
  /** Only visible while the lamp is on. */
  turnsOn: boolean;
}

interface LightCommandMember {
  name: string;
  isServiceMember: boolean;
}

interface LightCommandContext {
  at: string;
  lamp: Resource | undefined;
  kind: LightResourceType;
  options: LightCommandOptions;
}

function buildLightCommand(
  payload: Members,
  context: LightCommandContext,
  getPath: (word: string) => string,
): ParseResult<ParsedCommandBody> {
  const { at, lamp, kind, options } = context;
  const isLampOn =
    options.presumed === undefined ? getNestedMember(lamp, 'on', 'on') : options.presumed.on;
  const received = options.sent === undefined ? payload : options.sent.payload;
  const given: GivenWords = { at, received, getPath };
  const power = parsePowerRequest(payload, isLampOn, given);
  if (!power.ok) return power;
  const draft: LightCommandDraft = {
    body: {},
    warnings: [],
    sourceByAspect: new Map(),
    lacking: [],
    defaults: undefined,
    turnsOn: false,
  };
  for (const word of Object.keys(payload)) {
    if (isPowerWord(word)) continue;
    const value = payload[word];
    const wordContext: LightWordContext = {
      ...options,
      at: getPath(word),
      lamp,
      isOutdated: options.presumed !== undefined,
      kind,
      on: power.value.on,
      command: payload,
    };
    const fragment = parseWord(word, value, wordContext);
    if (!fragment.ok) return fragment;
    if ('lacking' in fragment.value) {
      const expected = { kind: `${fragment.value.lacking}Lamp` } as const;
      draft.lacking.push({ path: wordContext.at, expected, received: value });
      continue;
    }
    const conflict = addBodyFragment(draft, word, fragment.value, given);
    if (conflict !== undefined) return { ok: false, problem: conflict };
  }
  const combined = combineEffect(draft, lamp, given);
  if (combined !== undefined) return { ok: false, problem: combined };
  const { body, leftOut } = assembleBody(draft, power.value);
  if (isEmptyCommand(body, draft)) return refuseEmptyCommand(draft, lamp, given);
  for (const { path, expected } of draft.lacking) {
    draft.warnings.push({ kind: 'leftOut', path, needed: expected });
  }
  for (const path of new Set(leftOut.map(getPath)))
    draft.warnings.push({ kind: 'leftOutOff', path });
  if (options.transition !== undefined) addDefaultTransition(body, options.transition);
  return finishCommand(body, draft.warnings, context, getPath('brightness'));
}

const isPowerWord = (word: string): boolean => powerWordNames.some((name) => name === word);

function parseWord(word: string, value: unknown, context: LightWordContext): LightWordResult {
  const handler = lightWords.get(word);
  const members = serviceMemberNames[context.kind];
  if (handler === undefined || handler.isServiceValue?.(value) === true) {
    return members.includes(word)
      ? accept({ body: { [word]: value }, isServiceMember: true })
      : refuseUnknownWord(word, value, context, members);
  }
  if (context.kind === 'grouped_light' && handler.groupSupport !== 'whole')
    return refuseForGroup(word, value, context, handler.groupSupport);
  return handler.parse(value, context);
}

const serviceMemberNames = {
  light: listUpdateMembers('light'),
  grouped_light: listUpdateMembers('grouped_light'),
} as const;

function listUpdateMembers(kind: LightResourceType): readonly string[] {
  const { update } = getResourceDefinition(kind);
  return update === undefined ? [] : [...getMemberSchemas(update).keys()];
}

const commonWords = 'on, brightness, kelvin, color, transition, effect';

/** @param members of the service's own body, for the suggestion */
const refuseUnknownWord = (
  word: string,
  value: unknown,
  { at }: LightWordContext,
  members: readonly string[],
): ParseResult<never> =>
  refuse(
    at,
    { kind: 'lightWord', values: commonWords },
    value,
    suggestWordForAlias(word) ?? findNearestName(word, [...lightWordNames, ...members]),
  );

function refuseForGroup(
  word: string,
  value: unknown,
  { at }: LightWordContext,
  groupSupport: 'members' | 'none',
): ParseResult<never> {
  const expected = { kind: 'lampsOnly', word } as const;
  return groupSupport === 'members'
    ? refuseWithout('members', at, expected, value)
    : refuse(at, expected, value);
}

/** @returns a problem if an earlier word sets the same aspect */
function addBodyFragment(
  draft: LightCommandDraft,
  word: string,
  fragment: CommandBodyFragment,
  given: GivenWords,
): CommandProblem | undefined {
  const source: LightCommandMember = {
    name: word,
    isServiceMember: fragment.isServiceMember === true,
  };
  for (const name of Object.keys(fragment.body)) {
    const value = fragment.body[name];
    const earlier = findConflict(draft, source, name, value);
    if (earlier !== undefined) {
      const [one, other] = [nameAsSent(earlier.name, given), nameAsSent(word, given)];
      return refuseBoth(given.at, one, other, given.received).problem;
    }
    const current = draft.body[name];
    draft.body[name] = isObject(current) && isObject(value) ? { ...current, ...value } : value;
  }
  if (fragment.warnings !== undefined) draft.warnings.push(...fragment.warnings);
  if (fragment.defaults !== undefined) draft.defaults = { ...draft.defaults, ...fragment.defaults };
  draft.turnsOn ||= fragment.turnsOn === true;
  return undefined;
}

/**
 * Claims the aspects that a member sets.
 *
 * @returns the word that claimed one of them before
 */
function findConflict(
  draft: LightCommandDraft,
  source: LightCommandMember,
  name: string,
  value: unknown,
): LightCommandMember | undefined {
  if (name !== 'metadata' || !isObject(value))
    return claimAspect(draft, lampAspectByMember.get(name) ?? name, source);
  for (const inner of Object.keys(value)) {
    const earlier = claimAspect(draft, `metadata.${inner}`, source);
    if (earlier !== undefined) return earlier;
  }
  return undefined;
}

function claimAspect(
  { sourceByAspect }: LightCommandDraft,
  aspect: string,
  source: LightCommandMember,
): LightCommandMember | undefined {
  const earlier = sourceByAspect.get(aspect);
  if (earlier !== undefined && !areCompatible(earlier, source)) return earlier;
  sourceByAspect.set(aspect, source);
  return undefined;
}

/** True for two members of the service's own body, except `color` beside `color_temperature`. */
function areCompatible(one: LightCommandMember, other: LightCommandMember): boolean {
  if (!one.isServiceMember || !other.isServiceMember) return false;
  const hasColor = one.name === 'color' || other.name === 'color';
  const hasColorTemperature =
    one.name === 'color_temperature' || other.name === 'color_temperature';
  return !(hasColor && hasColorTemperature);
}

/** @returns a problem if the effect already has a colour */
function combineEffect(
  draft: LightCommandDraft,
  lamp: Resource | undefined,
  given: GivenWords,
): CommandProblem | undefined {
  const { sourceByAspect } = draft;
  if (sourceByAspect.get('effect')?.isServiceMember !== false) return undefined;
  const color = sourceByAspect.get('color')?.name ?? 'color';
  const { body, omitted, conflict } = combineEffectWithColor(draft.body, lamp);
  if (conflict === true) {
    const expected = { kind: 'effectColor', color: nameAsSent(color, given) } as const;
    return refuse(given.at, expected, given.received).problem;
  }
  if (omitted.length > 0) {
    draft.warnings.push({ kind: 'leftOutOfEffect', path: given.getPath(color) });
  }
  draft.body = body;
  return undefined;
}

const effectParameterNames = ['color', 'color_temperature'] as const;

interface EffectWithColor {
  body: Record<string, unknown>;
  /** Removed, since the lamp takes only the name of an effect. */
  omitted: readonly string[];
  /** Set if the effect has its own colour. */
  conflict?: true;
}

/**
 * Moves the colour or white into the parameters of the effect: a lamp ignores an effect beside a colour.
 *
 * @param body of an update of a light, with `effects` or `effects_v2`
 */
function combineEffectWithColor(body: Members, lamp: Resource | undefined): EffectWithColor {
  const names = effectParameterNames.filter((name) => body[name] !== undefined);
  const action = getEffectAction(body);
  if (names.length === 0 || action === undefined || action['effect'] === 'no_effect')
    return { body: { ...body }, omitted: [] };
  const others = Object.fromEntries(
    Object.entries(body).filter(([name]) => !names.some((other) => other === name)),
  );
  const takesOnlyNames = lamp?.['effects'] !== undefined && lamp['effects_v2'] === undefined;
  if (takesOnlyNames) return { body: others, omitted: names };
  const { effects: _effects, ...withoutEffect } = others;
  const own = isObject(action['parameters']) ? action['parameters'] : {};
  const hasColor = effectParameterNames.some((name) => own[name] !== undefined);
  const added = Object.fromEntries(names.map((name) => [name, body[name]]));
  const effects_v2 = { action: { ...action, parameters: { ...own, ...added } } };
  return {
    body: { ...withoutEffect, effects_v2 },
    omitted: [],
    ...(hasColor ? { conflict: true } : {}),
  };
}

/** Returns `effects` in the shape of `effects_v2`. */
function getEffectAction({
  effects,
  effects_v2: newer,
}: Members): Record<string, unknown> | undefined {
  const action = isObject(newer) ? newer['action'] : effects;
  return isObject(action) ? action : undefined;
}

/** Removed if plain words turn the lamp off: bridges ignore these members, with a warning. */
const membersThatRequireOn: ReadonlySet<string> = new Set([
  ...litLampMembers,
  'dimming_delta',
  'color_temperature_delta',
]);

/**
 * Bridges ignore brightness, colour and effects while a lamp is off: these members turn the lamp on, or are removed if
 * the command turns the lamp off.
 */
function assembleBody(
  draft: LightCommandDraft,
  power: PowerRequest,
): { body: Record<string, unknown>; leftOut: readonly string[] } {
  const on = power.on ?? (power.mayTurnOn && draft.turnsOn ? true : undefined);
  const body: Record<string, unknown> = on === undefined ? {} : { on: { on } };
  Object.assign(body, draft.defaults, draft.body);
  if (on !== false || !power.isPlain) return { body, leftOut: [] };
  const dropped = Object.keys(body).filter((name) => membersThatRequireOn.has(name));
  const words = dropped.flatMap(
    (name) => draft.sourceByAspect.get(lampAspectByMember.get(name) ?? name)?.name ?? [],
  );
  return { body: omitMembers(body, dropped), leftOut: [...new Set(words)] };
}

/** No members, or only a transition. */
function isEmptyCommand(body: Members, { sourceByAspect: deciders }: LightCommandDraft): boolean {
  const names = Object.keys(body);
  return (
    names.length === 0 ||
    (names.length === 1 && deciders.get('dynamics')?.isServiceMember === false)
  );
}

/** If the lamp lacks a capability, the problem names it. */
function refuseEmptyCommand(
  draft: LightCommandDraft,
  lamp: Resource | undefined,
  { at, received }: GivenWords,
): ParseResult<never> {
  const [problem] = draft.lacking;
  if (problem === undefined) return refuse(at, { kind: 'toDo', values: commonWords }, received);
  const expected = {
    kind: 'otherLamp',
    needed: problem.expected,
    lamp: getLampNameForProblem(lamp),
  } as const;
  return { ok: false, problem: { ...problem, expected } };
}

function finishCommand(
  body: Members,
  warnings: readonly CommandWarning[],
  context: LightCommandContext,
  brightnessPath: string,
): ParseResult<ParsedCommandBody> {
  const { at, kind } = context;
  const { brightnessLimits } = context.options;
  const limited =
    brightnessLimits === undefined
      ? undefined
      : limitCommandBrightness(body, brightnessLimits, context, brightnessPath);
  if (limited?.ok === false) return limited;
  const limitWarnings = limited?.value.warnings ?? [];
  const check = validateWriteBody(kind, 'update', limited?.value.body ?? body);
  return check.ok
    ? { ok: true, value: { body: check.body, warnings: [...warnings, ...limitWarnings] } }
    : { ok: false, problem: toCommandProblem(check.problems[0], at) };
}

interface BrightnessLimitedBody {
  body: Members;
  warnings: readonly CommandWarning[];
}

/**
 * A step or a dimming ends at the limit. The lamp can still be turned off.
 *
 * @returns `needs: 'state'` for a step if the brightness is unknown
 */
function limitCommandBrightness(
  body: Members,
  limits: BrightnessLimits,
  context: LightCommandContext,
  path: string,
): ParseResult<BrightnessLimitedBody> {
  const brightness = getNestedMember(body, 'dimming', 'brightness');
  if (typeof brightness === 'number') {
    const { value, warnings } = clampBrightness(brightness, limits, path);
    return accept({ body: { ...body, dimming: { brightness: value } }, warnings });
  }
  const delta = body['dimming_delta'];
  return isObject(delta) && (delta['action'] === 'up' || delta['action'] === 'down')
    ? limitStep(body, delta, limits, context, path)
    : accept({ body, warnings: [] });
}

function clampBrightness(
  requested: number,
  { minimum = 0, maximum = 100 }: BrightnessLimits,
  path: string,
): { value: number; warnings: readonly CommandWarning[] } {
  const value = Math.min(maximum, Math.max(minimum, requested));
  if (value === requested) return { value, warnings: [] };
  const kind = value > requested ? 'lowest' : 'highest';
  return { value, warnings: [{ kind, path, requested, value }] };
}

function limitStep(
  body: Members,
  delta: Members,
  { minimum = 0, maximum = 100 }: BrightnessLimits,
  { at, lamp, options }: LightCommandContext,
  path: string,
): ParseResult<BrightnessLimitedBody> {
  const current =
    options.presumed === undefined ? getNestedMember(lamp, 'dimming', 'brightness') : undefined;
  if (typeof current !== 'number') {
    return refuseWithout('state', at, 'a lamp whose brightness is known', delta);
  }
  const requested = Number(delta['brightness_delta'] ?? 0);
  const room = delta['action'] === 'up' ? maximum - current : current - minimum;
  const allowed = roundTo(Math.min(requested, Math.max(0, room)), 2);
  if (allowed === requested) return accept({ body, warnings: [] });
  const duration = getNestedMember(body, 'dynamics', 'duration');
  const limited = {
    ...body,
    dimming_delta: { ...delta, brightness_delta: allowed },
    // Keeps the speed of the change.
    ...(typeof duration === 'number'
      ? { dynamics: { duration: Math.round((duration * allowed) / requested) } }
      : {}),
  };
  return accept({
    body: limited,
    warnings: [
      delta['action'] === 'up'
        ? { kind: 'endsHighest', path, value: maximum }
        : { kind: 'endsLowest', path, value: minimum },
    ],
  });
}
