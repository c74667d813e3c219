import { getNestedMember } from '../../../resources/values/member-access';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { executeCommand } from '../../message/execute-request';
import type { ExecuteOptions, WriteActionOutcome } from '../../message/execute-request';
import { systemClock } from '../../../bridge/time/clock';
import { missesLamp } from '../../../bridge/wire/parse-response';
import { toEnglish } from '../../../resources/validation/problem-in-english';
import { getLampFades } from '../../programs/lamp-fades';
import { fadeStatusText } from '../../status/fade-status-text';
import { lampStatusText } from '../../status/resource-status-text';
import { recordLastDimDirection } from './dim-directions';
import type { LampWriteCommand } from './lamp-command';

export async function executeLightCommand(
  bridge: OpenedBridge,
  command: LampWriteCommand,
  options: ExecuteOptions,
): Promise<WriteActionOutcome> {
  const { target } = command;
  const fades = getLampFades(bridge);
  const outcome = await executeDimming(bridge, command, () =>
    executeCommand(bridge, { operation: 'update', target, command }, options),
  ).catch((error: unknown) => {
    fades.forget(target.rid);
    throw error;
  });
  const { sentMembers } = outcome;
  if (target.rtype === 'light' && missesLamp(outcome.meta.warnings.map(toEnglish)))
    return { ...outcome, statusText: { key: 'mayBeIgnored', fill: 'yellow' } };
  const fade = fades.find(target.rid);
  const statusText =
    fade === undefined
      ? lampStatusText(
          getNestedMember(sentMembers, 'on', 'on'),
          getNestedMember(sentMembers, 'dimming', 'brightness'),
        )
      : fadeStatusText(fade, systemClock.wallTime());
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
  // The button may be pressed again before the response.
  const forget = recordLastDimDirection(bridge, rid, command.body.members);
  try {
    return await execute();
  } catch (error) {
    forget();
    throw error;
  }
}
