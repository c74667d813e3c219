import { longestTransition } from '../../resources';
import { getMember, isObject } from '../../resources/member-access';
import { parseDuration } from '../../units/duration';
import { startsProgram } from '../../programs/starts-program';
import { parseLightCommand } from '../../vocabulary/light/parse-light-command';
import { concernsSavedState } from '../../vocabulary/light/parse-saved-state-command';
import { resolveLightTarget } from '../../vocabulary/lookup/target-resolvers';
import type { ActionHandler } from './action-node';
import { toCommandError } from '../node-errors';
import { parseBrightnessLimits } from '../light/brightness-limits';
import type { BrightnessLimitSettings } from '../light/brightness-limits';
import { getDimDirection, recordDimDirection } from '../light/dim-directions';
import { findOwnState, isReportedState, isStateList, toStateCommand } from '../light/state-list';
import { lampStatusText } from '../node-status/lamp-status-text';
import { isUnset, unwrap } from '../settings/evaluate-setting';
import type { LocatedSettingResult } from '../settings/evaluate-setting';
import type { BridgeHandle } from '../session/open-bridge';
import type { ActionOutcome } from './action-outcome';
import { findTarget, listAddresses } from './find-target';
import type { ResolvedTarget } from './find-target';
import { executeStateful, unknownState } from './execute-request';
import type { ExecuteOptions, StatefulCommand } from './execute-request';

/** Parameters of a message for a lamp or the lamps of a room, zone or home. */
export interface LightParams extends BrightnessLimitSettings {
  target: LocatedSettingResult;
  command: LocatedSettingResult;
  /** Transition in ms where the command has none. */
  transition: LocatedSettingResult;
  /** Format that the command is written in; plain words where it is not set. */
  format?: unknown;
}

/** A command for a lamp or a group. */
interface LightCommand extends StatefulCommand {
  /** In plain words, or as the body of the service. */
  readonly payload: unknown;
}

/** Sets a lamp, the lamps of a room, zone or home as one, or several of these by one message. */
export const setLight: ActionHandler<LightParams> = async (params, bridge, options) => {
  const given = unwrap(params.command.result);
  const transition = parseTransition(params.transition);
  if (concernsSavedState(given)) {
    const { executeSavedState } = await import('../saved-states/execute-saved-state.js');
    const { path: at } = params.command;
    const message = { payload: given, at, transition, target: params.target };
    return executeSavedState(bridge, message, options);
  }
  const { path: at } = params.command;
  const brightnessLimits = hasLimits(params) ? parseBrightnessLimits(params) : undefined;
  const createCommand = (target: ResolvedTarget, payload: unknown): LightCommand => {
    const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
    const lastDimDirection = turnsDimming(payload)
      ? getDimDirection(bridge, target.rid)
      : undefined;
    return {
      operation: 'update',
      target,
      payload,
      buildCommand: (lamp, presumed) =>
        parseLightCommand(payload, lamp, kind, {
          at,
          transition,
          presumed,
          brightnessLimits,
          lastDimDirection,
        }),
    };
  };
  const states = isStateList(given) ? given : undefined;
  const selectPayload = (target: ResolvedTarget): unknown => {
    if (states === undefined) return isReportedState(given) ? toStateCommand(given) : given;
    const { rid } = target;
    const label = bridge.stateCache.mirror.name(rid) ?? rid;
    return findOwnState(states, { rid, label }, at);
  };
  const readCommand = async (target: ResolvedTarget): Promise<LightCommand> => {
    const { rid } = target;
    const command = { payload: selectPayload(target), at, rid };
    return createCommand(target, await readFormatted(bridge, params.format, command));
  };
  const prepare = isPlain(params.format)
    ? (target: ResolvedTarget): LightCommand => createCommand(target, selectPayload(target))
    : readCommand;
  const execute = async (command: LightCommand): Promise<ActionOutcome> => {
    const { payload, target } = command;
    if (needsMembers(command)) {
      const { setGroupMembers } = await import('./group-members.js');
      const prepareMember = (lamp: ResolvedTarget): LightCommand => createCommand(lamp, payload);
      const setMember = (member: LightCommand): Promise<ActionOutcome> =>
        executeLightCommand(bridge, member, options);
      const execution = { prepare: prepareMember, execute: setMember };
      return setGroupMembers(bridge, target, execution, options);
    }
    if (!startsProgram(payload)) return executeLightCommand(bridge, command, options);
    const { startProgram } = await import('../programs/start-program.js');
    const { nodeId } = options;
    return startProgram(bridge, { payload, at, transition, target, nodeId });
  };
  const ownTarget = states ?? (isReportedState(given) ? given : undefined);
  const addressed = unwrap(params.target.result) ?? ownTarget;
  const addresses = listAddresses(addressed);
  if (addresses !== undefined) {
    const { setSeveralLights } = await import('./several-lights.js');
    return setSeveralLights(bridge, addresses, { prepare, execute }, options);
  }
  const found = findTarget(bridge, { ok: true, value: addressed }, resolveLightTarget);
  // To await what needs no waiting would send the request later.
  const prepared = prepare(found instanceof Promise ? await found : found);
  return execute(prepared instanceof Promise ? await prepared : prepared);
};

/** True for a command for a group that only its lamps can take. */
function needsMembers(command: LightCommand): boolean {
  const { payload, target } = command;
  if (target.rtype === 'light' || startsProgram(payload)) return false;
  const result = command.buildCommand(target.resource, unknownState);
  return !result.ok && result.problem.needs === 'members';
}

async function executeLightCommand(
  bridge: BridgeHandle,
  command: LightCommand,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const outcome = await executeStateful(bridge, command, options);
  const { sentMembers } = outcome;
  if ('dimming_delta' in sentMembers) recordDimDirection(bridge, command.target.rid, sentMembers);
  const statusText = lampStatusText(
    getMember(sentMembers, 'on', 'on'),
    getMember(sentMembers, 'dimming', 'brightness'),
  );
  return { ...outcome, statusText: statusText ?? { key: 'changed' } };
}

const isPlain = (format: unknown): boolean => isUnset(format) || format === 'plain';

const hasLimits = ({ minBrightness, maxBrightness }: BrightnessLimitSettings): boolean =>
  !isUnset(minBrightness) || !isUnset(maxBrightness);

/** True for one-button dimming, which depends on the direction before. */
const turnsDimming = (payload: unknown): boolean => isObject(payload) && payload['dim'] === 'turn';

/** Reads a command in another format; what that takes is loaded with the first such command. */
async function readFormatted(
  bridge: BridgeHandle,
  format: unknown,
  command: { payload: unknown; at: string; rid: string },
): Promise<unknown> {
  const { readFormattedCommand } = await import('../light/formatted-command.js');
  return readFormattedCommand(bridge, format, command);
}

function parseTransition({ path, result }: LocatedSettingResult): number | undefined {
  const value = unwrap(result);
  if (value === undefined) return undefined;
  const duration = typeof value === 'string' ? parseDuration(value) : value;
  const isValid = typeof duration === 'number' && Number.isInteger(duration);
  if (isValid && duration >= 0 && duration <= longestTransition) return duration;
  const expected = `a time such as "2s", or a whole number of ms, from 0 to ${longestTransition} ms`;
  throw toCommandError({ path, expected, received: value });
}
