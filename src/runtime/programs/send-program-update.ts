import type { BridgeClient } from '../../bridge';
import type { BridgeErrorCode } from '../../bridge/errors/bridge-error';
import { missesLamp } from '../../bridge/wire/parse-response';
import type { ProgramStarterNode, ProgramTarget } from '../../programs/program';
import type { ProgramSendOutcome } from '../../programs/program-home-access';
import { toNodeError } from '../settings/node-errors';
import type { Members } from '../../resources';

/** A repetition cannot fix them. */
const lastingErrors: ReadonlySet<BridgeErrorCode> = new Set<BridgeErrorCode>([
  'ERR_BRIDGE_BAD_REQUEST',
  'ERR_BRIDGE_NOT_FOUND',
  'ERR_BRIDGE_METHOD_NOT_ALLOWED',
  'ERR_BRIDGE_NOT_ACCEPTABLE',
  'ERR_BRIDGE_REFUSED',
  'ERR_BRIDGE_INVALID_COMMAND',
]);

interface ProgramUpdate {
  readonly target: ProgramTarget;
  readonly members: Members;
  readonly starter: ProgramStarterNode | undefined;
}

interface ProgramUpdateSender {
  readonly client: Pick<BridgeClient, 'stateCache' | 'send'>;
  readonly warn: (warning: string) => void;
}

/**
 * Never rejects.
 *
 * @param signal cancels an unsent update
 * @returns `refused` for an error that a repetition cannot fix
 */
export async function sendProgramUpdate(
  { client, warn }: ProgramUpdateSender,
  { target: { rid, rtype }, members, starter }: ProgramUpdate,
  signal: AbortSignal,
): Promise<ProgramSendOutcome> {
  // The starting node counts the changes as its own.
  const sender = starter === undefined ? {} : { sender: starter.nodeId };
  try {
    const { warnings } = await client.send(
      { operation: 'update', rtype, rid, body: members },
      { signal, isBackground: true, ...sender },
    );
    return { result: 'sent', missed: findMissedLamps({ rid, rtype }, warnings) };
  } catch (thrown) {
    const { code, message } = toNodeError(thrown);
    if (!lastingErrors.has(code)) return { result: 'failed', missed: [] };
    const { name = rid } = client.stateCache.displayNames(rid);
    if (!signal.aborted) warn(`What ran on ${name} has ended: ${message}`);
    return { result: 'refused', missed: [] };
  }
}

/** Matches a lamp in an error text for the update of a group. */
const namedLamp = /device \(light\) ([0-9a-f-]{36})/;

/** Finds lamps in the bridge's answer. */
function findMissedLamps(
  { rid, rtype }: ProgramTarget,
  warnings: readonly string[],
): readonly string[] {
  if (rtype === 'light') return missesLamp(warnings) ? [rid] : [];
  return warnings
    .filter((warning) => missesLamp([warning]))
    .flatMap((warning) => namedLamp.exec(warning)?.[1] ?? []);
}
