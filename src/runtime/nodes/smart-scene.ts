import { BridgeError, isBridgeError } from '../../bridge/errors';
import type { BridgeErrorCode } from '../../bridge/errors';
import { operationNames } from '../../resources/table';
import { resolveRecallTarget, resolveSmartSceneTarget } from '../../vocabulary/lookup';
import { parseCommand } from '../../vocabulary/parse-result';
import type { ParsedCommandBody } from '../../vocabulary/parse-result';
import { isEpochMilliseconds } from '../../vocabulary/read-payload';
import { parseSceneCommand } from '../../vocabulary/scene';
import { parseSmartSceneCommand } from '../../vocabulary/smart-scene';
import type { Bridge } from '../bridge/bridge';
import type { ActionOutcome } from '../outcome';
import { sendWrite, sendRead, sendCommand, getOnOrEnabledState } from '../requests';
import type { SendOptions } from '../requests';
import { findTarget } from '../target';
import type { ResolvedTarget } from '../target';
import { createCommandNode, evaluateOperation } from '../command-node';
import type { ActionNodeDef, ActionHandler, ActionOptions, OperationParams } from '../command-node';
import { getChoiceOrThrow } from '../settings';
import { isSettingUnset } from '../stored-settings';
import { formatSettingPath, getParsedOrThrow } from '../errors';

export interface SmartSceneActionParams extends OperationParams {
  /** `activate` or `deactivate`; empty for the command of the message. */
  recall: unknown;
}

const smartSceneOperations = ['recall', ...operationNames] as const;

/** Recalls ordinary scenes too. */
interface SmartSceneDef extends ActionNodeDef {
  recall?: unknown;
}

/** Starts, stops and edits smart scenes. */
export const createSmartSceneNode = createCommandNode<SmartSceneDef, SmartSceneActionParams>({
  shows: 'scene',
  verb: () => 'recall',
  setsLamps: true,
  parseParams: (evaluator, def) => ({
    ...evaluateOperation(evaluator, def, 'recall'),
    recall: def.recall ?? 'activate',
  }),
  execute: executeSmartSceneAction,
});

export async function executeSmartSceneAction(
  params: SmartSceneActionParams,
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const { command: said } = params;
  const { path } = said;
  const operation = getChoiceOrThrow(params.operation, smartSceneOperations);
  const rtype = 'smart_scene';
  if (operation === 'list') return sendRead(bridge, { operation, rtype }, options);
  if (operation === 'create') {
    const stateCache = await bridge.stateReader.refetch();
    const command = getParsedOrThrow(
      parseSmartSceneCommand(said.value, operation, {
        home: stateCache,
        at: path,
      }),
    );
    return explainSunriseRefusal(
      sendWrite(bridge, { operation, rtype }, command, options),
      () => command,
    );
  }
  if (operation === 'recall') return recall(params, bridge, options);
  const { rid } = await findTarget(bridge, params.target.value, resolveSmartSceneTarget);
  if (operation === 'get') return sendRead(bridge, { operation, rtype, rid }, options);
  if (operation === 'delete') {
    return sendWrite(bridge, { operation, rtype, rid }, undefined, options);
  }
  const payload = said.value;
  let sent: ParsedCommandBody | undefined;
  const modification = sendWrite(
    bridge,
    { operation, rtype, rid },
    {
      async fromFreshState() {
        const home = await bridge.stateReader.refetch();
        const smartScene = home.get(rid);
        sent = getParsedOrThrow(
          parseSmartSceneCommand(payload, operation, { home, smartScene, at: path }),
        );
        return sent;
      },
    },
    options,
  );
  return explainSunriseRefusal(modification, () => sent);
}

const refusalCodes: ReadonlySet<BridgeErrorCode> = new Set<BridgeErrorCode>([
  'ERR_BRIDGE_BAD_REQUEST',
  'ERR_BRIDGE_UNEXPECTED_STATUS',
  'ERR_BRIDGE_REFUSED',
]);

/** Adds advice, because not every bridge supports a week with a sunrise. */
async function explainSunriseRefusal<Outcome>(
  pending: Promise<Outcome>,
  getCommand: () => ParsedCommandBody | undefined,
): Promise<Outcome> {
  try {
    return await pending;
  } catch (error) {
    if (!isBridgeError(error) || !refusalCodes.has(error.code)) throw error;
    const week = getCommand()?.body.members['week_timeslots'];
    if (!JSON.stringify(week ?? '').includes('"kind":"sunrise"')) throw error;
    const message = `${error.message} Not every bridge takes "sunrise": use "sunset" or a time of day instead.`;
    throw new BridgeError(error.code, message, { ...error.cause, error });
  }
}

/** Recalls the scene for a message without a command, such as the time of an inject node. */
function getRecall({ command, payload }: SmartSceneActionParams): unknown {
  if (
    command.path === 'payload' &&
    payload.isValid &&
    (payload.value === undefined || isEpochMilliseconds(payload.value))
  )
    return true;
  return command.value;
}

const recall: ActionHandler<SmartSceneActionParams> = (params, bridge, options) =>
  options.turn.whileWaiting([bridge], async (turn) => {
    const target = await findTarget(bridge, params.target.value, resolveRecallTarget);
    const recalling = recallTarget(params, { bridge, target }, options);
    turn.done();
    return recalling;
  });

/** Recalls a smart or ordinary scene. On an idle bridge, the request is sent before the function returns. */
async function recallTarget(
  params: SmartSceneActionParams,
  { bridge, target }: { readonly bridge: Bridge; readonly target: ResolvedTarget },
  options: SendOptions,
): Promise<ActionOutcome> {
  const usesMessage = isSettingUnset(params.recall);
  const payload = usesMessage ? getRecall(params) : params.recall;
  const path = usesMessage ? params.command.path : formatSettingPath('recall');
  const operation = 'recall';
  if (target.rtype === 'scene') {
    const command = getParsedOrThrow(parseSceneCommand(payload, { at: path }));
    return sendWrite(bridge, { operation, rtype: 'scene', rid: target.rid }, command, options);
  }
  const { stateCache } = bridge.stateReader;
  const command = parseCommand((scene, presumed) => {
    const smartScene = scene && presumed ? { ...scene, state: toSceneState(presumed.on) } : scene;
    return parseSmartSceneCommand(payload, operation, { home: stateCache, smartScene, at: path });
  }, target.resource);
  const outcome = await sendCommand(bridge, { operation, target, command }, options);
  return getOnOrEnabledState(outcome.sentMembers) === false
    ? { ...outcome, statusText: { key: 'stopped' } }
    : outcome;
}

const toSceneState = (active: boolean | undefined): string | undefined =>
  active === undefined ? undefined : active ? 'active' : 'inactive';
