import { isObject, sensorTypes } from '../../resources';
import { createTargetResolver, parseSensorCommand } from '../../vocabulary';
import type { ActionHandler } from './action-node';
import { parseChoice, isUnset, unwrap } from '../settings/evaluate-setting';
import { applyDialogChoices, withSettingPaths } from '../settings/dialog-choices';
import type { DialogChoice } from '../settings/dialog-choices';
import { formatSettingPath } from '../node-errors';
import type { LocatedSettingResult } from '../settings/evaluate-setting';
import { findTarget } from './find-target';
import { executeStateful, getOnOffState } from './execute-request';

/** Parameters of a message for a sensor. */
export interface SensorParams {
  /** Chosen type, or empty for any. */
  rtype: unknown;
  target: LocatedSettingResult;
  /** Chosen action, or empty to take the command. */
  action: unknown;
  command: LocatedSettingResult;
  sensitivity: LocatedSettingResult;
}

const actionValues = { enable: true, disable: false, toggle: 'toggle', keep: undefined } as const;
type ActionName = keyof typeof actionValues;
const actionNames: readonly ActionName[] = ['enable', 'disable', 'toggle', 'keep'];

/** Switches a sensor on or off, or sets how sensitive it is. */
export const setSensor: ActionHandler<SensorParams> = async (params, bridge, options) => {
  const { path } = params.command;
  const choices = getSensitivityChoice(params.sensitivity);
  const payload = mergePayload(params, choices);
  const rtypes = isUnset(params.rtype)
    ? sensorTypes
    : [parseChoice({ ok: true, value: params.rtype }, sensorTypes, formatSettingPath('rtype'))];
  const target = await findTarget(bridge, params.target.result, createTargetResolver(rtypes));
  const outcome = await executeStateful(
    bridge,
    {
      operation: 'update',
      target,
      buildCommand: (sensor, presumed) => {
        const state = sensor && presumed ? { ...sensor, enabled: presumed.on } : sensor;
        const result = parseSensorCommand(payload, target.rtype, state, { at: path });
        return withSettingPaths(result, path, choices);
      },
    },
    options,
  );
  const enabled = getOnOffState(outcome.sentMembers);
  if (enabled === undefined) return outcome;
  return { ...outcome, statusText: { key: enabled ? 'enabled' : 'disabled' } };
};

/** Choices of the dialog take precedence over values of the message. */
function mergePayload(
  { action, command }: SensorParams,
  choices: readonly DialogChoice[],
): unknown {
  const base = isUnset(action)
    ? unwrap(command.result)
    : actionValues[
        parseChoice({ ok: true, value: action }, actionNames, formatSettingPath('action'))
      ];
  if (choices.length === 0) return base ?? {};
  const members = base === undefined || isObject(base) ? base : { enabled: base };
  return applyDialogChoices(members, choices);
}

function getSensitivityChoice({ path: at, result }: LocatedSettingResult): readonly DialogChoice[] {
  const value = unwrap(result);
  return value === undefined ? [] : [{ property: 'sensitivity', settingPath: at, value }];
}
