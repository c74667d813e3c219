import type { NodeStatusTracker } from '../../status/node-status';
import { evaluateWatchedAddressesSetting } from '../../watch/watched-address';
import { formatSentMessages } from '../../watch/format-sent-messages';
import type { SourceStarter } from '../../watch/source-context';
import { ButtonNodeStatus } from './button-node-status';
import { parseButtonSettings } from './button-settings';
import type { ButtonNodeDef } from './button-settings';
import { RunningButtonNode } from './running-button-node';

/**
 * Creates the function that starts a button node on one bridge.
 *
 * @param tracker status of the node, shared by all bridges
 */
export function createButtonSourceStarter(
  tracker: Pick<NodeStatusTracker, 'succeed' | 'report' | 'setLasting'>,
): SourceStarter<ButtonNodeDef, RunningButtonNode> {
  const status = new ButtonNodeStatus(tracker);
  return async (def, context) => {
    const { RED, node, bridge, bridgeName, onError } = context;
    const { send } = await formatSentMessages(def, context);
    const targets = await evaluateWatchedAddressesSetting(RED, node, def);
    return new RunningButtonNode(bridge, parseButtonSettings(def), targets, {
      send,
      onPress: (text) => status.showPress(text),
      onListed: (count, problem) =>
        status.showListed(bridgeName, { count, problem, client: bridge.client }),
      fail: onError,
    });
  };
}
