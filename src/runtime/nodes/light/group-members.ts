import { findLightsAffectedByWrite } from '../../../resources/group-lights';
import { isPlug } from '../../../resources/types/light';
import { describeProblem } from '../../../resources/validation/describe-problem';
import type { CommandProblem } from '../../../vocabulary';
import { toCommandError } from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { ActionOutcome, UnsupportedLamp } from '../../message/action-outcome';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import { setSeveralLights } from './several-lights';
import { describeUnsupportedParts } from './unsupported-parts';
import type { LampCommandSteps } from './lamp-command';
import type { ReservedLightsOptions } from './several-lights';

interface GroupMembersOptions extends ReservedLightsOptions {
  readonly includesPlugs: boolean;
}

/**
 * Sends each lamp a command that groups do not support, such as an effect. Leaves out plugs, because an `identify`
 * would switch the appliances behind them.
 *
 * @param group a grouped light
 * @returns `meta.leftOut` holds the plugs, and the lamps that do not support the command
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, if no lamp supports the command; otherwise see
 * `setSeveralLights`
 */
export async function setGroupLampsIndividually(
  bridge: OpenedBridge,
  group: ResolvedTarget,
  steps: LampCommandSteps,
  { includesPlugs, ...options }: GroupMembersOptions,
): Promise<ActionOutcome> {
  const stateCache = await bridge.stateReader.read();
  const { rtype, rid } = group;
  const lamps = findLightsAffectedByWrite(stateCache, stateCache.get(rid));
  const rids: string[] = [];
  const leftOut: UnsupportedLamp[] = [];
  let firstProblem: CommandProblem | undefined;
  for (const lamp of lamps) {
    const command = await steps.prepare({ rid: lamp.id, rtype: 'light', resource: lamp });
    const refused = 'problem' in command ? command.problem : undefined;
    const problem = refused ?? (isPlug(lamp) && !includesPlugs ? plugProblem : undefined);
    if (problem === undefined) rids.push(lamp.id);
    else {
      firstProblem ??= problem;
      const names = stateCache.displayNames(lamp.id);
      leftOut.push({ rid: lamp.id, ...names, reason: describeProblem(problem) });
    }
  }
  if (rids.length === 0) throw createNoLampError(bridge, group, firstProblem);
  const members = rids.map((address) => ({ address, createSteps: () => steps }));
  const outcome = await setSeveralLights(bridge, members, options);
  const sent = (outcome.parts ?? []).flatMap(({ sentMembers = {} }) => Object.entries(sentMembers));
  return {
    ...outcome,
    // The log has one sentence for all lamps.
    warningsToLog: describeUnsupportedParts(bridge, rid, Object.fromEntries(sent)),
    meta: {
      ...outcome.meta,
      rtype,
      rid,
      ...stateCache.displayNames(rid),
      ...(leftOut.length === 0 ? {} : { leftOut }),
    },
  };
}

const plugProblem: CommandProblem = {
  path: 'target',
  expected: 'a lamp; with "plugs": true, the command goes to plugs too',
  received: 'a plug',
};

function createNoLampError(
  bridge: OpenedBridge,
  { rid }: ResolvedTarget,
  problem: CommandProblem | undefined,
): Error {
  if (problem !== undefined) return toCommandError(problem);
  const received = bridge.stateReader.stateCache.name(rid) ?? rid;
  return toCommandError({ path: 'target', expected: 'a group that has lamps', received });
}
