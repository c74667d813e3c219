import { refetchMissingType } from '../../bridge/find-resource';
import { isBridgeError } from '../../bridge/errors';
import { isResource } from '../../bridge/resource-state';
import {
  isKnownResourceType,
  operationNames,
  resourceTypes,
  supportsOperation,
} from '../../resources/table';
import type { ResourceType } from '../../resources/table';
import { isWellFormedResourceTypeName } from '../../resources/identifiers';
import type { OperationName } from '../../resources/resource';
import { findNearestName } from '../../resources/nearest-name';
import { createTargetResolver } from '../../vocabulary/lookup';
import type { TargetResolver } from '../../vocabulary/lookup';
import type { ParsedCommandBody } from '../../vocabulary/parse-result';
import { parseServiceBody } from '../../vocabulary/service-body';
import type { Bridge } from '../bridge/bridge';
import type { ActionOutcome } from '../outcome';
import { sendRead, sendWrite } from '../requests';
import type { SendOptions, ReadRequest } from '../requests';
import { addResourceIdentityToState, toPlainState } from '../state-afterwards';
import { evaluateTarget, findTarget } from '../target';
import type { ResolvedTarget } from '../target';
import { createCommandNode } from '../command-node';
import type { ActionNodeDef, ActionOptions } from '../command-node';
import { getChoiceOrThrow, parseChoice } from '../settings';
import type { MessageSetting } from '../settings';
import { getParsedOrThrow, toCommandError } from '../errors';

export interface ResourceActionParams {
  rtype: MessageSetting;
  operation: MessageSetting;
  target: MessageSetting;
  command: MessageSetting;
  allowUnknownFields: boolean;
  /** `resource` or `value`; empty for `resource`. */
  readAs: unknown;
}

/** For _read_ and _list_. */
const readForms = ['resource', 'value'] as const;

interface ResourceDef extends ActionNodeDef {
  allowUnknownFields?: unknown;
  /** `resource` or `value`: payload after a read. */
  readAs?: unknown;
}

/** Carries out any operation on any resource. */
export const createResourceNode = createCommandNode<ResourceDef, ResourceActionParams>({
  shows: 'resource',
  parseParams(evaluator, def) {
    const operation = evaluator.getChoice(def.operation ?? 'get', 'operation', 'get');
    const rtype = evaluator.getChoice(def.rtype ?? '', 'rtype');
    const target = evaluateTarget(evaluator, def);
    const command = evaluator.evaluateCommand(def);
    const allowUnknownFields = def.allowUnknownFields === true;
    const { readAs } = def;
    return { operation, rtype, target, command, allowUnknownFields, readAs };
  },
  execute: executeResourceAction,
});

async function executeResourceAction(
  params: ResourceActionParams,
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const operation = getChoiceOrThrow(params.operation, operationNames);
  const { command: body, allowUnknownFields } = params;
  const parseBody = (rtype: ResourceType, written: 'create' | 'update'): ParsedCommandBody =>
    getParsedOrThrow(
      parseServiceBody(rtype, written, body.value, { at: body.path, allowUnknownFields }),
    );
  const sendOptions = { ...options, allowUnknownFields };
  if (operation === 'list' || operation === 'create') {
    const rtype = parseResourceType(params.rtype);
    assertOperation(rtype, operation);
    if (operation === 'list') return read(params, bridge, { operation, rtype }, options);
    return sendWrite(bridge, { operation, rtype }, parseBody(rtype, operation), sendOptions);
  }
  const { rid, rtype } = await findResourceTarget(params, bridge, operation);
  assertOperation(rtype, operation);
  const reference = { rtype, rid } as const;
  if (operation === 'get') return read(params, bridge, { operation, ...reference }, options);
  const command = operation === 'update' ? parseBody(rtype, operation) : undefined;
  return sendWrite(bridge, { operation, ...reference }, command, sendOptions);
}

async function read(
  { readAs }: ResourceActionParams,
  bridge: Bridge,
  request: ReadRequest,
  options: SendOptions,
): Promise<ActionOutcome> {
  const form = parseChoice(readAs, readForms, 'readAs') ?? 'resource';
  const outcome = await sendRead(bridge, request, options);
  const { payload } = outcome;
  if (form === 'resource') return outcome;
  if (isResource(payload)) return { ...outcome, payload: toPlainState(bridge, payload) };
  const resources = Array.isArray(payload) ? payload.filter(isResource) : [];
  const states = resources.map((resource) => {
    const { id: rid, type: rtype } = resource;
    const identity = { rid, rtype, ...bridge.stateReader.stateCache.displayNames(rid) };
    return addResourceIdentityToState(identity, toPlainState(bridge, resource));
  });
  return { ...outcome, payload: states };
}

/** Reads the chosen type if the state cache holds none: bridges omit some types from the list of all resources. */
async function findResourceTarget(
  { rtype, target }: ResourceActionParams,
  bridge: Bridge,
  operation: OperationName,
): Promise<ResolvedTarget> {
  const resolver = createResourceResolver(rtype, operation);
  try {
    return await findTarget(bridge, target.value, resolver);
  } catch (error) {
    const { stateCache } = bridge.stateReader;
    const isUnknown = isBridgeError(error) && error.code === 'ERR_BRIDGE_UNKNOWN_TARGET';
    if (!isUnknown || !rtype.isValid || rtype.value === undefined) throw error;
    if (!(await refetchMissingType(stateCache, parseResourceType(rtype)))) throw error;
    return findTarget(bridge, target.value, resolver);
  }
}

function createResourceResolver(rtype: MessageSetting, operation: OperationName): TargetResolver {
  const isUnspecified = rtype.isValid && rtype.value === undefined;
  if (!isUnspecified) return createTargetResolver([parseResourceType(rtype)]);
  const knownTypes = resourceTypes.filter((type) => supportsOperation(type, operation));
  return createTargetResolver((index) => [
    ...knownTypes,
    ...index
      .types()
      .filter((type) => !isKnownResourceType(type) && isWellFormedResourceTypeName(type)),
  ]);
}

/** Accepts types that the table lacks, because a bridge may have them. */
function parseResourceType({ value }: MessageSetting): ResourceType {
  if (isWellFormedResourceTypeName(value)) return value;
  const suggestion = typeof value === 'string' ? findNearestName(value, resourceTypes) : undefined;
  throw toCommandError({
    path: 'rtype',
    expected: 'the name of a resource type, such as smart_scene',
    received: value,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

function assertOperation(rtype: ResourceType, operation: OperationName): void {
  if (supportsOperation(rtype, operation)) return;
  const expected = `an operation that ${rtype} has (${operationNames.filter((name) => supportsOperation(rtype, name)).join(', ')})`;
  throw toCommandError({ path: 'operation', expected, received: operation });
}
