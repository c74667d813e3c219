import type { Node, NodeMessage } from 'node-red';
import type { ResourceChangeEvent } from '../../bridge';
import { idPattern } from '../../resources/id-pattern';
import { createPollMessage } from '../poll/poll-message';
import { toCommandError, toNodeError } from '../node-errors';
import { maxCacheAge } from '../session/state-cache';
import type { BridgeHandle } from '../session/open-bridge';
import { resolveAutomationTarget } from '../../vocabulary';
import { describeAutomation } from './plain-automation';

/** Where the messages go that an automation node sends by itself, and its errors. */
interface SourceOutput {
  readonly node: Pick<Node, 'send'>;
  readonly onError: (error: Error) => void;
}

/** What became of an automation. */
type AutomationEvent =
  'fired' | 'enabled' | 'disabled' | 'status' | 'changed' | 'added' | 'deleted';

/**
 * Sends from the second output when an automation fires, is enabled or disabled, when its status changes, and when it is
 * added or deleted, whoever did that.
 *
 * @param address an automation by its id or name; empty for all of the bridge
 * @returns ends it
 */
export function startAutomationSource(
  bridge: BridgeHandle,
  address: string,
  { node, onError }: SourceOutput,
): { stop(): void } {
  const { client } = bridge;
  let stopped = false;
  /** Kept, since a name is gone with what is deleted. */
  let watchedRid: string | undefined;
  const isWatched = ({ id }: { id: string }): boolean => {
    if (address === '') return true;
    // Looked up anew for each change, since people rename automations.
    const found = resolveAutomationTarget(client.mirror, address);
    if (found.ok && found.value.resource !== undefined) watchedRid = found.value.rid;
    return id === watchedRid;
  };
  const reportUnknownName = async (): Promise<void> => {
    try {
      const found = await bridge.stateCache.find(
        (mirror) => resolveAutomationTarget(mirror, address),
        maxCacheAge.forWatching,
        !idPattern.test(address),
      );
      if (!found.ok) throw toCommandError(found.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
      watchedRid ??= found.value.rid;
    } catch (error) {
      if (!stopped) onError(toNodeError(error));
    }
  };
  const watch = client.watch({
    rtype: 'behavior_instance',
    onChange(change) {
      if (isWatched(change.resource)) node.send([null, createAutomationMessage(bridge, change)]);
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
  { client: { mirror } }: BridgeHandle,
  change: ResourceChangeEvent,
): NodeMessage {
  const { kind, resource, previous, changed, own, cause } = change;
  const event = selectEvent(change);
  const poll = { occasion: kind, resource, previous, changed, own, cause } as const;
  const automation = describeAutomation(mirror, resource);
  return {
    ...createPollMessage(mirror, () => undefined, poll),
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
