import type { NodeMessage } from 'node-red';
import type { ResourceChangeEvent } from '../../../bridge';
import type { SourceContext } from '../../watch/source-context';
import { formatSentMessages } from '../../watch/format-sent-messages';
import { evaluateSourceAddressSetting } from '../../watch/watched-address';
import type { WatchedTargetSettings } from '../../settings/target-settings';
import { createResourceMessage, toResourceMessageDetails } from '../../message/resource-message';
import { toNodeError } from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { findWatchedResource } from '../../watch/find-watched-resource';
import { resolveAutomationTarget } from '../../../vocabulary';
import { describeAutomation } from '../../message/plain-automation';

/** What became of an automation. */
type AutomationEvent =
  | 'fired'
  | 'enabled'
  | 'disabled'
  | 'status'
  | 'changed'
  | 'added'
  | 'deleted';

/**
 * Sends from the second output when an automation fires, is enabled or disabled, when its status changes, and when it is
 * added or deleted, whoever did that.
 *
 * @param settings name an automation by its id or name; empty for all of the bridge
 * @returns ends it
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when they give no text
 */
export async function startAutomationSource(
  settings: WatchedTargetSettings & { readonly format?: unknown },
  context: SourceContext,
): Promise<{ stop(): void }> {
  const { RED, node, bridge, onError } = context;
  const address = await evaluateSourceAddressSetting(RED, node, settings);
  const { send } = await formatSentMessages(settings, context);
  const { client } = bridge;
  let stopped = false;
  /** Kept, since a name is gone with what is deleted. */
  let watchedRid: string | undefined;
  const isWatched = ({ id }: { id: string }): boolean => {
    if (address === '') return true;
    // Looked up anew for each change, since people rename automations.
    const found = resolveAutomationTarget(client.stateCache, address);
    if (found.ok && found.value.resource !== undefined) watchedRid = found.value.rid;
    return id === watchedRid;
  };
  const reportUnknownName = async (): Promise<void> => {
    try {
      const found = await findWatchedResource(bridge.stateReader, address, resolveAutomationTarget);
      watchedRid ??= found.rid;
    } catch (error) {
      if (!stopped) onError(toNodeError(error));
    }
  };
  const watch = client.watch({
    rtype: 'behavior_instance',
    onChange(change) {
      if (!isWatched(change.resource)) return;
      const event = selectEvent(change);
      // That it fired while the bridge was away is no news any more.
      if (event === 'fired' && change.cause === 'gap') return;
      send([null, createAutomationMessage(bridge, change, event)]);
    },
    onError,
  });
  if (address !== '') void reportUnknownName();
  return {
    stop() {
      stopped = true;
      watch.stop();
    },
  };
}

function createAutomationMessage(
  { client: { stateCache } }: OpenedBridge,
  change: ResourceChangeEvent,
  event: AutomationEvent,
): NodeMessage {
  const automation = describeAutomation(stateCache, change.resource);
  return {
    ...createResourceMessage(stateCache, () => undefined, toResourceMessageDetails(change)),
    payload: { event, ...automation },
  };
}

/** What a change means; a bridge says that an automation fired by changing its `state`. */
function selectEvent({ kind, changed, resource }: ResourceChangeEvent): AutomationEvent {
  if (kind !== 'changed') return kind;
  const isChanged = (member: string): boolean =>
    changed.some((path) => path === member || path.startsWith(`${member}.`));
  if (isChanged('enabled')) return resource['enabled'] === true ? 'enabled' : 'disabled';
  if (isChanged('state')) return 'fired';
  return isChanged('status') || isChanged('last_error') ? 'status' : 'changed';
}
