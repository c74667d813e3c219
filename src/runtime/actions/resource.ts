import { supportsOperation, operationNames, resourceTypes } from '../../resources';
import type { OperationName, ResourceType } from '../../resources';
import { createTargetResolver, parseServiceBody } from '../../vocabulary';
import type { ActionHandler } from './action-node';
import { parseChoice, unwrap } from '../settings/evaluate-setting';
import { toCommandError } from '../node-errors';
import type { SettingResult, LocatedSettingResult } from '../settings/evaluate-setting';
import { findTarget } from './find-target';
import { executeRead, unwrapCommand, executeWrite } from './execute-request';

/** Parameters of a message for any resource. */
export interface ResourceActionParams {
  rtype: SettingResult;
  operation: SettingResult;
  target: LocatedSettingResult;
  command: LocatedSettingResult;
  allowUnknownFields: boolean;
}

/** Executes any operation on any resource type. */
export const executeResourceAction: ActionHandler<ResourceActionParams> = async (
  params,
  bridge,
  options,
) => {
  const operation = parseChoice(params.operation, operationNames, 'operation');
  const rtypes = resolveResourceTypes(params, operation);
  const { allowUnknownFields } = params;
  const { path, result } = params.command;
  const bodyOptions = { at: path, allowUnknownFields };
  const sendOptions = { ...options, allowUnknownFields };
  if (operation === 'list' || operation === 'create') {
    const [rtype] = rtypes;
    assertOperation(rtype, operation);
    if (operation === 'list') return executeRead(bridge, { operation, rtype }, options);
    const command = unwrapCommand(parseServiceBody(rtype, operation, unwrap(result), bodyOptions));
    return executeWrite(bridge, { operation, rtype }, command, sendOptions);
  }
  const { rid, rtype } = await findTarget(
    bridge,
    params.target.result,
    createTargetResolver(rtypes),
  );
  assertOperation(rtype, operation);
  const reference = { rtype, rid } as const;
  if (operation === 'get') return executeRead(bridge, { operation, ...reference }, options);
  const command =
    operation === 'update'
      ? unwrapCommand(parseServiceBody(rtype, operation, unwrap(result), bodyOptions))
      : undefined;
  return executeWrite(bridge, { operation, ...reference }, command, sendOptions);
};

/** The requested type, or all types with the operation when it has a target and no type is set. */
function resolveResourceTypes(
  { rtype }: ResourceActionParams,
  operation: OperationName,
): readonly [ResourceType, ...ResourceType[]] {
  const isUnspecified = rtype.ok && rtype.value === undefined;
  const hasTarget = operation !== 'list' && operation !== 'create';
  const [first, ...others] = resourceTypes.filter((type) => supportsOperation(type, operation));
  if (isUnspecified && hasTarget && first !== undefined) return [first, ...others];
  return [parseChoice(rtype, resourceTypes, 'rtype')];
}

function assertOperation(rtype: ResourceType, operation: OperationName): void {
  if (supportsOperation(rtype, operation)) return;
  const expected = `an operation that ${rtype} has (${operationNames.filter((name) => supportsOperation(rtype, name)).join(', ')})`;
  throw toCommandError({ path: 'operation', expected, received: operation });
}
