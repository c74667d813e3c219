import type { NodeStatusTracker } from '../../status/node-status';
import { evaluateWatchedAddressesSetting } from '../../watch/watched-address';
import { formatSentMessages } from '../../watch/format-sent-messages';
import type { SourceStarter } from '../../watch/source-context';
import { parseButtonSettings } from './button-settings';
import type { ButtonNodeDef } from './button-settings';
import { RunningButtonNode } from './running-button-node';
import { addBridgeToError } from '../../settings/node-errors';
import type { BridgeClient } from '../../../bridge';
import { createResultStatus } from '../../status/status-content';
import type { TranslatableStatusText } from '../../status/status-content';

/** @param tracker shared by all bridges */
export function createButtonSourceStarter(
  tracker: ButtonNodeStatusTracker,
): SourceStarter<ButtonNodeDef, RunningButtonNode> {
  const status = new ButtonNodeStatus(tracker);
  return async (def, context) => {
    const { bridge, bridgeName, onError } = context;
    const { send } = await formatSentMessages(def, context);
    const targets = await evaluateWatchedAddressesSetting(context, def);
    return new RunningButtonNode(bridge, parseButtonSettings(def), targets, {
      send,
      onPress: (text) => status.showPress(text),
      onListed: (count, problem) =>
        status.showListed(bridgeName, { count, problem, client: bridge.client }),
      fail: onError,
    });
  };
}

interface ListedButtons {
  readonly count: number;
  readonly problem: Error | undefined;
  readonly client: Pick<BridgeClient, 'connectionState'>;
}

type ButtonNodeStatusTracker = Pick<NodeStatusTracker, 'succeed' | 'report' | 'setLasting'>;

/** A poll finds only the last press of each button. */
const missesPressesStatus = createResultStatus({ key: 'missesPresses' });

/**
 * Shows the last press, or the number of buttons on all bridges. On a polled bridge, shows a press briefly, then
 * warns that presses may be lost.
 */
class ButtonNodeStatus {
  readonly #listed = new Map<string | undefined, ListedButtons>();
  #lastPress: TranslatableStatusText | undefined;

  constructor(private readonly status: ButtonNodeStatusTracker) {
    status.setLasting({
      choose: () => (this.#missesPresses() ? missesPressesStatus : undefined),
    });
  }

  showPress(text: TranslatableStatusText): void {
    this.#lastPress = text;
    this.#show();
  }

  showListed(bridgeName: string | undefined, { problem, ...listed }: ListedButtons): void {
    const isNamed = problem !== undefined && bridgeName !== undefined;
    const shown = isNamed ? addBridgeToError(problem, bridgeName) : problem;
    this.#listed.set(bridgeName, { ...listed, problem: shown });
    this.#show();
  }

  #missesPresses(): boolean {
    const listed = [...this.#listed.values()];
    return (
      listed.every(({ problem }) => problem === undefined) &&
      listed.some(({ count, client }) => count > 0 && client.connectionState.mode !== 'stream')
    );
  }

  #show(): void {
    const listed = [...this.#listed.values()];
    const problem = listed.find((one) => one.problem !== undefined)?.problem;
    if (problem !== undefined) return this.status.report(problem);
    const count = listed.reduce((sum, one) => sum + one.count, 0);
    this.status.succeed(this.#lastPress ?? { key: 'listed', values: { count } });
  }
}
