import { getNestedMember, isObject } from '../../resources/member-access';
import {
  asksForState,
  isSavedStateCommand,
  isIdentifiedLightState,
  isLightStateList,
  maxFadeDuration,
  startsProgram,
} from '../../vocabulary/parsing/command-kinds';
import { parseLightCommand } from '../../vocabulary/light/parse-light-command';
import { limitTransition } from '../../vocabulary/light/properties/transition';
import type { LimitedTransition } from '../../vocabulary/light/properties/transition';
import { resolveLightTarget } from '../../vocabulary/lookup/target-resolvers';
import { parseBoundedDuration } from '../../vocabulary/parsing/parse-scalars';
import { parseBrightnessLimits } from '../light/brightness-limits';
import type { BrightnessLimitSettings } from '../light/brightness-limits';
import { getLastDimDirection, recordLastDimDirection } from '../light/dim-directions';
import type { LightActionParams } from '../light/light-action-params';
import type { LightCommandSteps } from '../light/several-lights';
import { findStateInList, toStateCommand } from '../light/state-list';
import { toCommandError } from '../node-errors';
import { lampStatusText } from '../node-status/lamp-status-text';
import type { CommandWithBodyBuilder } from '../programs/long-transition';
import type { OpenedBridge } from '../session/open-bridge-client';
import { isSettingUnset, getSettingValueOrThrow } from '../settings/evaluate-setting';
import type { LocatedSettingResult } from '../settings/evaluate-setting';
import { resolveTargetSetting, splitTargetAddresses } from '../targets/resolve-target-setting';
import type { ResolvedTarget } from '../targets/resolve-target-setting';
import type { ActionHandler, ActionOptions } from './action-node';
import type { ActionOutcome } from '../requests/action-outcome';
import { executeStatefulCommand, unknownState } from '../requests/execute-request';
import type {
  ExecuteOptions,
  StatefulCommand,
  WriteActionOutcome,
} from '../requests/execute-request';

/** Sets a lamp, the lamps of a room, zone or home as one, or several of these by one message. */
export const executeLightAction: ActionHandler<LightActionParams> = async (
  params,
  bridge,
  options,
) => {
  const given = getSettingValueOrThrow(params.command.result);
  const transition = parseTransition(params.transition);
  if (isSavedStateCommand(given)) {
    const { executeSavedState } = await import('../saved-states/execute-saved-state.js');
    const { path: at } = params.command;
    const message = { payload: given, at, transition, target: params.target };
    return executeSavedState(bridge, message, options);
  }
  if (asksForState(given)) {
    const { readLights } = await import('../light/read-lights.js');
    return readLights(bridge, getSettingValueOrThrow(params.target.result), options);
  }
  const createExecution = (on: OpenedBridge): LightCommandSteps<LightCommand> =>
    createLightExecution(on, { params, given, transition }, options);
  const addressed = getSettingValueOrThrow(params.target.result) ?? getOwnTarget(given);
  const addresses = splitTargetAddresses(addressed);
  if (addresses !== undefined) {
    const { setSeveralLights } = await import('../light/several-lights.js');
    return setSeveralLights(bridge, addresses, createExecution, options);
  }
  const { prepare, execute } = createExecution(bridge);
  const found = resolveTargetSetting(bridge, { ok: true, value: addressed }, resolveLightTarget);
  // To await what needs no waiting would send the request later.
  const prepared = prepare(found instanceof Promise ? await found : found);
  return execute(prepared instanceof Promise ? await prepared : prepared);
};

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

/**
 * Creates what makes the command of each lamp or group out of a message, and carries it out.
 *
 * @param bridge that of the lamps and groups
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for limits of the brightness that are none
 */
function createLightExecution(
  bridge: OpenedBridge,
  { params, given, transition }: LightRequest,
  options: ActionOptions,
): LightCommandSteps<LightCommand> {
  const { path: at } = params.command;
  const limited: LimitedTransition =
    transition === undefined ? { transition, warnings: [] } : limitTransition(transition);
  const brightnessLimits = hasLimits(params) ? parseBrightnessLimits(params) : undefined;
  const createCommand = (target: ResolvedTarget, payload: unknown): LightCommand => {
    const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
    const lastDimDirection = turnsDimming(payload)
      ? getLastDimDirection(bridge, target.rid)
      : undefined;
    return {
      operation: 'update',
      target,
      payload,
      buildCommand: (lamp, presumed) =>
        parseLightCommand(payload, lamp, kind, {
          at,
          transition: limited.transition,
          presumed,
          brightnessLimits,
          lastDimDirection,
        }),
    };
  };
  const states = isLightStateList(given) ? given : undefined;
  const selectPayload = (target: ResolvedTarget): unknown => {
    if (states === undefined) return isIdentifiedLightState(given) ? toStateCommand(given) : given;
    const { rid } = target;
    const label = bridge.stateCache.mirror.name(rid) ?? rid;
    return findStateInList(states, { rid, label }, at);
  };
  const readCommand = async (target: ResolvedTarget): Promise<LightCommand> => {
    const { rid } = target;
    const command = { payload: selectPayload(target), at, rid };
    return createCommand(target, await readFormatted(bridge, params.format, command));
  };
  const prepare = isPlain(params.format)
    ? (target: ResolvedTarget): LightCommand => createCommand(target, selectPayload(target))
    : readCommand;
  const startProgram = async (
    { target }: LightCommand,
    payload: unknown,
  ): Promise<ActionOutcome> => {
    const { executeProgramCommand: start } = await import('../light/execute-program-command.js');
    return start(bridge, {
      payload,
      at,
      transition: limited.transition,
      brightnessLimits,
      target,
      nodeId: options.sender,
    });
  };
  const executeLimited = async (command: LightCommand): Promise<ActionOutcome> => {
    const outcome = await executeLightCommand(bridge, command, options);
    const duration = getNestedMember(outcome.sentMembers, 'dynamics', 'duration');
    return limited.warnings.length > 0 && duration === limited.transition
      ? withWarnings(outcome, limited.warnings)
      : outcome;
  };
  const execute = async (command: LightCommand): Promise<ActionOutcome> => {
    const { payload, target } = command;
    if (needsMembers(command)) {
      const { setGroupLampsIndividually } = await import('../light/group-members.js');
      const prepareMember = (lamp: ResolvedTarget): LightCommand => createCommand(lamp, payload);
      const execution = { prepare: prepareMember, execute: executeLimited };
      return setGroupLampsIndividually(bridge, target, execution, options);
    }
    if (startsProgram(payload)) return startProgram(command, payload);
    if (transition === undefined || transition === limited.transition)
      return executeLimited(command);
    const { applyLongTransition } = await import('../programs/long-transition.js');
    const build: CommandWithBodyBuilder['build'] = (presumed) =>
      command.buildCommand(target.resource, presumed);
    const fade = applyLongTransition({ payload, at, build }, transition);
    return fade === undefined
      ? executeLimited(command)
      : withWarnings(await startProgram(command, fade.words), fade.warnings);
  };
  return { prepare, execute };
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
  const outcome = await executeStatefulCommand(bridge, command, options);
  const { sentMembers } = outcome;
  if ('dimming_delta' in sentMembers)
    recordLastDimDirection(bridge, command.target.rid, sentMembers);
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

/** True for one-button dimming, which depends on the direction before. */
const turnsDimming = (payload: unknown): boolean => isObject(payload) && payload['dim'] === 'turn';

/** Reads a command in another format; what that takes is loaded with the first such command. */
async function readFormatted(
  bridge: OpenedBridge,
  format: unknown,
  command: { payload: unknown; at: string; rid: string },
): Promise<unknown> {
  const { readFormattedCommand } = await import('../light/formatted-command.js');
  return readFormattedCommand(bridge, format, command);
}
