import type { NodeMessage } from 'node-red';
import type { ResourceChangeEvent } from '../../../bridge';
import type { SourceContext } from '../../watch/source-context';
import { formatSentMessages } from '../../watch/format-sent-messages';
import { evaluateSourceAddressSetting } from '../../watch/watched-address';
import type { WatchedTargetSettings } from '../../settings/target-settings';
import { createResourceMessage, toResourceMessageDetails } from '../../message/resource-message';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { ResourceSearch } from '../../watch/find-watched-resource';
import { resolveAutomationTarget } from '../../../vocabulary/lookup';
import { describeAutomation } from '../../message/plain-automation';

type AutomationEvent =
  | 'fired'
  | 'enabled'
  | 'disabled'
  | 'status'
  | 'changed'
  | 'added'
  | 'deleted';

/**
 * Sends to the second output when an automation fires, is enabled, disabled, added or deleted, or changes its status.
 *
 * @param settings id or name of an automation; empty for all
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if the settings give no text
 */
export async function startAutomationSource(
  settings: WatchedTargetSettings & { readonly format?: unknown },
  context: SourceContext,
): Promise<{ stop(): void }> {
  const { bridge, onError } = context;
  const address = await evaluateSourceAddressSetting(context, settings);
  const { send } = await formatSentMessages(settings, context);
  const { client } = bridge;
  /** Kept because the name of a deleted automation cannot be looked up. */
  let watchedRid: string | undefined;
  const isWatched = ({ id }: { id: string }): boolean => {
    if (address === '') return true;
    // For each change, because people rename automations.
    const found = resolveAutomationTarget(client.stateCache, address);
    if (found.ok && found.value.resource !== undefined) watchedRid = found.value.rid;
    return id === watchedRid;
  };
  const search = new ResourceSearch(bridge.stateReader, {
    address,
    resolveTarget: resolveAutomationTarget,
    onFound({ rid }) {
      watchedRid ??= rid;
    },
    onError,
  });
  const watch = client.watch({
    rtype: 'behavior_instance',
    onChange(change) {
      if (!isWatched(change.resource)) return;
      const event = selectEvent(change);
      // A message about the past would come too late.
      if (event === 'fired' && change.cause === 'gap') return;
      send([null, createAutomationMessage(bridge, change, event)]);
    },
    onError,
  });
  if (address !== '') void search.look();
  return {
    stop() {
      search.stop();
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

/** A new `state` means that the automation fired. */
function selectEvent({ kind, changed, resource }: ResourceChangeEvent): AutomationEvent {
  if (kind !== 'changed') return kind;
  const isChanged = (member: string): boolean =>
    changed.some((path) => path === member || path.startsWith(`${member}.`));
  if (isChanged('enabled')) return resource['enabled'] === true ? 'enabled' : 'disabled';
  if (isChanged('state')) return 'fired';
  return isChanged('status') || isChanged('last_error') ? 'status' : 'changed';
}
