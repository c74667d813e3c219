import { MessagePlace } from '../../../bridge/queue/message-place';
import { idPattern } from '../../../resources/values/id-pattern';
import { resourceCommandHandlers } from '../../nodes/resource-commands';
import { copyAsSetting } from '../../settings/evaluate-setting';
import { maxCommandWait, requireBridgeOfRoute, RouteHttpError } from '../route-handler';
import type { RouteHandler } from '../route-handler';
import type { SentCommandResponse } from '../route-responses';
import { toEnglish } from '../../../resources/validation/problem-in-english';

/**
 * Acts as the node of the type would. Waits for the answer of the bridge.
 *
 * @throws {RouteHttpError} status 400 for another type, id or command than the sidebar sends; 404 without the bridge
 * @throws {BridgeError} the errors of the nodes
 */
export const sendHomeCommandRoute: RouteHandler<SentCommandResponse> = async (request) => {
  const session = requireBridgeOfRoute(request);
  const { rtype, id: rid, command } = request.body;
  const handler = resourceCommandHandlers.get(rtype);
  if (handler === undefined)
    throw refuse(`rtype must be one of ${[...resourceCommandHandlers.keys()].join(', ')}.`);
  if (typeof rid !== 'string' || !idPattern.test(rid))
    throw refuse('id must be the id of a resource.');
  if (command === undefined) throw refuse('command is missing, such as { "on": true }.');
  const parts = {
    target: { path: 'id', isValid: true, value: rid },
    command: copyAsSetting(command, 'command'),
  };
  const options = {
    signal: AbortSignal.timeout(maxCommandWait),
    sender: '',
    place: new MessagePlace(),
  };
  const { meta } = await handler(parts, await session.open(), options);
  return { ok: true, warnings: meta.warnings.map(toEnglish) };
};

const refuse = (sentence: string): RouteHttpError =>
  new RouteHttpError(400, 'INVALID_COMMAND', `The command was not sent: ${sentence}`);
