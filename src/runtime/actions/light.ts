import { longestTransition } from '../../resources';
import { getMember, isObject } from '../../resources/member-access';
import { parseDuration } from '../../units/duration';
import { parseLightCommand } from '../../vocabulary/light/parse-light-command';
import { resolveLightTarget } from '../../vocabulary/lookup/target-resolvers';
import type { ActionHandler } from './action-node';
import { toCommandError } from '../node-errors';
import { lampStatusText } from '../node-status/lamp-status-text';
import { unwrap } from '../settings/evaluate-setting';
import type { LocatedSettingResult } from '../settings/evaluate-setting';
import { findTarget } from './find-target';
import { executeStateful } from './execute-request';

/** Parameters of a message for a lamp or the lamps of a room, zone or home. */
export interface LightParams {
  target: LocatedSettingResult;
  command: LocatedSettingResult;
  /** Transition in ms where the command has none. */
  transition: LocatedSettingResult;
}

/** Sets a lamp, or the lamps of a room, zone or home as one. */
export const setLight: ActionHandler<LightParams> = async (params, bridge, options) => {
  const payload = unwrap(params.command.result);
  const transition = parseTransition(params.transition);
  const found = findTarget(bridge, params.target.result, resolveLightTarget);
  // To await what needs no waiting would send the request later.
  const target = found instanceof Promise ? await found : found;
  const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
  const { path: at } = params.command;
  if (startsProgram(payload)) {
    const { startProgram } = await import('../programs/start-program.js');
    const { nodeId } = options;
    return startProgram(bridge, { payload, at, transition, target, nodeId });
  }
  const outcome = await executeStateful(
    bridge,
    {
      operation: 'update',
      target,
      buildCommand: (lamp, presumed) =>
        parseLightCommand(payload, lamp, kind, { at, transition, presumed }),
    },
    options,
  );
  const statusText = lampStatusText(
    getMember(outcome.sentMembers, 'on', 'on'),
    getMember(outcome.sentMembers, 'dimming', 'brightness'),
  );
  return { ...outcome, statusText: statusText ?? { key: 'changed' } };
};

/** True for a command that goes on after its first request: words that a plain command does not know. */
const startsProgram = (payload: unknown): boolean =>
  isObject(payload) &&
  (payload['turnOn'] === 'later' ||
    payload['play'] !== undefined ||
    typeof payload['restore'] === 'boolean' ||
    isLongTransition(payload['transition']));

/** True for a transition that a bridge does not take in one go, in ms or as text. */
const isLongTransition = (value: unknown): boolean =>
  typeof value === 'string'
    ? (parseDuration(value) ?? 0) > longestTransition
    : typeof value === 'number' && value > longestTransition;

function parseTransition({ path, result }: LocatedSettingResult): number | undefined {
  const value = unwrap(result);
  if (value === undefined) return undefined;
  if (
    Number.isInteger(value) &&
    typeof value === 'number' &&
    value >= 0 &&
    value <= longestTransition
  ) {
    return value;
  }
  const expected = `a whole number of ms from 0 to ${longestTransition}`;
  throw toCommandError({ path, expected, received: value });
}
