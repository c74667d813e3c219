import { parseDaylightCommand } from '../../vocabulary/parse-daylight-command';
import type { DaylightCommand } from '../../vocabulary/parse-daylight-command';
import { getSettingValueOrThrow } from '../settings/evaluate-setting';
import type { LocatedSettingResult } from '../settings/evaluate-setting';
import { nodeClosedError, toCommandError } from '../node-errors';
import type { DaylightNodeController } from './daylight-source';
import type { ActionHandler } from '../actions/action-node';
import type { ActionOutcome } from '../requests/action-outcome';
import type { TargetParams } from '../several-bridges/named-bridge';

/** Parameters of a message for a daylight node. */
export interface DaylightActionParams extends TargetParams {
  command: LocatedSettingResult;
  /** What runs for the node, once it has started. */
  findControl: () => Promise<DaylightNodeController | undefined> | undefined;
}

/** Says how the lamps follow, lets them follow or leaves them alone, or takes back those that somebody else has set. */
export const executeDaylightAction: ActionHandler<DaylightActionParams> = async (
  { command, findControl },
  bridge,
) => {
  const parsed = parseDaylightCommand(getSettingValueOrThrow(command.result), command.path);
  if (!parsed.ok) throw toCommandError(parsed.problem);
  const wanted = parsed.value;
  // A bridge that was never reached is reported as such, in place of waiting for it.
  await bridge.stateCache.read();
  const control = await findControl();
  if (control === undefined) throw nodeClosedError();
  const operation =
    wanted === 'toggle' ? (control.report().enabled ? 'disable' : 'enable') : wanted;
  if (operation === 'resume') control.resume();
  else if (operation !== 'get') control.enable(operation === 'enable');
  return createOutcome(operation, control);
};

function createOutcome(
  operation: Exclude<DaylightCommand, 'toggle'>,
  control: DaylightNodeController,
): ActionOutcome {
  const statusKeys = { get: 'read', enable: 'enabled', disable: 'disabled', resume: 'enabled' };
  return {
    payload: control.report(),
    meta: { operation, rtype: 'light', status: 200, warnings: control.warnings, merged: 1 },
    statusText: { key: statusKeys[operation] },
  };
}
