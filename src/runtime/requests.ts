import { isResource } from '../bridge/resource-state';
import { describeRequestedOperation, restatePurpose } from '../bridge/error-messages';
import { convertStateDependentBody } from '../bridge/request';
import type { StateDependentBody } from '../bridge/request';
import type { SuccessfulBridgeResult } from '../bridge/client';
import type { OperationName, Resource } from '../resources/resource';
import type { ResourceType } from '../resources/table';
import type { Members } from '../resources/members';
import type { Turn } from '../bridge/turn';
import type { WriteOrigin } from '../logbook/changed-by';
import { getNestedMember } from '../resources/members';
import type {
  ParsedCommand,
  StateDependentCommand,
  CommandWarning,
  ParsedCommandBody,
} from '../vocabulary/parse-result';
import { getParsedOrThrow, toCommandError } from './errors';
import { toResultMeta, operationStatusText } from './outcome';
import type { RequestedOperation, ActionOutcome } from './outcome';
import type { Bridge } from './bridge/bridge';
import type { ResolvedTarget } from './target';
import { createMotionZoneSensor, isMotionZoneServiceType } from '../resources/motion-zones';

export interface SendOptions {
  /** Aborted on close of the node. */
  signal: AbortSignal;
  /** Node id, which marks the node's own changes. */
  sender?: string;
  /** For the cause of the changes that follow. */
  origin?: WriteOrigin | undefined;
  /** Of the message among all; the last if missing. */
  turn?: Turn;
}

/** For a message whose lamps are not known yet. */
export interface TurnOptions extends SendOptions {
  turn: Turn;
}

export interface ReadRequest {
  operation: 'list' | 'get';
  rtype: ResourceType;
  rid?: string;
}

export async function sendRead(
  bridge: Bridge,
  request: ReadRequest,
  options: SendOptions,
): Promise<ActionOutcome> {
  const result = await bridge.client.send(request, options);
  const outcome = toOutcome(bridge, request, result);
  if (!isResource(outcome.payload)) return outcome;
  const resource = await completeMotionZoneSensor(bridge, outcome.payload, options);
  return { ...outcome, payload: resource, resource };
}

type ActionWriteRequest = RequestedOperation & {
  operation: 'create' | 'update' | 'delete' | 'recall';
};
type ActionWriteOptions = SendOptions & { allowUnknownFields?: boolean };

/** `sentMembers` is empty without a body. */
export type WriteActionOutcome = ActionOutcome & Required<Pick<ActionOutcome, 'sentMembers'>>;

/**
 * Sends a write. One that does not depend on the state leaves before the function returns, on an idle bridge.
 *
 * @param content undefined for a deletion; builds the command if it depends on the state
 * @throws {BridgeError} errors of the client
 */
export async function sendWrite(
  bridge: Bridge,
  request: ActionWriteRequest,
  content: ParsedCommandBody | StateDependentBody<ParsedCommandBody> | undefined,
  options: ActionWriteOptions,
): Promise<WriteActionOutcome> {
  const { rtype, rid } = request;
  const operation = request.operation === 'recall' ? 'update' : request.operation;
  const isBody = content === undefined || 'body' in content;
  let command = isBody ? content : undefined;
  const modification = isBody
    ? undefined
    : convertStateDependentBody(content, (built) => {
        command = built;
        return built.body;
      });
  // A deletion removes the names from the state cache.
  const deletedNames =
    operation === 'delete' && rid !== undefined
      ? bridge.stateReader.stateCache.displayNames(rid)
      : {};
  const result = await bridge.client.send(
    { operation, rtype, rid, body: command?.body, modification },
    options,
  );
  const sentMembers = command?.body.members ?? {};
  if (changesNamesOrMembership(operation, sentMembers)) bridge.stateReader.invalidate();
  const outcome = toOutcome(bridge, request, result, command?.warnings);
  const name = getNestedMember(sentMembers, 'metadata', 'name');
  const newName = typeof name === 'string' ? { name } : {};
  return { ...outcome, meta: { ...deletedNames, ...outcome.meta, ...newName }, sentMembers };
}

const changesNamesOrMembership = (operation: OperationName, body: Members): boolean =>
  operation !== 'update' || ['metadata', 'children', 'name'].some((name) => name in body);

function toOutcome(
  bridge: Bridge,
  request: RequestedOperation,
  result: SuccessfulBridgeResult<unknown>,
  warnings: readonly CommandWarning[] = [],
): ActionOutcome {
  const created = getNestedMember(result.data, 'rid');
  const createdRid = typeof created === 'string' ? created : undefined;
  const rid = request.operation === 'create' ? createdRid : request.rid;
  return {
    payload: result.data,
    meta: toResultMeta(bridge, rid === undefined ? request : { ...request, rid }, result, warnings),
    statusText: operationStatusText(request.operation, result.data),
  };
}

interface CommandForTarget {
  readonly operation: 'update' | 'recall';
  readonly target: ResolvedTarget;
  readonly command: ParsedCommand;
}

/**
 * Builds a state-dependent command from the result of earlier commands, otherwise from a read, because the state
 * cache may be seconds old. On an idle bridge, other commands are sent before the function returns.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND; errors of the client
 */
export async function sendCommand(
  bridge: Bridge,
  { operation, target, command }: CommandForTarget,
  options: SendOptions,
): Promise<WriteActionOutcome> {
  const { rid, rtype, resource } = target;
  const request = { operation, rtype, rid } as const;
  if (command.kind === 'body') return sendWrite(bridge, request, command, options);
  if ('problem' in command) throw toCommandError(command.problem);
  const commandForState: StateDependentBody<ParsedCommandBody> = {
    memberNames: listMemberNames(command),
    fromPendingWrites(members) {
      const on = getOnOrEnabledState(members);
      if (on === undefined || resource === undefined) return undefined;
      const presumed = command.presume(on);
      if ('problem' in presumed) throw toCommandError(presumed.problem);
      return presumed.kind === 'body' ? presumed : undefined;
    },
    async fromFreshState(signal) {
      const reading = bridge.client.get(rtype, rid, { signal, waitIfOffline: true });
      const { data } = await reading.catch((error: unknown) => {
        const names = bridge.stateReader.stateCache;
        const purpose = describeRequestedOperation({ operation: 'update', rtype, rid, names });
        throw restatePurpose(error, purpose);
      });
      return getParsedOrThrow(command.build(data));
    },
  };
  return sendWrite(bridge, request, commandForState, options);
}

/** For any state; undefined if unknown. */
function listMemberNames(command: StateDependentCommand): readonly string[] | undefined {
  const names = new Set<string>();
  for (const on of [true, false]) {
    const presumed = command.presume(on);
    if (presumed.kind !== 'body') return undefined;
    for (const name of Object.keys(presumed.body.members)) names.add(name);
  }
  return [...names];
}

/**
 * @param resourceOrBody a lamp, a sensor or a smart scene, or the body of a command for one
 * @returns on, enabled or active; undefined without such a member
 */
export function getOnOrEnabledState(resourceOrBody: Members): boolean | undefined {
  const { enabled, state } = resourceOrBody;
  const on = getNestedMember(resourceOrBody, 'on', 'on') ?? enabled;
  if (typeof on === 'boolean') return on;
  const sceneState = getNestedMember(resourceOrBody, 'recall', 'action') ?? state;
  if (sceneState === 'activate' || sceneState === 'active') return true;
  return sceneState === 'deactivate' || sceneState === 'inactive' ? false : undefined;
}

type ReadOptions = Parameters<Bridge['client']['get']>[2];

/**
 * Reads the other resources that decide what the sensor of a MotionAware zone shows.
 *
 * @param read as it was just read; any resource
 * @returns the sensor of the zone; `read` itself if it is no such sensor
 * @throws {BridgeError} if the bridge cannot be read
 */
export async function completeMotionZoneSensor(
  { client, stateReader }: Bridge,
  read: Resource,
  options: ReadOptions,
): Promise<Resource> {
  if (!isMotionZoneServiceType(read.type)) return read;
  const { stateCache } = stateReader;
  const known = stateCache.get(stateCache.ownerRid(read) ?? '', 'motion_area_configuration');
  if (known === undefined) return read;
  const { data: zone } = await client.get('motion_area_configuration', known.id, options);
  const services = (zone.services ?? []).map(async (reference): Promise<Resource | undefined> => {
    const [rid, rtype] = ['rid', 'rtype'].map((name) => getNestedMember(reference, name));
    if (rid === read.id) return read;
    if (typeof rid !== 'string' || typeof rtype !== 'string' || !isMotionZoneServiceType(rtype))
      return undefined;
    return (await client.get(rtype, rid, options)).data;
  });
  const present = (await Promise.all(services)).filter((service) => service !== undefined);
  return createMotionZoneSensor(read, zone, present);
}
