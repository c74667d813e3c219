import type { BridgeError, StateCache } from '../../bridge';
import type { Resource } from '../../resources/resource';
import { addBridgeToError } from '../errors';
import { withUnreachableAsOff } from '../message';
import { measurementStatusText, resourceStatusText } from '../resource-status';
import { makeStatusText } from '../status';
import type { LazyStatusText, NodeStatusTracker, TranslatableStatusText } from '../status';
import type { CombinedMessages } from './poll-combination';
import type { PollSettings } from './poll-settings';

type ResultStatus = Pick<NodeStatusTracker, 'succeed' | 'report'>;

/** Shows the states of the polled resources as the status of the node. */
export class PollNodeStatus {
  /** Only the status of a single resource changes with its state. */
  #shownCount = 0;
  #stopped = false;

  constructor(
    private readonly stateCache: StateCache,
    private readonly settings: Pick<PollSettings, 'unreachableIsOff' | 'combine' | 'rtype'>,
    private readonly combined: Pick<CombinedMessages, 'value'> | undefined,
    private readonly status: ResultStatus,
  ) {}

  show(resources: readonly Resource[], problem?: BridgeError): void {
    if (this.#stopped) return;
    this.#shownCount = resources.length;
    if (problem === undefined) this.status.succeed(() => this.#describe(resources));
    else this.status.report(problem);
  }

  /** Creates the list only when the status is shown. */
  showLater(listResources: () => readonly Resource[]): void {
    if (this.#stopped) return;
    this.#shownCount = 0;
    this.status.succeed(() => {
      const resources = listResources();
      this.#shownCount = resources.length;
      return this.#describe(resources);
    });
  }

  showChange(resource: Resource): void {
    if (this.#stopped || this.#shownCount !== 1) return;
    this.status.succeed(() => stateStatusText([this.#toShown(resource)]));
  }

  stop(): void {
    this.#stopped = true;
  }

  #describe(resources: readonly Resource[]): TranslatableStatusText {
    if (this.combined === undefined)
      return stateStatusText(
        resources.length === 1 ? resources.map((only) => this.#toShown(only)) : resources,
      );
    const { combine, rtype } = this.settings;
    const { value = null } = this.combined;
    if (value === null) return { key: 'noValue' };
    if (typeof value === 'number')
      return measurementStatusText(value, combine === 'count' ? undefined : rtype);
    return { key: value ? 'yes' : 'no' };
  }

  #toShown(resource: Resource): Resource {
    return this.settings.unreachableIsOff
      ? withUnreachableAsOff(this.stateCache, resource)
      : resource;
  }
}

export function stateStatusText(resources: readonly Resource[]): TranslatableStatusText {
  const [only] = resources;
  return resources.length === 1 && only !== undefined
    ? resourceStatusText(only)
    : { key: 'listed', values: { count: resources.length } };
}

/** Shows the number of resources on all bridges, or the state of a single resource. */
export class JoinedPollStatus {
  readonly #parts = new Map<string | undefined, LazyStatusText | Error>();

  /** @param hasOneValue each part knows the combined value */
  constructor(
    private readonly tracker: ResultStatus,
    private readonly hasOneValue: boolean,
  ) {}

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
      if (shown instanceof Error) return this.tracker.report(shown);
      texts.push(shown);
    }
    const [first, ...others] = texts;
    if (first === undefined) return;
    const isShownAlone = this.hasOneValue || others.length === 0;
    this.tracker.succeed(isShownAlone ? first : () => joinTexts(texts.map(makeStatusText)));
  }
}

function joinTexts(texts: readonly TranslatableStatusText[]): TranslatableStatusText {
  const [only, ...others] = texts.filter((text) => countResources(text) > 0);
  if (only !== undefined && others.length === 0) return only;
  const count = texts.reduce((sum, text) => sum + countResources(text), 0);
  return { key: 'listed', values: { count } };
}

const countResources = ({ key, values }: TranslatableStatusText): number =>
  key === 'listed' ? Number(values?.['count']) : 1;
