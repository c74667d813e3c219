import {
  appendMemberToPath,
  getNestedMember,
  isObject,
} from '../../resources/values/member-access';
import { getResourceDefinition } from '../../resources/table/resource-table';
import { validateWriteBody } from '../../resources/table/validate-write-body';
import { getMemberSchemas } from '../../resources/validation/describe-schema';
import type { Resource, Members } from '../../resources';
import type { LampColorContext } from './lamp-colors';
import { addBodyFragment } from './add-body-fragment';
import { combineEffectWithColor } from './combine-effect-with-color';
import { parseBareValue } from './parse-bare-value';
import { parseKnxDatapoint } from './parse-knx-datapoint';
import { powerPropertyNames, parsePowerRequest } from './properties/power';
import type { PowerRequest } from './properties/power';
import { limitCommandBrightness } from './limit-command-brightness';
import type {
  BrightnessLimits,
  LightResourceType,
  LightPropertyResult,
  LightCommandPropertyContext,
  LightCommandDraft,
} from './light-property';
import { lampAspectByMember, litLampMembers } from './light-property';
import { omitMembers } from '../parsing/object-members';
import { reportedStateToLightCommand } from './reported-light-state';
import { lightCommandProperties } from './light-command-properties';
import { refuseEmptyCommand, refuseForGroup, refuseUnknownProperty } from './refuse-light-command';
import { addDefaultTransition } from './properties/transition';
import { collectColorMembers } from '../parsing/parse-color';
import { parsePlainJson } from '../parsing/plain-json';
import { explainInvalidPayload } from '../parsing/likely-cause';
import { accept, refuse } from '../parsing/parse-result';
import type {
  CommandProblem,
  CommandWarning,
  ParseResult,
  ParsedCommandBody,
} from '../parsing/parse-result';
import { toCommandProblem } from '../parsing/parse-service-body';
import type { CommandParserOptions } from '../parsing/parse-service-body';

export type { LightResourceType } from './light-property';

export type LightColorOptions = Pick<LampColorContext, 'colorSpace' | 'findGroupLamps'>;

export interface LightCommandOptions extends CommandParserOptions, LightColorOptions {
  /** Default, in ms. */
  transition?: number | undefined;
  /** State after the pending commands, if `lamp` may be outdated: then only the abilities of `lamp` are valid. */
  presumed?: { readonly on: boolean | undefined } | undefined;
  brightnessLimits?: BrightnessLimits | undefined;
  /** For `"auto"`; the system time if missing. */
  now?: Date | undefined;
  /** For `"dim": "turn"`. */
  lastDimDirection?: 'up' | 'down' | undefined;
}

/**
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
    return buildLightCommand(command, context, (property) => appendMemberToPath(at, property));
  }
  const entry = parseBareValue(payload, at);
  if (!entry.ok) return entry;
  const [property, value] = entry.value;
  return buildLightCommand({ [property]: value }, context, () => at);
}

/** True for an id, or members that are objects. */
const mayBeReported = (payload: Members): boolean =>
  'id' in payload || Object.values(payload).some(isObject);

/** True for possible colour members beside words, such as `{r, g, b}`. */
const mayHoldColor = (payload: Members): boolean =>
  'r' in payload || 'h' in payload || 'x' in payload || 'red' in payload;

interface LightCommandContext {
  at: string;
  lamp: Resource | undefined;
  kind: LightResourceType;
  options: LightCommandOptions;
}

function buildLightCommand(
  payload: Members,
  context: LightCommandContext,
  getPropertyPath: (property: string) => string,
): ParseResult<ParsedCommandBody> {
  const { at, lamp, kind, options } = context;
  const isLampOn =
    options.presumed === undefined ? getNestedMember(lamp, 'on', 'on') : options.presumed.on;
  const power = parsePowerRequest(payload, at, isLampOn, getPropertyPath);
  if (!power.ok) return power;
  const draft: LightCommandDraft = {
    body: {},
    warnings: [],
    sourceByAspect: new Map(),
    lacking: [],
    defaults: undefined,
    turnsOn: false,
  };
  for (const property of Object.keys(payload)) {
    if (isPowerProperty(property)) continue;
    const value = payload[property];
    const propertyContext: LightCommandPropertyContext = {
      ...options,
      at: getPropertyPath(property),
      lamp,
      isOutdated: options.presumed !== undefined,
      kind,
      on: power.value.on,
      command: payload,
    };
    const fragment = parseProperty(property, value, propertyContext);
    if (!fragment.ok) return fragment;
    if ('lacking' in fragment.value) {
      const expected = { kind: `${fragment.value.lacking}Lamp` } as const;
      draft.lacking.push({ path: propertyContext.at, expected, received: value });
      continue;
    }
    const conflict = addBodyFragment(draft, property, fragment.value, { at, payload });
    if (conflict !== undefined) return { ok: false, problem: conflict };
  }
  const combined = combineEffect(draft, context, payload);
  if (combined !== undefined) return { ok: false, problem: combined };
  const { body, leftOut } = assembleBody(draft, power.value);
  if (isEmptyCommand(body, draft)) return refuseEmptyCommand(draft, context, payload);
  for (const { path, expected } of draft.lacking) {
    draft.warnings.push({ kind: 'leftOut', path, needed: expected });
  }
  for (const word of leftOut)
    draft.warnings.push({ kind: 'leftOutOff', path: getPropertyPath(word) });
  if (options.transition !== undefined) addDefaultTransition(body, options.transition);
  return finishCommand(body, draft.warnings, context);
}

function finishCommand(
  body: Members,
  warnings: readonly CommandWarning[],
  { at, lamp, kind, options }: LightCommandContext,
): ParseResult<ParsedCommandBody> {
  const { brightnessLimits, presumed } = options;
  const limitContext = { at, lamp, isOutdated: presumed !== undefined };
  const limited =
    brightnessLimits === undefined
      ? undefined
      : limitCommandBrightness(body, brightnessLimits, limitContext);
  if (limited?.ok === false) return limited;
  const limitWarnings = limited?.value.warnings ?? [];
  const check = validateWriteBody(kind, 'update', limited?.value.body ?? body);
  return check.ok
    ? { ok: true, value: { body: check.body, warnings: [...warnings, ...limitWarnings] } }
    : { ok: false, problem: toCommandProblem(check.problems[0], at) };
}

/** @returns a problem if the effect already has a colour */
function combineEffect(
  draft: LightCommandDraft,
  { at, lamp }: LightCommandContext,
  payload: unknown,
): CommandProblem | undefined {
  const { sourceByAspect } = draft;
  if (sourceByAspect.get('effect')?.isServiceMember !== false) return undefined;
  const color = sourceByAspect.get('color')?.name ?? 'color';
  const { body, omitted, conflict } = combineEffectWithColor(draft.body, lamp);
  if (conflict === true) {
    return refuse(at, { kind: 'effectColor', color }, payload).problem;
  }
  if (omitted.length > 0) {
    draft.warnings.push({ kind: 'leftOutOfEffect', path: appendMemberToPath(at, color) });
  }
  draft.body = body;
  return undefined;
}

const isPowerProperty = (property: string): boolean =>
  powerPropertyNames.some((name) => name === property);

function parseProperty(
  property: string,
  value: unknown,
  context: LightCommandPropertyContext,
): LightPropertyResult {
  const handler = lightCommandProperties.get(property);
  const members = serviceMemberNames[context.kind];
  if (handler === undefined || handler.isServiceValue?.(value) === true) {
    return members.includes(property)
      ? accept({ body: { [property]: value }, isServiceMember: true })
      : refuseUnknownProperty(property, value, context, members);
  }
  if (context.kind === 'grouped_light' && handler.groupSupport !== 'whole')
    return refuseForGroup(property, value, context, handler.groupSupport);
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
