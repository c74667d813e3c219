import { parseDaylightCommand } from '../../../vocabulary/daylight/parse-daylight-command';
import type { DaylightCommand } from '../../../vocabulary/daylight/parse-daylight-command';
import type { MessageSetting } from '../../settings/evaluate-setting';
import {
  addBridgeToError,
  createNodeClosedError,
  getParsedOrThrow,
} from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { joinOutcomes } from '../../message/joined-outcome';
import { addBridgeToOutcome } from '../../message/named-bridge';
import type { TargetParams } from '../../message/named-bridge';
import type { BridgePart } from '../../watch/start-on-bridges';
import type { Running } from '../../watch/source-context';
import { DaylightNodeController } from './daylight-source';
import type { DaylightReport } from './daylight-source';
import type { ActionHandler } from '../../node/action-node';
import type { ActionOutcome } from '../../message/action-outcome';

export interface DaylightActionParams extends TargetParams {
  command: MessageSetting;
}

interface DaylightPart {
  readonly control: DaylightNodeController;
  readonly bridge: OpenedBridge;
  readonly bridgeName: string | undefined;
}

/** `toggle` depends on all bridges. */
type DaylightOperation = Exclude<DaylightCommand, 'toggle'>;

/** Acts on each bridge of the node. Throws for an unreachable bridge after the other bridges are done. */
export const executeDaylightAction: ActionHandler<DaylightActionParams> = async (
  { command },
  bridge,
  { findRunning },
) => {
  const asked = getParsedOrThrow(parseDaylightCommand(command.value, command.path));
  const running = await findRunning?.();
  if (running === undefined) throw createNodeClosedError();
  const found = await Promise.allSettled(
    running.parts.map(async (part) => findControl(part, bridge)),
  );
  const parts = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const isEnabled = parts.some(({ control }) => control.report().enabled);
  const toggled = isEnabled ? 'disable' : 'enable';
  const operation = asked === 'toggle' ? toggled : asked;
  const outcomes = parts.map((part) => addBridgeToOutcome(execute(operation, part), part));
  const failed = found.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  const [only, ...others] = outcomes;
  if (only === undefined) throw createNodeClosedError();
  return others.length === 0 ? only : joinOutcomes(only, outcomes);
};

/** @throws {BridgeError} instead of a wait, if the bridge was never connected */
async function findControl(
  part: BridgePart<Running>,
  ownBridge: OpenedBridge,
): Promise<DaylightPart> {
  const { named } = part;
  const bridgeName = named?.name;
  try {
    const bridge = (await named?.session.open()) ?? ownBridge;
    await bridge.stateReader.read();
    const control = await part.current();
    if (control instanceof DaylightNodeController) return { control, bridge, bridgeName };
    throw createNodeClosedError();
  } catch (error) {
    throw bridgeName === undefined ? error : addBridgeToError(error, bridgeName);
  }
}

function execute(
  operation: DaylightOperation,
  { control, bridgeName }: DaylightPart,
): ActionOutcome {
  if (operation === 'resume') control.resume();
  else if (operation !== 'get') control.enable(operation === 'enable');
  const statusKeys = { get: 'read', enable: 'enabled', disable: 'disabled', resume: 'enabled' };
  const report: DaylightReport & { bridge?: string } = control.report();
  if (bridgeName !== undefined) report.bridge = bridgeName;
  return {
    payload: report,
    meta: { operation, rtype: 'light', status: 200, warnings: control.warnings, merged: 1 },
    statusText: { key: statusKeys[operation] },
  };
}
