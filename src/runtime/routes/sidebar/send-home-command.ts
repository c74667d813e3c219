import { sensorTypes } from '../../../resources';
import { idPattern } from '../../../resources/values/id-pattern';
import { executeAutomationAction } from '../../nodes/automation/automation-node';
import { executeLightAction } from '../../nodes/light/light-node';
import { executeSensorAction } from '../../nodes/sensor/sensor-node';
import { executeSmartSceneAction } from '../../nodes/smart-scene/smart-scene-node';
import type { ActionOutcome } from '../../message/action-outcome';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { ActionOptions } from '../../node/action-definition';
import { toJsonSettingResult } from '../../settings/evaluate-setting';
import type { LocatedSettingResult } from '../../settings/evaluate-setting';
import { maxCommandWait, requireBridgeOfRoute, RouteHttpError } from '../route-handler';
import type { RouteHandler } from '../route-handler';
import type { SentCommandResponse } from '../route-responses';
import { toEnglish } from '../../../resources/validation/problem-in-english';

interface CommandParts {
  readonly target: LocatedSettingResult;
  readonly command: LocatedSettingResult;
}

const unset = { ok: true, value: undefined } as const;

type CommandHandler = (
  parts: CommandParts,
  bridge: OpenedBridge,
  options: ActionOptions,
) => Promise<ActionOutcome>;

const setLight: CommandHandler = (parts, bridge, options) =>
  executeLightAction(
    { ...parts, transition: { path: 'transition', result: unset } },
    bridge,
    options,
  );

const recallScene: CommandHandler = (parts, bridge, options) =>
  executeSmartSceneAction(
    { ...parts, operation: { ok: true, value: 'recall' }, recall: '' },
    bridge,
    options,
  );

const setAutomation: CommandHandler = (parts, bridge, options) =>
  executeAutomationAction(
    { ...parts, operation: unset, payload: parts.command.result },
    bridge,
    options,
  );

const setSensor: CommandHandler = (parts, bridge, options) =>
  executeSensorAction(
    {
      ...parts,
      rtype: '',
      action: '',
      sensitivity: { path: 'sensitivity', result: unset },
      payload: parts.command.result,
      outputs: {},
    },
    bridge,
    options,
  );

/** Which node carries out the commands for a type. */
const handlers: ReadonlyMap<unknown, CommandHandler> = new Map<string, CommandHandler>([
  ['light', setLight],
  ['grouped_light', setLight],
  ['scene', recallScene],
  ['smart_scene', recallScene],
  ['behavior_instance', setAutomation],
  ...sensorTypes.map((rtype) => [rtype, setSensor] as const),
]);

/**
 * Sends a command of the sidebar, as the node of the type would. Waits for the answer of the bridge.
 *
 * @throws {RouteHttpError} status 400 for another type, id or command than the sidebar sends; 404 without the bridge
 * @throws {BridgeError} the errors of the nodes
 */
export const sendHomeCommandRoute: RouteHandler<SentCommandResponse> = async (
  context,
  { rtype, id: rid, command },
  id,
) => {
  const session = requireBridgeOfRoute(context, id);
  const handler = handlers.get(rtype);
  if (handler === undefined)
    throw refuse(`rtype must be one of ${[...handlers.keys()].join(', ')}.`);
  if (typeof rid !== 'string' || !idPattern.test(rid))
    throw refuse('id must be the id of a resource.');
  if (command === undefined) throw refuse('command is missing, such as { "on": true }.');
  const parts = {
    target: { path: 'id', result: { ok: true, value: rid } },
    command: { path: 'command', result: toJsonSettingResult(command, 'command') },
  } as const;
  const signal = AbortSignal.timeout(maxCommandWait);
  const { meta } = await handler(parts, await session.open(), { signal, sender: '' });
  return { ok: true, warnings: meta.warnings.map(toEnglish) };
};

const refuse = (sentence: string): RouteHttpError =>
  new RouteHttpError(400, 'INVALID_COMMAND', `The command was not sent: ${sentence}`);
