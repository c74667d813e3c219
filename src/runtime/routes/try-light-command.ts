import type { Node } from 'node-red';
import { isObject } from '../../resources/member-access';
import { setLight } from '../actions/light';
import { executeOnNamedBridge } from '../actions/named-bridge';
import { parseLightParams } from '../light/light-params';
import { requireSession } from '../session/bridge-node';
import { MessageEvaluator } from '../settings/evaluate-setting';
import { getBodyText, RouteHttpError } from './route-handler';
import type { RouteContext, RouteHandler } from './route-handler';
import type { TriedCommandResponse } from './route-responses';

/** Longest time that a dialog waits for its lamp, in ms. */
const maxWait = 20_000;

/**
 * Sends the command of a light node's open dialog to its lamp, as the deployed node would; only through a deployed
 * bridge, whose key and certificate are known.
 */
export const tryLightCommandRoute: RouteHandler<TriedCommandResponse> = async (context, body) => {
  const bridgeId = getBodyText(body, 'bridge');
  const session = requireSession(context.RED, bridgeId);
  const settings = isObject(body['settings']) ? body['settings'] : {};
  const evaluator = new MessageEvaluator({ RED: context.RED, node: findNode(context, body) }, {});
  const params = parseLightParams(evaluator, settings);
  if (evaluator.pending !== undefined) await evaluator.pending;
  const nodeId = getBodyText(body, 'node') ?? '';
  const options = { signal: AbortSignal.timeout(maxWait), nodeId };
  const { outcome } = await executeOnNamedBridge(params, {
    async onOwnBridge() {
      const bridge = await session.open();
      return { bridge, outcome: await setLight(params, bridge, options) };
    },
    onBridge: (addressed, bridge) => setLight(addressed, bridge, options),
  });
  const { name, room, warnings } = outcome.meta;
  return {
    ...(name === undefined ? {} : { name }),
    ...(room === undefined ? {} : { room }),
    warnings,
  };
};

/** The node that values of flows and of the environment are read with: the edited one, else its bridge. */
function findNode({ RED }: RouteContext, body: Record<string, unknown>): Node {
  const ids = [getBodyText(body, 'node'), getBodyText(body, 'bridge')];
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
