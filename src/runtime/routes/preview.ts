import { MessageFormat } from '../message-format';
import type { Node } from 'node-red';
import { Turn } from '../../bridge/turn';
import { createNodeOrigin } from '../node-origin';
import { isObject } from '../../resources/members';
import { describeValue } from '../../resources/describe-problem';
import { executeLightAction, evaluateLightSettings } from '../nodes/light';
import { findNamedBridge, explainUnknownBridge } from '../target';
import type { StoredLightSettings } from '../nodes/light';
import { requireBridgeSession, getBridgeSession } from '../bridge/deployed';
import { isSettingUnset, parseNonEmptyText, isPlainFormat } from '../stored-settings';
import { MessageSettingsEvaluator } from '../settings';
import { getBodyTextMember, maxCommandWait, RouteHttpError } from './serve';
import type { RouteRequest, RouteHandler } from './serve';
import type { TriedCommandResponse } from './responses';
import { createDaylightCurve, parseDaylightSettings } from '../nodes/daylight';
import { previewDay } from '../nodes/daylight-preview';
import type { DaylightPreviewResponse } from '../nodes/daylight-preview';
import { readTimeZone } from '../bridge/info';

// What the settings of a dialog would do, before they are deployed.

/** The value is in the dialog itself. */
const literalTypes: ReadonlySet<string> = new Set(['str', 'num', 'bool', 'json']);
const literalTargetTypes: ReadonlySet<string> = new Set(['resource', 'str']);

/**
 * Acts as the deployed node would. Uses only a deployed bridge, whose key and certificate are known. Accepts only
 * literal values: not every user of this route may read environment variables, contexts or results of expressions.
 *
 * @throws {RouteHttpError} LITERALS_ONLY for other setting types, before any evaluation
 */
export const tryLightCommandRoute: RouteHandler<TriedCommandResponse> = async (request) => {
  const { RED, body } = request;
  const session = requireBridgeSession(RED, getBodyTextMember(body, 'bridge'));
  const settings = isObject(body['settings']) ? body['settings'] : {};
  requireLiterals(settings);
  const evaluator = new MessageSettingsEvaluator({ RED, node: findNode(request) }, {});
  const format = isPlainFormat(settings['format']) ? undefined : new MessageFormat(settings);
  const params = evaluateLightSettings(evaluator, settings, format);
  const sender = getBodyTextMember(body, 'node') ?? '';
  const options = {
    signal: AbortSignal.timeout(maxCommandWait),
    sender,
    origin: createNodeOrigin(sender, RED.nodes.getNode(sender), 'command'),
    turn: new Turn(),
  };
  const named = findNamedBridge(params.target);
  const bridge = await (named?.session ?? session).open();
  const { path } = params.target;
  const addressed = named && { ...params, target: { path, isValid: true, value: named.address } };
  const running = executeLightAction(addressed ?? params, bridge, options);
  const outcome = await running.catch((error: unknown) => {
    throw named === undefined ? explainUnknownBridge(error) : error;
  });
  const { name, room, warnings } = outcome.meta;
  return {
    ...(name === undefined ? {} : { name }),
    ...(room === undefined ? {} : { room }),
    warnings,
  };
};

function requireLiterals(settings: StoredLightSettings): void {
  const { targetType, commandType, transition, transitionType } = settings;
  const types = [
    ['target', parseNonEmptyText(targetType) ?? 'resource', literalTargetTypes],
    ['command', parseNonEmptyText(commandType) ?? 'msg', literalTypes],
    ['transition', parseNonEmptyText(transitionType) ?? 'str', literalTypes],
  ] as const;
  for (const [name, type, taken] of types) {
    if (taken.has(type) || (name === 'transition' && isSettingUnset(transition))) continue;
    const sentence = `The ${name} is of the type ${describeValue(type)}; only what is written in the dialog itself can be tried. Deploy, then send a message.`;
    throw new RouteHttpError(400, 'LITERALS_ONLY', sentence);
  }
}

/** Returns the edited node, otherwise its bridge. */
function findNode({ RED, body }: RouteRequest): Node {
  const ids = [getBodyTextMember(body, 'node'), getBodyTextMember(body, 'bridge')];
  for (const id of ids) {
    const node = id === undefined ? undefined : RED.nodes.getNode(id);
    if (node) return node;
  }
  throw new RouteHttpError(
    404,
    'NO_BRIDGE',
    'The bridge is not deployed yet. Deploy it, then try again.',
  );
}

/**
 * Returns the curve of today.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for invalid settings
 */
export const previewDaylightRoute: RouteHandler<DaylightPreviewResponse> = async ({
  RED,
  body,
}) => {
  const settings = parseDaylightSettings(isObject(body['settings']) ? { ...body['settings'] } : {});
  const bridge = await getBridgeSession(RED, getBodyTextMember(body, 'bridge'))?.open();
  const stateCache = bridge?.client.stateCache;
  const curve = await createDaylightCurve(settings.curve, stateCache);
  return previewDay(curve, Date.now(), readTimeZone(stateCache));
};
