import type { NodeMessage } from 'node-red';
import { compareNames } from '../../../resources/values/compare-names';
import { cloneJson } from '../../../resources/values/member-access';
import type { StateCache } from '../../../bridge';
import type { Resource } from '../../../resources';
import type { PayloadSelector, ResourceMessageReason } from '../../message/resource-message';
import type { PollSettings } from './poll-settings';
import { ValueCombiner } from './value-combiner';
import type { CombinedResourceValue, ValueCombinationMethod } from './value-combiner';
import { createCombinedOutputRouter, sortToOneOutput } from './yes-no-output-router';
import type { YesNoOutputRouter } from './yes-no-output-router';

export interface CombinedPart {
  /** Undefined for the node's own. */
  readonly bridgeName: string | undefined;
  listValues(): readonly CombinedResourceValue[];
  isConnected(): boolean;
}

type CombinedSettings = Pick<
  PollSettings,
  'rule' | 'rtype' | 'emit' | 'isSplit' | 'smallestChange' | 'onlyReadings'
> & {
  readonly combine: ValueCombinationMethod;
};

export const readResourceValues = (
  stateCache: StateCache,
  resources: readonly Resource[],
  selectValue: PayloadSelector,
  bridgeName: string | undefined,
): readonly CombinedResourceValue[] =>
  resources.map((resource) => ({
    rid: resource.id,
    ...stateCache.displayNames(resource.id),
    ...(bridgeName === undefined ? {} : { bridge: bridgeName }),
    value: cloneJson(selectValue(resource) ?? null),
  }));

/**
 * `msg.values` holds the value of each resource. The first message waits until all bridges were read, because a
 * missing value is neither yes nor no.
 */
export class CombinedMessages {
  readonly #combiner: ValueCombiner;
  readonly #router: YesNoOutputRouter | undefined;
  readonly #parts = new Set<CombinedPart>();
  /** Since the last message about a poll. */
  readonly #polled = new Set<CombinedPart>();
  /** In the last message or at the start. */
  #last: unknown;

  constructor(
    private readonly settings: CombinedSettings,
    private readonly bridgeCount: number,
    private readonly send: (messages: (NodeMessage | null)[]) => void,
  ) {
    this.#combiner = new ValueCombiner(settings.combine, settings.rule);
    if (settings.isSplit) this.#router = createCombinedOutputRouter(settings);
  }

  get value(): boolean | number | null | undefined {
    const values = this.#listValues();
    return values && this.#combiner.combine(values);
  }

  remove(part: CombinedPart): void {
    this.#parts.delete(part);
    this.#polled.delete(part);
  }

  /** After the last part, the value is sent or stored as the start value. */
  add(part: CombinedPart, isSentAtStart: boolean): void {
    this.#parts.add(part);
    const values = this.#listValues();
    if (values === undefined) return;
    // A part that is read again, as after a deploy of its bridge, is no start for the others.
    if (this.#last !== undefined) return this.sendIfChanged();
    const message = this.#create(values, 'start');
    if (isSentAtStart) this.#send(message, false);
  }

  /** Sends the value once all reachable bridges were polled. */
  onPolled(part: CombinedPart): void {
    this.#parts.add(part);
    this.#polled.add(part);
    const isAwaited = [...this.#parts].some((one) => !this.#polled.has(one) && one.isConnected());
    const values = isAwaited ? undefined : this.#listValues();
    if (values === undefined) return;
    this.#polled.clear();
    this.#send(this.#create(values, 'poll'), false);
  }

  /** Sends a changed value if the node sends changes; a number must differ by the smallest change. */
  sendIfChanged(): void {
    const values = this.settings.emit === 'change' ? this.#listValues() : undefined;
    if (values === undefined) return;
    const before = this.#last;
    const message = this.#create(values, 'changed');
    const { payload } = message;
    const isNumber = typeof payload === 'number' && typeof before === 'number';
    const isSame = isNumber
      ? payload === before || Math.abs(payload - before) < this.settings.smallestChange
      : payload === before;
    if (isSame) this.#last = before;
    else this.#send(message, true);
  }

  createRequested(values: readonly CombinedResourceValue[]): NodeMessage[][] {
    const message = this.#create(values, 'request');
    return this.#router?.sort([message], false) ?? sortToOneOutput([message], this.settings);
  }

  #listValues(): readonly CombinedResourceValue[] | undefined {
    if (this.#parts.size < this.bridgeCount) return undefined;
    return [...this.#parts]
      .toSorted((one, other) => compareNames(one.bridgeName ?? '', other.bridgeName ?? ''))
      .flatMap((part) => part.listValues());
  }

  #create(values: readonly CombinedResourceValue[], occasion: ResourceMessageReason): NodeMessage {
    const { combine, rtype } = this.settings;
    const previous = this.#last;
    const payload = this.#combiner.combine(values);
    this.#last = payload;
    const bridge = { occasion, rtype, combine, value: payload };
    return Object.assign({ payload }, { topic: `${rtype}/${combine}`, values, previous, bridge });
  }

  #send(message: NodeMessage, isChange: boolean): void {
    const outputs =
      this.#router?.sort([message], isChange) ?? sortToOneOutput([message], this.settings);
    this.send(outputs.map(([first]) => first ?? null));
  }
}
