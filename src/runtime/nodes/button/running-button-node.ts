import type { NodeMessage } from 'node-red';
import { BridgeError, defaultLimits } from '../../../bridge';
import type { ResourceChangeEvent } from '../../../bridge';
import { matchButtonOutputs, buttonResourceTypes } from '../../../vocabulary';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { TranslatableStatusText } from '../../status/status-content';
import { LazyResourceFilter } from '../../watch/lazy-resource-filter';
import type { ResourceFilter } from '../../watch/lazy-resource-filter';
import { findTargetsWithoutButtons, resolveButtonFilter } from './button-filter';
import type { ButtonSettings } from './button-settings';
import { createPressMessage, createButtonPressStatusText } from './press-message';
import { parseReportedPress } from '../../message/press';
import type { ButtonPress } from '../../message/press';
import { createUnknownTargetError, formatResourceLabel } from '../../message/missing-target';
import { explainUnknownBridge } from '../../message/find-named-bridge';
import { ResourceTypeWatch } from '../../watch/resource-type-watch';

interface RunningButtonNodeCallbacks {
  /** @param messages one entry for each output; null for no message */
  send(messages: (NodeMessage | null)[]): void;
  onPress(statusText: TranslatableStatusText): void;
  /** Called with the number of watched buttons, and with the problem of the targets. */
  onListed(count: number, problem: BridgeError | undefined): void;
  fail(error: Error): void;
}

/** Sends one message for each button press and dial rotation. */
export class RunningButtonNode {
  readonly #bridge: OpenedBridge;
  readonly #settings: ButtonSettings;
  readonly #targets: readonly string[];
  readonly #listener: RunningButtonNodeCallbacks;
  readonly #watches = new Map<string, ResourceTypeWatch>();
  readonly #resourceFilter: LazyResourceFilter;

  /** @param targets see `resolveButtonFilter` */
  constructor(
    bridge: OpenedBridge,
    settings: ButtonSettings,
    targets: readonly string[],
    listener: RunningButtonNodeCallbacks,
  ) {
    this.#bridge = bridge;
    this.#settings = settings;
    this.#targets = targets;
    this.#listener = listener;
    this.#resourceFilter = new LazyResourceFilter(
      () => resolveButtonFilter(bridge.stateReader, targets),
      (error) => listener.fail(explainUnknownBridge(error)),
    );
    const { interval } = settings;
    for (const rtype of buttonResourceTypes) {
      const watch = new ResourceTypeWatch(bridge.client, rtype, interval, {
        onChange: (change) => {
          const receivedAt = performance.now();
          this.#resourceFilter.whenResolved((isSelected) =>
            this.#onChange(change, isSelected, performance.now() - receivedAt),
          );
        },
        onResourcesLoaded: () =>
          this.#resourceFilter.whenResolved((isSelected) =>
            this.#onResourcesLoaded(rtype, isSelected),
          ),
        onError: (error) => listener.fail(error),
      });
      this.#watches.set(rtype, watch);
    }
  }

  stop(): void {
    this.#resourceFilter.stop();
    for (const watch of this.#watches.values()) watch.stop();
  }

  /** @param delay time in ms until the filter was resolved; a change that is too old is not sent as a press */
  #onChange(change: ResourceChangeEvent, isSelected: ResourceFilter, delay: number): void {
    if (delay > defaultLimits.maxReportDelay || !isSelected(change.resource)) return;
    const press = parseReportedPress(change);
    if (press !== undefined) this.#emit(change, press);
  }

  #emit(change: ResourceChangeEvent, press: ButtonPress): void {
    const { event, button } = press;
    const outputs = matchButtonOutputs(this.#settings.outputs, {
      event,
      button: String(button ?? ''),
    });
    if (!outputs.includes(true)) return;
    const { stateCache } = this.#bridge.client;
    const message = (): NodeMessage =>
      createPressMessage(stateCache, change, press, this.#settings.output);
    this.#listener.send(outputs.map((isAddressed) => (isAddressed ? message() : null)));
    this.#listener.onPress(createButtonPressStatusText(press));
  }

  #onResourcesLoaded(rtype: string, isSelected: ResourceFilter): void {
    const buttons = this.#bridge.client.stateCache.byType(rtype).filter(isSelected);
    this.#watches.get(rtype)?.setActive(buttons.length > 0);
    this.#updateStatus(isSelected);
  }

  /** Targets that were deleted, or that have no button and no dial. */
  #createMissingError(targets: readonly string[]): BridgeError {
    const { stateCache } = this.#bridge.client;
    const code = 'ERR_BRIDGE_NOT_FOUND';
    const found = targets.find((target) => stateCache.get(target) !== undefined);
    if (found === undefined)
      return createUnknownTargetError(stateCache, { targets, kind: 'button', code });
    const label = formatResourceLabel(stateCache, found) ?? found;
    const sentence = `${label} has no button, bell or dial: pick another device.`;
    return new BridgeError(code, sentence, { rtype: 'button', rid: found });
  }

  #updateStatus(isSelected: ResourceFilter): void {
    const watches = [...this.#watches.values()];
    if (!watches.every(({ isLoaded: isKnown }) => isKnown)) return;
    const { stateCache } = this.#bridge.client;
    const all = buttonResourceTypes.flatMap((rtype) => stateCache.byType(rtype));
    const found = all.filter(isSelected);
    const missing = findTargetsWithoutButtons(stateCache, this.#targets, found);
    const problem = missing.length === 0 ? undefined : this.#createMissingError(missing);
    this.#listener.onListed(found.length, problem);
  }
}
