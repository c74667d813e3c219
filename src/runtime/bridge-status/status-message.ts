import type { NodeMessage } from 'node-red';
import type { ConnectionKind, ConnectionState } from '../../bridge';
import { member } from '../../resources';
import { isLost } from '../follow-bridge';
import type { BridgeAbout } from './bridge-about';

/** How a bridge stands, as messages tell it. Times are ISO 8601. */
export interface BridgeStatus extends BridgeAbout {
  connected: boolean;
  state: ConnectionKind;
  since: string;
  /** How changes are learnt. */
  mode: ConnectionState['mode'];
  /** When the bridge last answered anything; null when it never did. */
  lastContact: string | null;
  /** Why the bridge is lost or asks for patience; null while all is well. */
  reason: { code: string; message: string } | null;
  /** Where the bridge was found while it is not at the address in its settings; null where it is. */
  movedTo: string | null;
  /** Commands that wait. */
  queued: number;
  /** Requests in the last 60 seconds. */
  requestsPerMinute: number;
}

/** Why a status node speaks. */
export type StatusOccasion = 'start' | 'changed' | 'request';

/** Puts together what is told of a bridge. */
export function bridgeStatus(state: ConnectionState, about: BridgeAbout): BridgeStatus {
  const { kind, since, mode, lastContact, reason, movedTo, queued, requestsPerMinute } = state;
  return {
    connected: isLost(kind) === false,
    state: kind,
    since: since.toISOString(),
    mode,
    lastContact: lastContact?.toISOString() ?? null,
    reason: reason === undefined ? null : { code: reason.code, message: reason.message },
    movedTo: movedTo ?? null,
    queued,
    requestsPerMinute,
    ...about,
  };
}

/**
 * Writes the message about a bridge.
 *
 * @param output `status` for everything, otherwise the name of one member of it
 * @param previous what the last message told
 */
export function statusMessage(
  output: string,
  occasion: StatusOccasion,
  status: BridgeStatus,
  previous: BridgeStatus | undefined,
): NodeMessage {
  const payload = output === 'status' ? status : member({ ...status }, ...output.split('.'));
  return {
    payload: structuredClone(payload ?? null),
    topic: `bridge/${status.name ?? status.bridgeId ?? ''}`,
    status: structuredClone(status),
    previous: structuredClone(previous),
    bridge: { occasion },
  };
}
