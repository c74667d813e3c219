import type { BridgeResult } from '../../bridge';
import { getMember } from '../../resources';
import type { OperationName, Resource, ResourceType } from '../../resources';
import type { ParsedCommand, ParseResult } from '../../vocabulary';
import { toCommandError } from '../node-errors';
import { getDisplayNames } from '../session/display-names';
import { toResultMeta, operationStatusText } from './action-outcome';
import type { ActionRequest, ActionOutcome } from './action-outcome';
import type { BridgeHandle } from '../session/open-bridge';
import { getOnOffState } from './on-off-state';

/** How a request of a node is sent. */
export interface SendOptions {
  signal: AbortSignal;
}

/** Returns a command, or throws the BridgeError for its problem. */
export function unwrapCommand(result: ParseResult<ParsedCommand>): ParsedCommand {
  if (result.ok) return result.value;
  throw toCommandError(result.problem);
}

/** Reads one resource or all of a type. */
export async function executeRead(
  bridge: BridgeHandle,
  request: { operation: 'list' | 'get'; rtype: ResourceType; rid?: string },
  options: SendOptions,
): Promise<ActionOutcome> {
  const result = await bridge.client.send(request, options);
  return toOutcome(bridge, request, result);
}

/** A write request of a node. */
type ActionWriteRequest = ActionRequest & { operation: 'create' | 'update' | 'delete' | 'recall' };
type ActionWriteOptions = SendOptions & { allowUnknownFields?: boolean };

/** Writes, after the commands before for the same resource are issued. */
export function executeWrite(
  bridge: BridgeHandle,
  request: ActionWriteRequest,
  command: ParsedCommand | undefined,
  options: ActionWriteOptions,
): Promise<ActionOutcome> {
  const { rid } = request;
  const issue = (): Promise<ActionOutcome> => sendWrite(bridge, request, command, options);
  if (rid === undefined) return issue();
  return bridge.mutex.issueInOrder({
    rid,
    resultingState: getResultingState(command),
    signal: options.signal,
    issue,
  });
}

/** As `executeWrite`, inside `KeyedMutex.runExclusive`: it does not wait. */
export function executeExclusiveWrite(
  bridge: BridgeHandle,
  request: ActionWriteRequest & { rid: string },
  command: ParsedCommand,
  options: ActionWriteOptions,
): Promise<ActionOutcome> {
  return bridge.mutex.issue({
    rid: request.rid,
    resultingState: getResultingState(command),
    signal: options.signal,
    issue: () => sendWrite(bridge, request, command, options),
  });
}

const getResultingState = (command: ParsedCommand | undefined): boolean | undefined =>
  command === undefined ? undefined : getOnOffState(command.body.members);

async function sendWrite(
  bridge: BridgeHandle,
  request: ActionWriteRequest,
  command: ParsedCommand | undefined,
  options: ActionWriteOptions,
): Promise<ActionOutcome> {
  const { operation, rtype, rid } = request;
  const bridgeOperation: OperationName = operation === 'recall' ? 'update' : operation;
  const bridgeRequest = {
    operation: bridgeOperation,
    rtype,
    ...(rid === undefined ? {} : { rid }),
    ...(command === undefined ? {} : { body: command.body }),
  };
  // Read the names before the request: afterwards they are gone from the mirror.
  const deletedNames =
    operation === 'delete' && rid !== undefined
      ? getDisplayNames(bridge.stateCache.mirror, rid)
      : {};
  const result = await bridge.client.send(bridgeRequest, options);
  if (changesNamesOrMembership(bridgeOperation, command?.body.members ?? {}))
    bridge.stateCache.invalidate();
  const outcome = toOutcome(bridge, request, result, command?.warnings);
  const name = getMember(command?.body.members, 'metadata', 'name');
  const newName = typeof name === 'string' ? { name } : {};
  return { ...outcome, meta: { ...deletedNames, ...outcome.meta, ...newName } };
}

/** True for a write that changes names or memberships. */
const changesNamesOrMembership = (
  operation: OperationName,
  body: Readonly<Record<string, unknown>>,
): boolean =>
  operation !== 'update' || ['metadata', 'children', 'name'].some((name) => name in body);

function toOutcome(
  bridge: BridgeHandle,
  request: ActionRequest,
  result: BridgeResult<unknown>,
  warnings: readonly string[] = [],
): ActionOutcome {
  const rid = request.operation === 'create' ? getRid(result.data) : request.rid;
  return {
    payload: structuredClone(result.data),
    meta: toResultMeta(bridge, rid === undefined ? request : { ...request, rid }, result, warnings),
    statusText: operationStatusText(request.operation, result.data),
  };
}

function getRid(reference: unknown): string | undefined {
  const rid = getMember(reference, 'rid');
  return typeof rid === 'string' ? rid : undefined;
}

/**
 * Fetches the present state of a resource from the bridge.
 *
 * @throws {BridgeError} as the client
 */
export async function fetchState(
  bridge: BridgeHandle,
  rtype: ResourceType,
  rid: string,
  options: SendOptions,
): Promise<Resource> {
  const request = { operation: 'get', rtype, rid } as const;
  const { data } = await bridge.client.send(request, { ...options, waitIfOffline: true });
  return Object.assign({ id: rid, type: rtype }, data);
}
