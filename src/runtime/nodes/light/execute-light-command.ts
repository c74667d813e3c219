import { getNestedMember } from '../../../resources/values/member-access';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { executeCommand } from '../../message/execute-request';
import type { ExecuteOptions, WriteActionOutcome } from '../../message/execute-request';
import { lampStatusText } from '../../status/lamp-status-text';
import { recordLastDimDirection } from './dim-directions';
import type { LampWriteCommand } from './lamp-command';

/** Sends a command to a lamp or group, and stores the direction of a command that dims. */
export async function executeLightCommand(
  bridge: OpenedBridge,
  command: LampWriteCommand,
  options: ExecuteOptions,
): Promise<WriteActionOutcome> {
  const outcome = await executeDimming(bridge, command, () =>
    executeCommand(bridge, { operation: 'update', target: command.target, command }, options),
  );
  const { sentMembers } = outcome;
  const statusText = lampStatusText(
    getNestedMember(sentMembers, 'on', 'on'),
    getNestedMember(sentMembers, 'dimming', 'brightness'),
  );
  return { ...outcome, statusText: statusText ?? { key: 'changed' } };
}

async function executeDimming(
  bridge: OpenedBridge,
  command: LampWriteCommand,
  execute: () => Promise<WriteActionOutcome>,
): Promise<WriteActionOutcome> {
  const { rid } = command.target;
  if (command.kind === 'derive') {
    const outcome = await execute();
    recordLastDimDirection(bridge, rid, outcome.sentMembers);
    return outcome;
  }
  // The next press of the button may arrive before the response to this command.
  const forget = recordLastDimDirection(bridge, rid, command.body.members);
  try {
    return await execute();
  } catch (error) {
    forget();
    throw error;
  }
}
