import { operationNames } from '../../resources';
import {
  parseSceneCommand,
  parseSmartSceneCommand,
  resolveRecallTarget,
  resolveSmartSceneTarget,
} from '../../vocabulary';
import type { ActionHandler } from './action-node';
import { parseChoice, isUnset, unwrap } from '../settings/evaluate-setting';
import { formatSettingPath } from '../node-errors';
import type { SettingResult, LocatedSettingResult } from '../settings/evaluate-setting';
import { findTarget } from './find-target';
import {
  executeModification,
  executeRead,
  executeWrite,
  unwrapCommand,
  executeStateful,
  getOnOffState,
} from './execute-request';

/** Parameters of a message for smart scenes. */
export interface SmartSceneParams {
  operation: SettingResult;
  target: LocatedSettingResult;
  command: LocatedSettingResult;
  /** Chosen `activate` or `deactivate`, or empty to take the command. */
  recall: unknown;
}

const smartSceneOperations = ['recall', ...operationNames] as const;

/** Starts and stops, lists, reads, creates, changes and deletes smart scenes; recalls ordinary scenes too. */
export const executeSmartSceneAction: ActionHandler<SmartSceneParams> = async (
  params,
  bridge,
  options,
) => {
  const { path, result } = params.command;
  const operation = parseChoice(params.operation, smartSceneOperations, 'operation');
  const rtype = 'smart_scene';
  if (operation === 'list') return executeRead(bridge, { operation, rtype }, options);
  if (operation === 'create') {
    const mirror = await bridge.stateCache.refetch();
    const command = unwrapCommand(
      parseSmartSceneCommand(unwrap(result), operation, { home: mirror, at: path }),
    );
    return executeWrite(bridge, { operation, rtype }, command, options);
  }
  if (operation === 'recall') return recall(params, bridge, options);
  const { rid } = await findTarget(bridge, params.target.result, resolveSmartSceneTarget);
  if (operation === 'get') return executeRead(bridge, { operation, rtype, rid }, options);
  if (operation === 'delete') {
    return executeWrite(bridge, { operation, rtype, rid }, undefined, options);
  }
  const payload = unwrap(result);
  const { outcome } = await executeModification(
    bridge,
    { operation, rtype, rid },
    {
      async fromFreshState() {
        const home = await bridge.stateCache.refetch();
        const smartScene = home.get(rid);
        return unwrapCommand(
          parseSmartSceneCommand(payload, operation, { home, smartScene, at: path }),
        );
      },
    },
    options,
  );
  return outcome;
};

const recall: ActionHandler<SmartSceneParams> = async (params, bridge, options) => {
  const usesMessage = isUnset(params.recall);
  const payload = usesMessage ? unwrap(params.command.result) : params.recall;
  const path = usesMessage ? params.command.path : formatSettingPath('recall');
  const target = await findTarget(bridge, params.target.result, resolveRecallTarget);
  const operation = 'recall';
  if (target.rtype === 'scene') {
    const command = unwrapCommand(parseSceneCommand(payload, { at: path }));
    return executeWrite(bridge, { operation, rtype: 'scene', rid: target.rid }, command, options);
  }
  const mirror = bridge.stateCache.mirror;
  const { outcome, sentMembers } = await executeStateful(
    bridge,
    {
      operation,
      target,
      buildCommand: (scene, presumed) => {
        const smartScene =
          scene && presumed ? { ...scene, state: toSceneState(presumed.on) } : scene;
        return parseSmartSceneCommand(payload, operation, { home: mirror, smartScene, at: path });
      },
    },
    options,
  );
  return getOnOffState(sentMembers) === false
    ? { ...outcome, statusText: { key: 'stopped' } }
    : outcome;
};

const toSceneState = (active: boolean | undefined): string | undefined =>
  active === undefined ? undefined : active ? 'active' : 'inactive';
