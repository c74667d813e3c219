import { addBridgeToError } from '../../message/bridge-in-error';
import type { NodeStatusTracker } from '../../status/node-status';
import type { LazyStatusText, TranslatableStatusText } from '../../status/status-content';

type ResultStatus = Pick<NodeStatusTracker, 'succeed' | 'report'>;

/** Shows the number of resources on all bridges, or the state of a single resource. */
export class JoinedPollStatus {
  readonly #tracker: ResultStatus;
  readonly #hasOneValue: boolean;
  readonly #parts = new Map<string | undefined, LazyStatusText | Error>();

  /** @param hasOneValue true if each part knows the combined value */
  constructor(tracker: ResultStatus, hasOneValue: boolean) {
    this.#tracker = tracker;
    this.#hasOneValue = hasOneValue;
  }

  /** @param bridgeName undefined for the bridge of the node */
  createPart(bridgeName: string | undefined): ResultStatus {
    const show = (shown: LazyStatusText | Error): void => {
      this.#parts.set(bridgeName, shown);
      this.#show();
    };
    return {
      succeed: show,
      report: (error) =>
        show(bridgeName === undefined ? error : addBridgeToError(error, bridgeName)),
    };
  }

  clear(): void {
    this.#parts.clear();
  }

  #show(): void {
    const texts: LazyStatusText[] = [];
    for (const shown of this.#parts.values()) {
      if (shown instanceof Error) return this.#tracker.report(shown);
      texts.push(shown);
    }
    const [first, ...others] = texts;
    if (first === undefined) return;
    const isShownAlone = this.#hasOneValue || others.length === 0;
    this.#tracker.succeed(isShownAlone ? first : () => joinTexts(texts.map(makeText)));
  }
}

const makeText = (text: LazyStatusText): TranslatableStatusText =>
  typeof text === 'function' ? text() : text;

function joinTexts(texts: readonly TranslatableStatusText[]): TranslatableStatusText {
  const [only, ...others] = texts.filter((text) => countResources(text) > 0);
  if (only !== undefined && others.length === 0) return only;
  const count = texts.reduce((sum, text) => sum + countResources(text), 0);
  return { key: 'listed', values: { count } };
}

const countResources = ({ key, values }: TranslatableStatusText): number =>
  key === 'listed' ? Number(values?.['count']) : 1;
