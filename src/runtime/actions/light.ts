import {
  asksForState,
  concernsSavedState,
  isReportedState,
  isStateList,
  longestFade,
} from '../../vocabulary/parsing/command-kinds';
import { parseBoundedDuration } from '../../vocabulary/parsing/parse-scalars';
import { resolveLightTarget } from '../../vocabulary/lookup/target-resolvers';
import type { BrightnessLimitSettings } from '../light/brightness-limits';
import { toCommandError } from '../node-errors';
import type { BridgeHandle } from '../session/open-bridge';
import { unwrap } from '../settings/evaluate-setting';
import type { LocatedSettingResult } from '../settings/evaluate-setting';
import type { ActionHandler } from './action-node';
import { findTarget } from './find-target';
import { listAddresses } from '../../vocabulary/lookup/list-addresses';
import { createLightExecution } from './light-execution';
import type { LightCommand } from './light-execution';
import { recordSender } from '../light/own-commands';
import type { LightExecution } from './several-lights';

/** Parameters of a message for a lamp or the lamps of a room, zone or home. */
export interface LightParams extends BrightnessLimitSettings {
  target: LocatedSettingResult;
  command: LocatedSettingResult;
  /** Transition in ms where the command has none. */
  transition: LocatedSettingResult;
  /** Format that the command is written in; plain words where it is not set. */
  format?: unknown;
}

/** Sets a lamp, the lamps of a room, zone or home as one, or several of these by one message. */
export const setLight: ActionHandler<LightParams> = async (params, bridge, options) => {
  recordSender(options.signal, options.nodeId);
  const given = unwrap(params.command.result);
  const transition = parseTransition(params.transition);
  if (concernsSavedState(given)) {
    const { executeSavedState } = await import('../saved-states/execute-saved-state.js');
    const { path: at } = params.command;
    const message = { payload: given, at, transition, target: params.target };
    return executeSavedState(bridge, message, options);
  }
  if (asksForState(given)) {
    const { readLights } = await import('../light/read-lights.js');
    return readLights(bridge, unwrap(params.target.result), options);
  }
  const createExecution = (on: BridgeHandle): LightExecution<LightCommand> =>
    createLightExecution(on, { params, given, transition }, options);
  const addressed = unwrap(params.target.result) ?? getOwnTarget(given);
  const addresses = listAddresses(addressed);
  if (addresses !== undefined) {
    const { setSeveralLights } = await import('./several-lights.js');
    return setSeveralLights(bridge, addresses, createExecution, options);
  }
  const { prepare, execute } = createExecution(bridge);
  const found = findTarget(bridge, { ok: true, value: addressed }, resolveLightTarget);
  // To await what needs no waiting would send the request later.
  const prepared = prepare(found instanceof Promise ? await found : found);
  return execute(prepared instanceof Promise ? await prepared : prepared);
};

/** What states that say of which lamp they are set, where the message does not say it. */
const getOwnTarget = (given: unknown): unknown =>
  isStateList(given) || isReportedState(given) ? given : undefined;

function parseTransition({ path, result }: LocatedSettingResult): number | undefined {
  const value = unwrap(result);
  if (value === undefined) return undefined;
  const duration = parseBoundedDuration(value, path, longestFade);
  if (duration.ok) return duration.value;
  throw toCommandError(duration.problem);
}
