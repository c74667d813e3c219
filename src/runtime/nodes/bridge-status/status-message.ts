import type { NodeMessage } from 'node-red';
import type { ConnectionStatus, ConnectionState } from '../../../bridge';
import { getNestedMember } from '../../../resources';
import { isConnectionLost } from '../../status/show-connection';
import type { ProgramInfo } from '../../programs/program-info';
import type { BridgeInfo } from '../../bridge/bridge-info';
import type { HomeProblemReport } from './home-problem-report';

/** Status of a bridge, as sent in messages. Times are ISO 8601. */
export interface BridgeStatusPayload extends BridgeInfo {
  connected: boolean;
  state: ConnectionStatus;
  since: string;
  /** How changes are detected. */
  mode: ConnectionState['mode'];
  /** Time of the last response of the bridge; null when there was none. */
  lastContact: string | null;
  /** Why the bridge is lost or asks to wait; null while connected. */
  reason: { code: string; message: string } | null;
  /** Address at which the bridge was found when it differs from the settings; otherwise null. */
  movedTo: string | null;
  /** Number of queued commands. */
  queued: number;
  /** Requests in the last 60 seconds. */
  requestsPerMinute: number;
  /** What runs on its lamps, oldest first. */
  programs: readonly ProgramInfo[];
}

/** Why a status node sends a message. */
export type BridgeStatusMessageReason = 'start' | 'changed' | 'request';

/** Combines the connection state, the information about a bridge and what runs on its lamps. */
export function createBridgeStatusPayload(
  state: ConnectionState,
  bridgeInfo: BridgeInfo,
  programs: readonly ProgramInfo[],
): BridgeStatusPayload {
  const { kind, since, mode, lastContact, reason, movedTo, queued, requestsPerMinute } = state;
  return {
    connected: isConnectionLost(kind) === false,
    state: kind,
    since: since.toISOString(),
    mode,
    lastContact: lastContact?.toISOString() ?? null,
    reason: reason === undefined ? null : { code: reason.code, message: reason.message },
    movedTo: movedTo ?? null,
    queued,
    requestsPerMinute,
    programs,
    ...bridgeInfo,
  };
}

/** What a message about a bridge says. */
export interface BridgeStatusMessageContent {
  status: BridgeStatusPayload;
  /** Status in the last message. */
  previous: BridgeStatusPayload | undefined;
  /** Present where the message is to hold it. */
  report?: HomeProblemReport | undefined;
}

/**
 * Creates the message about a bridge.
 *
 * @param output `status` for the whole status, `report`, otherwise the path of a member of the status
 */
export function createStatusMessage(
  output: string,
  occasion: BridgeStatusMessageReason,
  { status, previous, report }: BridgeStatusMessageContent,
): NodeMessage {
  const member =
    output === 'report' ? report : getNestedMember({ ...status }, ...output.split('.'));
  return {
    payload: structuredClone(output === 'status' ? status : (member ?? null)),
    topic: `bridge/${status.name ?? status.bridgeId ?? ''}`,
    status: structuredClone(status),
    previous: structuredClone(previous),
    bridge: { occasion },
  };
}
