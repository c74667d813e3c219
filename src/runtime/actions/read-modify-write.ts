import type { Mirror } from '../../bridge';
import type { ResourceType } from '../../resources';
import type { ParsedCommand } from '../../vocabulary';
import type { BridgeHandle } from '../session/open-bridge';
import type { ActionOutcome } from './action-outcome';
import { executeExclusiveWrite } from './execute-request';
import type { SendOptions } from './execute-request';

/**
 * Changes a resource by a body that is built on its present state, such as a list that is replaced as a whole.
 * Runs exclusively per resource: the next one starts when this one is completed, so that no update is lost.
 *
 * @param buildCommand builds the command from the refetched state
 */
export const readModifyWrite = (
  bridge: BridgeHandle,
  request: { operation: 'update'; rtype: ResourceType; rid: string },
  options: SendOptions,
  buildCommand: (mirror: Mirror) => ParsedCommand,
): Promise<ActionOutcome> =>
  bridge.mutex.runExclusive(request.rid, options.signal, async () => {
    await bridge.mutex.waitForPending(request.rid);
    const mirror = await bridge.stateCache.refetch();
    return executeExclusiveWrite(bridge, request, buildCommand(mirror), options);
  });
