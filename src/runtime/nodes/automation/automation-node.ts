import { isResource } from '../../../bridge/state/resource-state';
import { asksForList, parseAutomationCommand } from '../../../vocabulary/automation';
import { compareNames } from '../../../resources/values/compare-names';
import { resolveAutomationTarget } from '../../../vocabulary/lookup';
import { parseCommand } from '../../../vocabulary/parse-result';
import { describeAutomation } from '../../message/plain-automation';
import { pointToMotionZone } from './motion-zone-automation';
import { isSettingUnset, getChoiceOrThrow } from '../../settings/evaluate-setting';
import type { ActionHandler } from '../../node/action-node';
import { executeRead, executeCommand, getOnOrEnabledState } from '../../message/execute-request';
import { asksForReading, findTarget } from '../../message/resolve-target-setting';
import type { OperationParams } from '../../message/resolve-target-setting';

const rtype = 'behavior_instance';
const operations = ['enable', 'disable', 'toggle', 'get', 'list'] as const;
type AutomationOperation = (typeof operations)[number];

export const executeAutomationAction: ActionHandler<OperationParams> = (
  params,
  bridge,
  options,
) => {
  const operation = parseOperation(params);
  if (operation === 'list') return listAutomations(params, bridge, options);
  return operation === 'get'
    ? readAutomation(params, bridge, options)
    : setAutomation(params, bridge, options);
};

function parseOperation(params: OperationParams): AutomationOperation | undefined {
  const { operation, target, command } = params;
  if (!isSettingUnset(operation.value)) return getChoiceOrThrow(operation, operations);
  if (asksForReading(params)) return isSettingUnset(target.value) ? 'list' : 'get';
  return asksForList(command.value) ? 'list' : undefined;
}

const listAutomations: ActionHandler<OperationParams> = async (_params, bridge, options) => {
  // For the names of the scripts.
  const stateCache = await bridge.stateReader.read();
  const outcome = await executeRead(bridge, { operation: 'list', rtype }, options);
  const automations: readonly unknown[] = Array.isArray(outcome.payload) ? outcome.payload : [];
  const payload = automations
    .filter(isResource)
    .map((automation) => describeAutomation(stateCache, automation))
    .toSorted((one, other) => compareNames(one.name, other.name));
  return { ...outcome, payload };
};

const readAutomation: ActionHandler<OperationParams> = async (params, bridge, options) => {
  const { rid } = await findTarget(bridge, params.target.value, resolveAutomationTarget);
  const outcome = await executeRead(bridge, { operation: 'get', rtype, rid }, options);
  const { payload } = outcome;
  return isResource(payload)
    ? { ...outcome, payload: describeAutomation(bridge.stateReader.stateCache, payload) }
    : outcome;
};

const setAutomation: ActionHandler<OperationParams> = async (params, bridge, options) => {
  const { operation, command: given } = params;
  const { value: payload, path: at } = isSettingUnset(operation.value) ? given : operation;
  const target = await findTarget(bridge, params.target.value, resolveAutomationTarget);
  const command = parseCommand((automation, presumed) => {
    const state = automation && presumed ? { ...automation, enabled: presumed.on } : automation;
    return parseAutomationCommand(payload, state, { at });
  }, target.resource);
  const mayEnable = command.kind !== 'body' || 'enabled' in command.body.members;
  const outcome = await executeCommand(
    bridge,
    { operation: 'update', target, command },
    options,
  ).catch((error: unknown) => {
    if (!mayEnable) throw error;
    throw pointToMotionZone(error, target.resource, bridge.stateReader.stateCache);
  });
  const enabled = getOnOrEnabledState(outcome.sentMembers);
  return enabled === undefined
    ? outcome
    : { ...outcome, statusText: { key: enabled ? 'enabled' : 'disabled' } };
};
