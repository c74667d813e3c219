import type { NodeMessage } from 'node-red';
import type { StateCache } from '../../bridge';
import { isResource } from '../../bridge/resource-state';
import { getNestedMember, cloneJson } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { compareNames } from '../../resources/compare-names';
import type { PayloadSelector, ResourceMessageReason } from '../message';
import { isNumericCombination } from './poll-settings';
import type { NumericCombination, PollSettings, ValueCombinationMethod } from './poll-settings';
import { evaluateYesNoCondition } from './yes-no-condition';
import type { YesNoCondition } from './yes-no-condition';

type CombinedSettings = PollSettings & { readonly combine: ValueCombinationMethod };

export interface CombinedPart {
  /** Undefined for the node's own. */
  readonly bridgeName: string | undefined;
  listValues(): readonly CombinedResourceValue[];
  isConnected(): boolean;
}

/**
 * Sends one value for all resources of a poll node, on all its bridges.
 * `msg.values` holds the value of each resource. The first message waits until all bridges were read, because a
 * missing value is neither yes nor no.
 */
export class CombinedMessages {
  readonly #combiner: ValueCombiner;
  readonly #outputs: PollOutputs;
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
    this.#outputs = createCombinedOutputs(settings);
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
    return this.#outputs.sort([this.#create(values, 'request')], false);
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
    this.send(this.#outputs.place(message, isChange));
  }
}

export interface CombinedResourceValue {
  readonly rid: string;
  readonly bridge?: string;
  readonly value: unknown;
}

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

/** Keeps decisions for the hysteresis of the rule. */
export class ValueCombiner {
  #decisions = new Map<string, boolean>();

  /** @param rule for a single value; not used for mean, lowest and highest */
  constructor(
    private readonly combination: ValueCombinationMethod,
    private readonly rule: YesNoCondition,
  ) {}

  /**
   * Omits values that say nothing, such as of a disabled sensor.
   *
   * @returns null if no value says anything
   */
  combine(entries: readonly CombinedResourceValue[]): boolean | number | null {
    const combination = this.combination;
    if (isNumericCombination(combination)) return combineNumbers(combination, entries);
    const yes = this.#countYes(entries);
    const known = this.#decisions.size;
    if (known === 0) return null;
    if (combination === 'count') return yes;
    if (combination === 'any') return yes > 0;
    return combination === 'all' ? yes === known : yes === 0;
  }

  #countYes(entries: readonly CombinedResourceValue[]): number {
    const decisions = new Map<string, boolean>();
    let yes = 0;
    for (const { rid, bridge, value } of entries) {
      const key = bridge === undefined ? rid : `${rid} ${bridge}`;
      const decision = evaluateYesNoCondition(this.rule, value, this.#decisions.get(key));
      if (decision === undefined) continue;
      decisions.set(key, decision);
      if (decision) yes += 1;
    }
    this.#decisions = decisions;
    return yes;
  }
}

function combineNumbers(
  combination: NumericCombination,
  entries: readonly CombinedResourceValue[],
): number | null {
  let [sum, lowest, highest, count] = [0, Infinity, -Infinity, 0];
  for (const { value } of entries) {
    if (typeof value !== 'number') continue;
    sum += value;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
    count += 1;
  }
  if (count === 0) return null;
  if (combination === 'mean') return Math.round((sum / count) * 100) / 100;
  return combination === 'lowest' ? lowest : highest;
}

/** Chooses the output of each message: the only one, or the first for a yes, the second for a no, and none without a decision. */
export class PollOutputs {
  readonly #decisions = new Map<unknown, boolean>();

  /** @param selectValue the payload may have another format */
  constructor(
    private readonly settings: Pick<PollSettings, 'isSplit' | 'onlyReadings' | 'rule'>,
    private readonly selectValue: (message: NodeMessage) => unknown,
  ) {}

  /** @param isChange omits a message without a new decision */
  sort(messages: NodeMessage[], isChange: boolean): NodeMessage[][] {
    const { isSplit, onlyReadings, rule } = this.settings;
    if (!isSplit)
      return [onlyReadings ? messages.filter(({ payload }) => payload !== null) : messages];
    const outputs: [yes: NodeMessage[], no: NodeMessage[]] = [[], []];
    for (const message of messages) {
      const rid = getNestedMember(message, 'bridge', 'rid');
      const before = this.#decisions.get(rid);
      const decision = evaluateYesNoCondition(rule, this.selectValue(message), before);
      if (decision === undefined) this.#decisions.delete(rid);
      else this.#decisions.set(rid, decision);
      if (decision === undefined || (isChange && decision === before)) continue;
      outputs[decision ? 0 : 1].push(message);
    }
    return outputs;
  }

  /** Returns the message on its output. */
  place(message: NodeMessage, isChange: boolean): (NodeMessage | null)[] {
    return this.sort([message], isChange).map(([first]) => first ?? null);
  }
}

/** For one message per resource. */
export const createResourceOutputs = (
  settings: PollSettings,
  selectValue: PayloadSelector,
): PollOutputs =>
  new PollOutputs(settings, (message) => {
    const resource = getNestedMember(message, 'resource');
    return isResource(resource) && message.payload !== null
      ? selectValue(resource)
      : message.payload;
  });

/** For one combined value. The rule applies only to numbers. */
export const createCombinedOutputs = (
  settings: Pick<PollSettings, 'combine' | 'isSplit' | 'onlyReadings' | 'rule'>,
): PollOutputs =>
  new PollOutputs(
    // For other combinations, the rule decides which resources count.
    isNumericCombination(settings.combine)
      ? settings
      : { ...settings, rule: { comparison: 'true' } },
    ({ payload }) => payload,
  );
