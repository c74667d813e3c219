import type { NodeMessage } from 'node-red';
import type { ConnectionStatus, ConnectionState } from '../../../bridge';
import { getNestedMember } from '../../../resources';
import { isConnectionLost } from '../../status/show-connection';
import type { ProgramInfo } from '../../programs/program-info';
import type { BridgeInfo } from '../../bridge/bridge-info';
import type { HomeProblemReport } from './home-problem-report';

/** Times are ISO 8601. */
export interface BridgeStatusPayload extends BridgeInfo {
  connected: boolean;
  state: ConnectionStatus;
  since: string;
  mode: ConnectionState['mode'];
  /** Last response; null before the first. */
  lastContact: string | null;
  /** Why the bridge is disconnected or asks to wait. */
  reason: { code: string; message: string } | null;
  /** Null for the address of the settings. */
  movedTo: string | null;
  queued: number;
  requestsPerMinute: number;
  /** Oldest first. */
  programs: readonly ProgramInfo[];
}

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

interface BridgeStatusMessageContent {
  status: BridgeStatusPayload;
  previous: BridgeStatusPayload | undefined;
  report?: HomeProblemReport | undefined;
}

/** @param output `status`, `report`, or the path of a member of the status */
export function createStatusMessage(
  output: string,
  occasion: 'start' | 'changed' | 'request',
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
