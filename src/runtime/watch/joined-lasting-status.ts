import type { IdleNodeStatus } from '../status/node-status';
import { addBridgeToStatusText, idleStatus } from '../status/status-content';
import type { NodeStatusContent } from '../status/status-content';
import type { SourceContext } from './source-context';

type SourceStatus = SourceContext['status'];

/** Colours by urgency, the most urgent first. */
const urgency: readonly NodeStatusContent['fill'][] = ['red', 'yellow', 'blue', 'green', 'grey'];

/** Shows the most urgent lasting status of a node's bridges while the node is idle. */
export class JoinedLastingStatus implements IdleNodeStatus {
  readonly #tracker: SourceStatus;
  readonly #lasting = new Map<string | undefined, IdleNodeStatus>();

  constructor(tracker: SourceStatus) {
    this.#tracker = tracker;
  }

  /** Creates the status of one bridge. */
  createPart(bridgeName: string | undefined): SourceStatus {
    const tracker = this.#tracker;
    return {
      setLasting: (lasting) => {
        this.#lasting.set(bridgeName, lasting);
        tracker.setLasting(this);
      },
      setTemporary: (temporary) => tracker.setTemporary(temporary),
      refresh: () => tracker.refresh(),
      setConnection: (state, name) => tracker.setConnection(state, name),
      forgetConnection: (name) => tracker.forgetConnection(name),
    };
  }

  choose(resultAt: number): NodeStatusContent | undefined {
    const shown = [...this.#lasting].map(([bridgeName, lasting]) => ({
      bridgeName,
      content: lasting.choose(resultAt) ?? idleStatus,
    }));
    const [first] = shown.toSorted(
      (one, other) => urgency.indexOf(one.content.fill) - urgency.indexOf(other.content.fill),
    );
    if (first === undefined) return undefined;
    const { bridgeName, content } = first;
    const isSameOnAll = shown.every((one) => isSame(one.content, content));
    return isSameOnAll || bridgeName === undefined
      ? content
      : { ...content, text: addBridgeToStatusText(content.text, bridgeName) };
  }
}

const isSame = (one: NodeStatusContent, other: NodeStatusContent): boolean =>
  serialize(one) === serialize(other);

const serialize = ({ fill, shape, text }: NodeStatusContent): string =>
  JSON.stringify([fill, shape, typeof text === 'function' ? text() : text]);
