import { addBridgeToError } from '../several-bridges/bridge-in-error';
import type { NodeStatusTracker } from '../node-status/node-status';
import type { TranslatableStatusText } from '../node-status/status-content';

/** What a button node watches on one bridge. */
interface ListedButtons {
  readonly count: number;
  readonly problem: Error | undefined;
}

/** What a button node shows below it: the last press, otherwise how many buttons it watches on all its bridges. */
export class ButtonNodeStatus {
  readonly #status: Pick<NodeStatusTracker, 'succeed' | 'report'>;
  readonly #listed = new Map<string | undefined, ListedButtons>();
  #lastPress: TranslatableStatusText | undefined;

  constructor(status: Pick<NodeStatusTracker, 'succeed' | 'report'>) {
    this.#status = status;
  }

  showPress(text: TranslatableStatusText): void {
    this.#lastPress = text;
    this.#show();
  }

  /** @param bridgeName missing for the bridge of the node */
  showListed(bridgeName: string | undefined, { count, problem }: ListedButtons): void {
    const isNamed = problem !== undefined && bridgeName !== undefined;
    const shown = isNamed ? addBridgeToError(problem, bridgeName) : problem;
    this.#listed.set(bridgeName, { count, problem: shown });
    this.#show();
  }

  #show(): void {
    const listed = [...this.#listed.values()];
    const problem = listed.find((one) => one.problem !== undefined)?.problem;
    if (problem !== undefined) return this.#status.report(problem);
    const count = listed.reduce((sum, one) => sum + one.count, 0);
    this.#status.succeed(this.#lastPress ?? { key: 'listed', values: { count } });
  }
}
