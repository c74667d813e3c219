import type { StateCache } from '../../../bridge';
import type { BridgeError } from '../../../bridge/errors/bridge-error';
import type { Resource } from '../../../resources';
import type { NodeStatusTracker } from '../../status/node-status';
import type { TranslatableStatusText } from '../../status/status-content';
import { withUnreachableAsOff } from '../../message/unreachable-lamps';
import type { CombinedMessages } from './combined-message';
import type { PollSettings } from './poll-settings';
import { measurementStatusText, resourceStatusText } from '../../status/resource-status-text';

export class PollNodeStatus {
  /** Only the status of a single resource changes with its state. */
  #shownCount = 0;
  #stopped = false;

  constructor(
    private readonly stateCache: StateCache,
    private readonly settings: Pick<PollSettings, 'unreachableIsOff' | 'combine' | 'rtype'>,
    private readonly combined: Pick<CombinedMessages, 'value'> | undefined,
    private readonly status: Pick<NodeStatusTracker, 'succeed' | 'report'>,
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
