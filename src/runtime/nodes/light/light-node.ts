import { getNestedMember, isObject } from '../../../resources/values/member-access';
import {
  isSavedStateCommand,
  isIdentifiedLightState,
  isLightStateList,
  maxFadeDuration,
  startsProgram,
} from '../../../vocabulary/parsing/command-kinds';
import { asksForState } from '../../../vocabulary/parsing/read-payload';
import { findLikelyMistakes } from '../../../vocabulary/light/likely-mistakes';
import { MessagePlace } from '../../../bridge/queue/message-place';
import { listGroupLamps } from '../../../resources/group-lights';
import type { ColorSpace } from '../../../units/color-conversion';
import { parseLightCommand } from '../../../vocabulary/light/parse-light-command';
import type { LightColorOptions } from '../../../vocabulary/light/parse-light-command';
import { limitTransition } from '../../../vocabulary/light/properties/transition';
import type { LimitedTransition } from '../../../vocabulary/light/properties/transition';
import { resolveLightTarget } from '../../../vocabulary/lookup/target-resolvers';
import { parseBoundedDuration } from '../../../vocabulary/parsing/parse-scalars';
import type { BrightnessLimits } from '../../../vocabulary/light/light-property';
import { parseBrightnessLimits } from './brightness-limits';
import type { BrightnessLimitSettings } from './brightness-limits';
import { getLastDimDirection, recordLastDimDirection } from './dim-directions';
import type { LightActionParams } from './light-action-params';
import type { LightCommandSteps } from './several-lights';
import { findStateInList, toStateCommand } from './state-list';
import { toCommandError } from '../../settings/node-errors';
import { lampStatusText } from '../../status/lamp-status-text';
import type { PendingProgram } from '../../../programs/pending-programs';
import type { CommandWithBodyBuilder } from './long-transition';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { parseColorSpaceSetting } from '../../settings/color-space';
import { isSettingUnset, getSettingValueOrThrow } from '../../settings/evaluate-setting';
import type { LocatedSettingResult } from '../../settings/evaluate-setting';
import { resolveTargetSetting, splitTargetAddresses } from '../../message/resolve-target-setting';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import type { ActionHandler, ActionOptions } from '../../node/action-definition';
import type { ActionOutcome } from '../../message/action-outcome';
import { listBridgesToReserve, runWithReservedLamps } from '../../message/message-reservations';
import type { MessageReservations, PlacedMessage } from '../../message/message-reservations';
import { executeStatefulCommand, unknownState } from '../../message/execute-request';
import type {
  ExecuteOptions,
  StatefulCommand,
  WriteActionOutcome,
} from '../../message/execute-request';
import { getBridgePrograms } from '../../programs/bridge-programs';

/** Sets a lamp, the lamps of a room, zone or home as one, or several of these by one message. */
export const executeLightAction: ActionHandler<LightActionParams> = async (
  params,
  bridge,
  { place = new MessagePlace(), ...others },
) => {
  const options = { ...others, place };
  const given = getSettingValueOrThrow(params.command.result);
  const transition = parseTransition(params.transition);
  if (isSavedStateCommand(given)) {
    const { target } = params;
    const bridges = listBridgesToReserve(bridge, getSettingValueOrThrow(target.result));
    return runWithReservedLamps(bridges, options, async (lamps) => {
      const { executeSavedState } = await import('./execute-saved-state.js');
      const { path: at } = params.command;
      const message = { payload: given, at, transition, target, lamps };
      return executeSavedState(bridge, message, options);
    });
  }
  if (asksForState(given)) {
    const { readLights } = await import('./read-lights.js');
    const colorSpace = parseColorSpaceSetting(params.colorSpace);
    const target = getSettingValueOrThrow(params.target.result);
    return readLights(bridge, target, { ...options, colorSpace });
  }
  const mistakes =
    isPlain(params.format) && !saysOnlyOn(given)
      ? findLikelyMistakes(given, params.command.path)
      : [];
  const outcome = setLights(params, { given, transition }, bridge, options);
  return mistakes.length === 0 ? outcome : addLikelyMistakes(await outcome, mistakes);
};

/** Sets what the message or the dialog names: one lamp or group at once, or several. */
async function setLights(
  params: LightActionParams,
  { given, transition }: Omit<LightRequest, 'params'>,
  bridge: OpenedBridge,
  options: PlacedActionOptions,
): Promise<ActionOutcome> {
  const createSteps = (on: OpenedBridge, lamps?: MessageReservations): LightRequestSteps =>
    new LightRequestSteps(on, { params, given, transition }, options, lamps);
  const addressed = getSettingValueOrThrow(params.target.result) ?? getOwnTarget(given);
  const addresses = splitTargetAddresses(addressed);
  if (addresses !== undefined) {
    const bridges = listBridgesToReserve(bridge, addressed);
    return runWithReservedLamps(bridges, options, async (lamps) => {
      const { setSeveralLights } = await import('./several-lights.js');
      const steps = (on: OpenedBridge): LightRequestSteps => createSteps(on, lamps);
      return setSeveralLights(bridge, addresses, steps, { ...options, lamps });
    });
  }
  const found = resolveTargetSetting(bridge, { ok: true, value: addressed }, resolveLightTarget);
  const steps = createSteps(bridge);
  const prepared =
    found instanceof Promise ? found.then((target) => steps.prepare(target)) : steps.prepare(found);
  // To await what needs no waiting would send the request later.
  if (!(prepared instanceof Promise)) return steps.execute(prepared);
  return runWithReservedLamps([bridge], options, async (lamps) => {
    const command = await prepared;
    const executing = createSteps(bridge, lamps).execute(command);
    lamps.end();
    return executing;
  });
}

const addLikelyMistakes = (
  outcome: ActionOutcome,
  likelyMistakes: readonly string[],
): ActionOutcome => ({ ...withWarnings(outcome, likelyMistakes), likelyMistakes });

/** True for the commands that hold no number. */
const saysOnlyOn = (given: unknown): boolean =>
  isObject(given)
    ? Object.keys(given).every((member) => member === 'on')
    : typeof given === 'boolean';

/** What states that say of which lamp they are set, where the message does not say it. */
function getOwnTarget(given: unknown): unknown {
  if (isLightStateList(given)) return given;
  if (!isIdentifiedLightState(given)) return undefined;
  // Only a list is looked for on several bridges.
  return given['bridge'] === undefined ? given : [given];
}

function parseTransition({ path, result }: LocatedSettingResult): number | undefined {
  const value = getSettingValueOrThrow(result);
  if (value === undefined) return undefined;
  const duration = parseBoundedDuration(value, path, maxFadeDuration);
  if (duration.ok) return duration.value;
  throw toCommandError(duration.problem);
}

/** A command for a lamp or a group. */
interface LightCommand extends StatefulCommand {
  /** In plain words, or as the body of the service. */
  readonly payload: unknown;
}

/** What a message asks of lamps and groups. */
interface LightRequest {
  readonly params: LightActionParams;
  /** The command as it came. */
  readonly given: unknown;
  /** Transition in ms where the command has none. */
  readonly transition: number | undefined;
}

/** Of a message whose place is known. */
type PlacedActionOptions = ActionOptions & Pick<PlacedMessage, 'place'>;

/** Makes the command of each lamp or group out of a message, and carries it out on one bridge. */
class LightRequestSteps implements LightCommandSteps<LightCommand> {
  readonly #bridge: OpenedBridge;
  readonly #request: LightRequest;
  readonly #options: PlacedActionOptions;
  readonly #lamps: MessageReservations | undefined;
  readonly #limited: LimitedTransition;
  readonly #brightnessLimits: BrightnessLimits | undefined;
  readonly #colorSpace: ColorSpace | undefined;

  /**
   * @param bridge that of the lamps and groups
   * @param lamps what the message has reserved; undefined where it can be sent at once
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for limits of the brightness, or a choice of colours, that are none
   */
  constructor(
    bridge: OpenedBridge,
    request: LightRequest,
    options: PlacedActionOptions,
    lamps: MessageReservations | undefined,
  ) {
    const { params, transition } = request;
    this.#bridge = bridge;
    this.#request = request;
    this.#options = options;
    this.#lamps = lamps ?? options.lamps;
    this.#limited =
      transition === undefined ? { transition, warnings: [] } : limitTransition(transition);
    this.#brightnessLimits = hasLimits(params) ? parseBrightnessLimits(params) : undefined;
    this.#colorSpace = parseColorSpaceSetting(params.colorSpace);
  }

  prepare(target: ResolvedTarget): LightCommand | Promise<LightCommand> {
    const payload = this.#selectPayload(target);
    return isPlain(this.#request.params.format)
      ? this.#createCommand(target, payload)
      : this.#readCommand(target, payload);
  }

  async execute(command: LightCommand): Promise<ActionOutcome> {
    const { payload } = command;
    if (needsMembers(command)) return this.#executeForMembers(command);
    if (startsProgram(payload)) return this.#startProgram(command, payload);
    const { transition } = this.#request;
    return transition === undefined || transition === this.#limited.transition
      ? this.#executeLimited(command)
      : this.#executeLongFade(command, transition);
  }

  get #path(): string {
    return this.#request.params.command.path;
  }

  /** The command as it came, or that for this lamp among the states of several. */
  #selectPayload({ rid }: ResolvedTarget): unknown {
    const { given } = this.#request;
    if (isLightStateList(given)) {
      const label = this.#bridge.stateReader.stateCache.name(rid) ?? rid;
      return findStateInList(given, { rid, label }, this.#path);
    }
    return isIdentifiedLightState(given) ? toStateCommand(given) : given;
  }

  /** Reads a command in another format; what that takes is loaded with the first such command. */
  async #readCommand(target: ResolvedTarget, payload: unknown): Promise<LightCommand> {
    const { readFormattedCommand } = await import('./formatted-command.js');
    const command = { payload, at: this.#path, rid: target.rid };
    const { format } = this.#request.params;
    return this.#createCommand(target, await readFormattedCommand(this.#bridge, format, command));
  }

  #createCommand(target: ResolvedTarget, payload: unknown): LightCommand {
    const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
    const lastDimDirection = turnsDimming(payload)
      ? getLastDimDirection(this.#bridge, target.rid)
      : undefined;
    return {
      operation: 'update',
      target,
      payload,
      buildCommand: (lamp, presumed) =>
        parseLightCommand(payload, lamp, kind, {
          at: this.#path,
          transition: this.#limited.transition,
          presumed,
          brightnessLimits: this.#brightnessLimits,
          lastDimDirection,
          ...this.#listColorOptions(target),
        }),
    };
  }

  #listColorOptions({ rid, rtype }: ResolvedTarget): LightColorOptions {
    const colorSpace = this.#colorSpace;
    if (rtype === 'light') return { colorSpace };
    const { stateCache } = this.#bridge.client;
    return { colorSpace, findGroupLamps: () => listGroupLamps(stateCache, rid) };
  }

  /** Sets the lamps of a group one by one. */
  #executeForMembers({ target, payload }: LightCommand): Promise<ActionOutcome> {
    const steps: LightCommandSteps<LightCommand> = {
      prepare: (lamp) => this.#createCommand(lamp, payload),
      execute: (command) => this.#executeLimited(command),
    };
    return this.#runReserved(target, async (lamps) => {
      const { setGroupLampsIndividually } = await import('./group-members.js');
      const options = { ...this.#options, lamps };
      return setGroupLampsIndividually(this.#bridge, target, steps, options);
    });
  }

  /** Runs what has to wait before it can send, with the lamps of the target reserved. */
  #runReserved(
    { rid }: ResolvedTarget,
    run: (lamps: MessageReservations) => Promise<ActionOutcome>,
  ): Promise<ActionOutcome> {
    const bridge = this.#bridge;
    return runWithReservedLamps([bridge], this.#options, (lamps) => {
      lamps.keepOnly([{ bridge, rid }]);
      return run(lamps);
    });
  }

  async #startProgram(
    { target }: LightCommand,
    payload: unknown,
    pending = this.#announceProgram(),
  ): Promise<ActionOutcome> {
    try {
      const { executeProgramCommand } = await import('./execute-program-command.js');
      return await executeProgramCommand(this.#bridge, {
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
    const [bridge, { sender, place }] = [this.#bridge, this.#options];
    return this.#lamps?.announce(bridge) ?? getBridgePrograms(bridge).announce(sender, place);
  }

  /** Fades by a program, for a transition that is longer than a bridge takes, what can fade for so long. */
  async #executeLongFade(command: LightCommand, transition: number): Promise<ActionOutcome> {
    const pending = this.#announceProgram();
    const { payload, target } = command;
    return this.#runReserved(target, async (lamps) => {
      const { applyLongTransition } = await import('./long-transition.js');
      const build: CommandWithBodyBuilder['build'] = (presumed) =>
        command.buildCommand(target.resource, presumed);
      const fade = applyLongTransition({ payload, at: this.#path, build }, transition);
      const executing =
        fade === undefined
          ? this.#executeLimited(command)
          : this.#startProgram(command, fade.words, pending);
      lamps.end();
      return fade === undefined ? executing : withWarnings(await executing, fade.warnings);
    }).finally(() => pending.end());
  }

  async #executeLimited(command: LightCommand): Promise<ActionOutcome> {
    const { transition, warnings } = this.#limited;
    const outcome = await executeLightCommand(this.#bridge, command, this.#options);
    const duration = getNestedMember(outcome.sentMembers, 'dynamics', 'duration');
    return warnings.length > 0 && duration === transition
      ? withWarnings(outcome, warnings)
      : outcome;
  }
}

/** True for a command for a group that only its lamps can take. */
function needsMembers(command: LightCommand): boolean {
  const { payload, target } = command;
  if (target.rtype === 'light' || startsProgram(payload)) return false;
  const result = command.buildCommand(target.resource, unknownState);
  return !result.ok && result.problem.needs === 'members';
}

async function executeLightCommand(
  bridge: OpenedBridge,
  command: LightCommand,
  options: ExecuteOptions,
): Promise<WriteActionOutcome> {
  const outcome = await executeDimming(bridge, command, () =>
    executeStatefulCommand(bridge, command, options),
  );
  const { sentMembers } = outcome;
  const statusText = lampStatusText(
    getNestedMember(sentMembers, 'on', 'on'),
    getNestedMember(sentMembers, 'dimming', 'brightness'),
  );
  return { ...outcome, statusText: statusText ?? { key: 'changed' } };
}

const withWarnings = (outcome: ActionOutcome, warnings: readonly string[]): ActionOutcome => ({
  ...outcome,
  meta: { ...outcome.meta, warnings: [...warnings, ...outcome.meta.warnings] },
});

const isPlain = (format: unknown): boolean => isSettingUnset(format) || format === 'plain';

const hasLimits = ({ minBrightness, maxBrightness }: BrightnessLimitSettings): boolean =>
  !isSettingUnset(minBrightness) || !isSettingUnset(maxBrightness);

/** Carries out a command, and remembers in which direction it dims. */
async function executeDimming(
  bridge: OpenedBridge,
  command: LightCommand,
  execute: () => Promise<WriteActionOutcome>,
): Promise<WriteActionOutcome> {
  const { rid, resource } = command.target;
  if (!dimsWhileHeld(command.payload)) {
    const outcome = await execute();
    if ('dimming_delta' in outcome.sentMembers)
      recordLastDimDirection(bridge, rid, outcome.sentMembers);
    return outcome;
  }
  // The next press of the button may come before the answer to this one.
  const built = command.buildCommand(resource, unknownState);
  const forget = recordLastDimDirection(bridge, rid, built.ok ? built.value.body.members : {});
  try {
    return await execute();
  } catch (error) {
    forget();
    throw error;
  }
}

/** True for dimming for as long as a button is held. */
const dimsWhileHeld = (payload: unknown): boolean => isObject(payload) && 'dim' in payload;

/** True for one-button dimming, which depends on the direction before. */
const turnsDimming = (payload: unknown): boolean => isObject(payload) && payload['dim'] === 'turn';
