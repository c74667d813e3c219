import { systemClock } from '../../bridge/clock';
import { missesLamp } from '../../bridge/response';
import type { PendingProgram } from '../../programs/pending-programs';
import { getNestedMember, isObject } from '../../resources/members';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import { toEnglish } from '../../resources/problems';
import { colorSpaceNames } from '../../units/color';
import type { ColorSpace } from '../../units/color';
import {
  alexaMessageMembers,
  lightFormatNames,
  messageMembersByFormat,
} from '../../vocabulary/formats/light-format';
import type { LightFormatContext } from '../../vocabulary/formats/light-format';
import type { ReadCommand } from '../../vocabulary/formats/light-formats';
import { numberReadings, parseBareNumbers } from '../../vocabulary/light/bare-value';
import { parseLightCommand } from '../../vocabulary/light/command';
import type { SentCommand, LightColorOptions } from '../../vocabulary/light/command';
import { findAlexaMessage, findLikelyMistakes } from '../../vocabulary/light/likely-meanings';
import {
  findStateCommandOfLamp,
  findProgramKind,
  maxFadeDuration,
  parseLightRequest,
  parsePress,
} from '../../vocabulary/light/request';
import type { LightRequest } from '../../vocabulary/light/request';
import { limitTransition } from '../../vocabulary/light/words/transition';
import type { LimitedTransition } from '../../vocabulary/light/words/transition';
import type { Turn } from '../../bridge/turn';
import type { BrightnessLimits } from '../../vocabulary/light/words/word';
import { resolveLightTarget } from '../../vocabulary/lookup';
import { parseCommand } from '../../vocabulary/parse-result';
import type { ParseResult } from '../../vocabulary/parse-result';
import { asksForHistory, asksForState } from '../../vocabulary/read-payload';
import { parseBoundedDuration, parseBoundedNumber } from '../../vocabulary/values';
import type { Bridge } from '../bridge/bridge';
import { addLoggedWarnings, addWarnings } from '../outcome';
import type { ActionOutcome } from '../outcome';
import { sendCommand } from '../requests';
import type { WriteActionOutcome } from '../requests';
import type { MessageFormat } from '../message-format';
import { findTarget, listBridgesOfTarget, splitTargetAddresses, evaluateTarget } from '../target';
import type { ResolvedTarget } from '../target';
import { createCommandNode } from '../command-node';
import type { ActionOptions, ActionNodeDef } from '../command-node';
import { parseChoice, copyAsSetting } from '../settings';
import { isSettingUnset } from '../stored-settings';
import type { TypedSettings } from '../stored-settings';
import type { MessageSetting, ActionNodeSettings, MessageSettingsEvaluator } from '../settings';
import { getParsedOrThrow, toCommandError, createSettingError, formatSettingPath } from '../errors';
import { fadeStatusText, lampStatusText } from '../resource-status';
import { asksForLightChanges, startLightChanges } from './light-changes';
import type { LightDefWithChanges } from './light-changes';
import { isWrite, describeUnsupportedParts } from './light-command';
import type {
  LampCommand,
  LampCommandSteps,
  LampProgramCommand,
  LampWriteCommand,
} from './light-command';
import { checkLightCondition, parseLightCondition } from './light-condition';
import type { LightCondition } from './light-condition';
import type { TranslatableStatusText } from '../status';

/** Sets a lamp, or the lamps of a room, a zone or the home as one. */
export const createLightNode = createCommandNode<LightDef, LightActionParams>({
  shows: 'light',
  verb: ({ command }) => (command.isValid && asksForState(command.value) ? 'read' : 'set'),
  setsLamps: true,
  parseParams: evaluateLightSettings,
  execute: executeLightAction,
  start: startLightChanges,
  isStartNeeded: asksForLightChanges,
});

export async function executeLightAction(
  params: LightActionParams,
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const { path: at } = params.command;
  if (params.command.isValid && asksForHistory(params.command.value)) {
    const { answerHistoryOfTarget } = await import('../logbook/own-history.js');
    return answerHistoryOfTarget(bridge, params, resolveLightTarget);
  }
  const given = readCommand(params);
  const transition = parseTransition(params.transition);
  const press = params.format === undefined ? parsePress(given) : undefined;
  if (press?.kind === 'unusedPress')
    return setLights(
      { params, request: noCommand, transition, condition: 'never' },
      bridge,
      options,
    );
  const request = press ?? getParsedOrThrow(parseLightRequest(given, at));
  if (request.kind === 'read') {
    const { readLights } = await import('./light-several.js');
    return readLights(bridge, params.target.value, {
      ...options,
      colorSpace: parseColorSpace(params),
    });
  }
  if (request.kind === 'save' || request.kind === 'restore') {
    const { target } = params;
    return options.turn.whileWaiting(listBridgesOfTarget(bridge, target.value), async (turn) => {
      const { executeSavedState } = await import('./light-saved-states.js');
      const condition = parseLightCondition(params.onlyIf);
      const message = { command: request, at, transition, target, condition };
      return executeSavedState(bridge, message, { ...options, turn });
    });
  }
  const mistakes = findMistakes(params, given);
  const condition = parseLightCondition(params.onlyIf);
  const outcome =
    request.kind === 'list'
      ? setList({ params, request, transition, condition }, bridge, options)
      : setLights({ params, request, transition, condition }, bridge, options);
  if (mistakes.length === 0) return outcome;
  const warnings = mistakes.map((sentence) => {
    const kind = typeof sentence === 'string' ? 'likelyMistake' : sentence.kind;
    return { kind, sentence };
  });
  return addLoggedWarnings(await outcome, warnings);
}

/** What was carried out, but was probably meant otherwise. */
const findMistakes = (
  { command, format, messageMembers, reportedBrightness }: LightActionParams,
  given: unknown,
) => [
  ...findAlexaMessage(format?.name, given, messageMembers),
  ...(format === undefined && given !== reportedBrightness
    ? findLikelyMistakes(given, command.path, messageMembers?.['topic'])
    : []),
];

/** Numbers of the plain words are read as the dialog says. */
function readCommand({ command, format, numbers }: LightActionParams): unknown {
  if (format !== undefined) return command.value;
  const reading = parseChoice(numbers, numberReadings, 'numbers') ?? 'percent';
  return getParsedOrThrow(parseBareNumbers(command.value, reading, command.path));
}

function setList(
  { params, request, transition, condition }: LightListToSet,
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const { target, command: given } = params;
  const { entries } = request;
  const bridges = listBridgesOfTarget(
    bridge,
    entries.map((entry) => entry.target),
  );
  return options.turn.whileWaiting(bridges, async (turn) => {
    const { setListedLights } = await import('./light-several.js');
    const list = { target, at: given.path, entries, condition };
    const partOptions = { ...options, turn };
    return setListedLights(bridge, list, partOptions, ({ command, at }, on) => {
      const entry = {
        params: { ...params, command: { path: at, isValid: true, value: command } },
        request: { kind: 'set', command, target: undefined },
        transition,
      } as const;
      return new LightSteps(on, entry, partOptions);
    });
  });
}

const noCommand = { kind: 'set', command: undefined, target: undefined } as const;

async function setLights(
  settings: LightsToSet & { readonly condition: LightCondition | undefined },
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const { params, request, condition } = settings;
  const ownTarget = request.kind === 'states' ? request.states : request.target;
  const addressed = params.target.value ?? ownTarget;
  const addresses = splitTargetAddresses(addressed);
  if (addresses !== undefined) {
    return options.turn.whileWaiting(listBridgesOfTarget(bridge, addressed), async (turn) => {
      const { setSeveralLights } = await import('./light-several.js');
      const lights = addresses.map((address) => ({
        address,
        createSteps: (on: Bridge) => new LightSteps(on, settings, { ...options, turn }),
      }));
      return setSeveralLights(bridge, lights, { ...options, turn, condition });
    });
  }
  const found = findTarget(bridge, addressed, resolveLightTarget);
  if (condition !== undefined)
    return options.turn.whileWaiting([bridge], async (turn) => {
      const target = await found;
      turn.keepOnly([{ bridge, rid: target.rid }]);
      const skipped = await checkLightCondition(condition, bridge, target, { ...options, turn });
      if (skipped !== undefined) return skipped;
      const steps = new LightSteps(bridge, settings, { ...options, turn });
      const executing = steps.execute(await steps.prepare(target));
      turn.done();
      return executing;
    });
  const steps = new LightSteps(bridge, settings, options);
  const prepared =
    found instanceof Promise ? found.then((target) => steps.prepare(target)) : steps.prepare(found);
  // An await would delay the request.
  if (!(prepared instanceof Promise)) return steps.execute(prepared);
  return options.turn.whileWaiting([bridge], async (turn) => {
    const executing = steps.execute(await prepared);
    turn.done();
    return executing;
  });
}

const parseTransition = ({ path, value }: MessageSetting): number | undefined =>
  value === undefined
    ? undefined
    : getParsedOrThrow(parseBoundedDuration(value, path, maxFadeDuration));

const parseColorSpace = ({ colorSpace }: LightActionParams): ColorSpace | undefined =>
  parseChoice(colorSpace, colorSpaceNames, 'colorSpace');

interface LightListToSet extends Pick<LightsToSet, 'params' | 'transition'> {
  readonly request: Extract<LightRequest, { readonly kind: 'list' }>;
  readonly condition: LightCondition | undefined;
}

interface LightsToSet {
  readonly params: LightActionParams;
  readonly request: Extract<LightRequest, { readonly kind: 'states' | 'set' }>;
  readonly transition: number | undefined;
}

/** Turns what a message asks into the command for each of its lamps and groups. */
class LightSteps implements LampCommandSteps {
  readonly #limited: LimitedTransition;
  readonly #brightnessLimits: BrightnessLimits | undefined;
  readonly #colorSpace: ColorSpace | undefined;

  /** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for wrong brightness limits or a wrong choice of colours */
  constructor(
    private readonly bridge: Bridge,
    private readonly lights: LightsToSet,
    private readonly options: ActionOptions,
  ) {
    const { params, transition } = lights;
    this.#limited =
      transition === undefined ? { transition, warnings: [] } : limitTransition(transition);
    this.#brightnessLimits = hasLimits(params) ? parseBrightnessLimits(params) : undefined;
    this.#colorSpace = parseColorSpace(params);
  }

  /** Waits only for the second part of a colour of HomeKit. */
  prepare(target: ResolvedTarget): LampCommand | Promise<LampCommand> {
    const payload = this.#selectPayload(target);
    const { format, messageMembers = {}, refusedMembers = {} } = this.lights.params;
    if (format === undefined) return this.#createCommand(target, payload);
    const formatted = { payload, at: this.#path, target, messageMembers, refusedMembers };
    const read = format.readCommand(formatted);
    const joining = format.joinColor(this.bridge, target, read.command);
    return joining === undefined
      ? this.#createFormattedCommand(target, payload, read)
      : joining.then((command) =>
          this.#createFormattedCommand(target, payload, { ...read, command }),
        );
  }

  async execute(command: LampCommand): Promise<ActionOutcome> {
    const outcome = await this.#run(command);
    const { formatWarnings = [] } = command;
    if (formatWarnings.length === 0) return outcome;
    const logged = formatWarnings.map((sentence) => ({ kind: 'notApplied', sentence }));
    return addLoggedWarnings(outcome, logged);
  }

  #run(command: LampCommand): Promise<ActionOutcome> {
    if (command.kind === 'refused') throw toCommandError(command.problem);
    if (command.kind === 'read') return this.#read(command.target);
    if (command.kind === 'program') return this.#startProgram(command);
    if (command.kind === 'members') return this.#setMembers(command);
    const { transition } = this.lights;
    return transition === undefined || transition === this.#limited.transition
      ? this.#write(command)
      : this.#fadeLong(command, transition);
  }

  get #path(): string {
    return this.lights.params.command.path;
  }

  /** Returns the payload, or the state of this lamp if the message lists several states. */
  #selectPayload({ rid }: ResolvedTarget): unknown {
    const { request } = this.lights;
    if (request.kind === 'set') return request.command;
    const label = this.bridge.stateReader.stateCache.name(rid) ?? rid;
    return getParsedOrThrow(findStateCommandOfLamp(request.states, { rid, label }, this.#path));
  }

  #createFormattedCommand(
    target: ResolvedTarget,
    payload: unknown,
    { command, paths, warnings }: ReadCommand,
  ): LampCommand {
    const sent = paths && { payload, paths };
    return asksForState(command)
      ? { target, payload: command, kind: 'read' }
      : { ...this.#createCommand(target, command, sent), formatWarnings: warnings };
  }

  async #read({ rid }: ResolvedTarget): Promise<ActionOutcome> {
    const { readLights } = await import('./light-several.js');
    return readLights(this.bridge, rid, { ...this.options, colorSpace: this.#colorSpace });
  }

  #createCommand(target: ResolvedTarget, payload: unknown, sent?: SentCommand): LampCommand {
    const program = findProgramKind(payload);
    if (program !== undefined) return { target, payload, kind: 'program', program };
    const rtype = target.rtype === 'light' ? 'light' : 'grouped_light';
    const options = {
      at: this.#path,
      transition: this.#limited.transition,
      brightnessLimits: this.#brightnessLimits,
      lastDimDirection: this.bridge.lastDimDirections.find(target.rid),
      sent,
      ...this.#listColorOptions(target),
    };
    const command = parseCommand(
      (lamp, presumed) => parseLightCommand(payload, lamp, rtype, { ...options, presumed }),
      target.resource,
    );
    return { target, payload, sent, ...command };
  }

  #listColorOptions({ rid, rtype }: ResolvedTarget): LightColorOptions {
    const colorSpace = this.#colorSpace;
    if (rtype === 'light') return { colorSpace };
    const { stateCache } = this.bridge.client;
    return {
      colorSpace,
      findGroupLamps: () => findLightsAffectedByWrite(stateCache, stateCache.get(rid)),
    };
  }

  #setMembers({ target, payload, sent }: LampCommand): Promise<ActionOutcome> {
    const { plugs, ...words } = isObject(payload) ? payload : {};
    const lampPayload = plugs === undefined ? payload : words;
    const steps: LampCommandSteps = {
      prepare: (lamp) => this.#createCommand(lamp, lampPayload, sent),
      execute: async (command) => (isWrite(command) ? this.#write(command) : this.execute(command)),
    };
    return this.#whileWaiting(target, async (turn) => {
      const { setGroupLampsIndividually } = await import('./light-several.js');
      const options = { ...this.options, turn, includesPlugs: plugs === true };
      return setGroupLampsIndividually(this.bridge, target, steps, options);
    });
  }

  #whileWaiting(
    { rid }: ResolvedTarget,
    run: (turn: Turn) => Promise<ActionOutcome>,
  ): Promise<ActionOutcome> {
    const { bridge } = this;
    return this.options.turn.whileWaiting([bridge], (turn) => {
      turn.keepOnly([{ bridge, rid }]);
      return run(turn);
    });
  }

  async #startProgram(
    { target, payload, program }: LampProgramCommand,
    pending = this.#announceProgram(),
  ): Promise<ActionOutcome> {
    try {
      const { executeProgramCommand } = await import('./light-programs.js');
      return await executeProgramCommand(this.bridge, {
        program,
        payload,
        at: this.#path,
        transition: this.#limited.transition,
        brightnessLimits: this.#brightnessLimits,
        ...this.#listColorOptions(target),
        target,
        pending,
      });
    } finally {
      pending.end();
    }
  }

  #announceProgram(): PendingProgram {
    return this.bridge.programs.announce(this.options.sender, this.options.turn);
  }

  /** Starts a program for a transition that is longer than a bridge takes, if the command can fade for so long. */
  async #fadeLong(command: LampWriteCommand, transition: number): Promise<ActionOutcome> {
    const pending = this.#announceProgram();
    const { target, payload } = command;
    return this.#whileWaiting(target, async (turn) => {
      const { createFadeRequest } = await import('../../programs/fade.js');
      const fade = createFadeRequest({ command, payload, at: this.#path }, transition);
      const executing =
        fade === undefined
          ? this.#write(command)
          : this.#startProgram({ target, payload, kind: 'program', program: fade }, pending);
      turn.done();
      return executing;
    }).finally(() => pending.end());
  }

  /** Remembers in which direction the lamp is dimmed, for a button that dims up and down in turn. */
  async #write(command: LampWriteCommand): Promise<ActionOutcome> {
    const { bridge } = this;
    const { target } = command;
    const { fades, lastDimDirections } = bridge;
    const forgetDirection =
      // The button may be pressed again before the response.
      command.kind === 'body'
        ? lastDimDirections.record(target.rid, command.body.members)
        : undefined;
    const sending = sendCommand(bridge, { operation: 'update', target, command }, this.options);
    const outcome = await sending.catch((error: unknown) => {
      forgetDirection?.();
      fades.forget(target.rid);
      throw error;
    });
    const { sentMembers } = outcome;
    if (command.kind === 'derive') lastDimDirections.record(target.rid, sentMembers);
    const { transition, warnings } = this.#limited;
    const duration = getNestedMember(sentMembers, 'dynamics', 'duration');
    const shown = { ...outcome, statusText: chooseStatusText(bridge, target, outcome) };
    const limited = duration === transition ? addWarnings(shown, warnings) : shown;
    return target.rtype === 'light'
      ? limited
      : addLoggedWarnings(limited, describeUnsupportedParts(bridge, target.rid, sentMembers));
  }
}

const hasLimits = ({ minBrightness, maxBrightness }: BrightnessLimitSettings): boolean =>
  !isSettingUnset(minBrightness) || !isSettingUnset(maxBrightness);

function chooseStatusText(
  { fades }: Bridge,
  { rid, rtype }: ResolvedTarget,
  { sentMembers, meta }: WriteActionOutcome,
): TranslatableStatusText {
  if (rtype === 'light' && missesLamp(meta.warnings.map(toEnglish)))
    return { key: 'mayBeIgnored', fill: 'yellow' };
  const fade = fades.find(rid);
  if (fade !== undefined) return fadeStatusText(fade, systemClock.wallTime());
  const on = getNestedMember(sentMembers, 'on', 'on');
  const brightness = getNestedMember(sentMembers, 'dimming', 'brightness');
  return lampStatusText(on, brightness) ?? { key: 'changed' };
}

/**
 * Returns undefined without limits.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if a limit is no percentage, or if the lowest is above the highest
 */
export function parseBrightnessLimits({
  minBrightness,
  maxBrightness,
}: BrightnessLimitSettings): BrightnessLimits | undefined {
  const minimum = parsePercent(minBrightness, 'minBrightness');
  const maximum = parsePercent(maxBrightness, 'maxBrightness');
  if (minimum === undefined && maximum === undefined) return undefined;
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    const expected = `at most the highest brightness, ${maximum}`;
    throw createSettingError('minBrightness', expected, minimum);
  }
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

function parsePercent(value: unknown, name: string): number | undefined {
  if (isSettingUnset(value)) return undefined;
  return getParsedOrThrow(parseBoundedNumber(value, formatSettingPath(name), [0, 100], '%'));
}

interface BrightnessLimitSettings {
  minBrightness?: unknown;
  maxBrightness?: unknown;
}

export type StoredLightSettings = ActionNodeSettings &
  BrightnessLimitSettings &
  TypedSettings<'transition'> &
  Pick<ActionNodeDef, 'format' | 'colorSpace'> & { onlyIf?: unknown; numbers?: unknown };

type LightDef = LightDefWithChanges & StoredLightSettings;

/** What the format reads beside the payload. */
type MessageMembers = Pick<LightFormatContext, 'messageMembers' | 'refusedMembers'>;

export interface LightActionParams extends BrightnessLimitSettings, Partial<MessageMembers> {
  target: MessageSetting;
  command: MessageSetting;
  /** In ms, if the command has none. */
  transition: MessageSetting;
  /** Undefined for plain words. */
  format?: MessageFormat | undefined;
  /** Of `msg.resource`: what a node of this package has sent may come back, as from a slider. */
  reportedBrightness?: unknown;
  /** For red, green and blue; the lamp's own colours if missing. */
  colorSpace?: unknown;
  onlyIf?: unknown;
  /** How a number that is a whole command is read; in percent if missing. */
  numbers?: unknown;
}

/** Complete after `evaluator.pending`. */
export function evaluateLightSettings(
  evaluator: MessageSettingsEvaluator,
  settings: StoredLightSettings,
  format: MessageFormat | undefined,
): LightActionParams {
  const target = evaluateTarget(evaluator, settings);
  const given = evaluator.evaluateCommand(settings);
  const transition = evaluator.evaluateOptional(settings, 'transition', 'str');
  const { minBrightness, maxBrightness, colorSpace, onlyIf, numbers } = settings;
  const limits = { minBrightness, maxBrightness };
  const members = readMessageMembers(evaluator, format?.name, given);
  const command = isDirectiveAlone(evaluator, format?.name, members)
    ? copyAsSetting(null, 'payload')
    : given;
  const words = { format, numbers, ...members };
  const reportedBrightness = readReportedBrightness(evaluator, given);
  return {
    target,
    command,
    transition,
    ...words,
    ...limits,
    colorSpace,
    onlyIf,
    reportedBrightness,
  };
}

/** Undefined unless the payload is a number with decimals, since a resource is large. */
function readReportedBrightness(
  evaluator: MessageSettingsEvaluator,
  command: MessageSetting,
): unknown {
  // The value of a number that may be a reading is not there yet.
  const isOther =
    !command.isValid || (command.value !== undefined && typeof command.value !== 'number');
  if (command.path !== 'payload' || isOther) return undefined;
  const payload = evaluator.getProperty('payload').value;
  if (typeof payload !== 'number' || Number.isInteger(payload)) return undefined;
  const { isValid, value } = evaluator.getProperty('resource');
  return isValid ? getNestedMember(value, 'dimming', 'brightness') : undefined;
}

/** Reads those members, unless the dialog names another command than the payload. */
function readMessageMembers(
  evaluator: MessageSettingsEvaluator,
  format: unknown,
  { path }: MessageSetting,
): MessageMembers {
  if (path !== 'payload') return noMembers;
  const name = lightFormatNames.find((one) => one === format) ?? 'plain';
  const messageMembers: Record<string, unknown> = {};
  const refusedMembers: Record<string, ParseResult<never>> = {};
  for (const member of [...alexaMessageMembers, ...(messageMembersByFormat[name] ?? [])]) {
    const read = evaluator.readMember(member);
    if (!read.ok) refusedMembers[member] = read;
    else if (read.value !== undefined) messageMembers[member] = read.value;
  }
  return { messageMembers, refusedMembers };
}

/** A directive of Alexa, such as "warmer", may come without a payload. */
const isDirectiveAlone = (
  evaluator: MessageSettingsEvaluator,
  format: unknown,
  { messageMembers }: MessageMembers,
): boolean =>
  format === 'alexa' &&
  messageMembers['command'] !== undefined &&
  isMissing(evaluator.readMember('payload'));

const isMissing = (read: ParseResult<unknown>): boolean => read.ok && read.value === undefined;

const noMembers: MessageMembers = { messageMembers: {}, refusedMembers: {} };
