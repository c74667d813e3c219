import type { NodeMessage } from 'node-red';
import { BridgeError } from '../../bridge';
import type { Change, Watch } from '../../bridge';
import { changedPaths } from '../../bridge/state/changes';
import { idPattern } from '../../resources';
import type { Resource } from '../../resources';
import { goodEnough } from '../known-home';
import type { OpenBridge } from '../open-bridge';
import type { Word } from '../status';
import { WatchedSelection } from '../watched-selection';
import type { Selection } from '../watched-selection';
import { pollMessage } from './poll-message';
import type { Told } from './poll-message';
import type { PollSettings } from './poll-settings';
import { selectResources } from './selection';
import { Significance } from './significance';
import { wordForState } from './state-word';

/** Where a running poll node speaks. */
export interface PollListener {
  send(messages: NodeMessage[]): void;
  /** All is well; the word tells what is known. */
  succeed(word: Word): void;
  fail(error: Error): void;
}

/** One poll node at work: turns what its watch sees into messages. */
export class PollRun {
  readonly #bridge: OpenBridge;
  readonly #settings: PollSettings;
  readonly #address: string;
  readonly #listener: PollListener;
  readonly #significance: Significance;
  readonly #watch: Watch;
  readonly #selection: WatchedSelection;
  #started = false;
  #requests = 0;
  #stopped = false;
  /** How many resources the status is about; where it only counts them, a change does not alter it. */
  #shown = 0;
  /** State at the last message of resources that changed since; only where every poll is told. */
  readonly #before = new Map<string, Resource>();

  /** @param address id, name or `Room/Name` of one resource; empty for all of the type */
  constructor(bridge: OpenBridge, settings: PollSettings, address: string, listener: PollListener) {
    this.#bridge = bridge;
    this.#settings = settings;
    this.#address = address;
    this.#listener = listener;
    this.#significance = new Significance(settings);
    const byName = settings.room !== '' || !(address === '' || idPattern.test(address));
    this.#selection = new WatchedSelection(
      () =>
        bridge.home.find(
          (mirror) => selectResources(mirror, settings, address),
          goodEnough.forWatching,
          byName,
        ),
      (error) => listener.fail(error),
    );
    this.#watch = bridge.client.watch({
      rtype: settings.rtype,
      interval: settings.interval,
      ...(idPattern.test(address) ? { rids: [address] } : {}),
      onPoll: (resources) => {
        // Where only changes are told, a poll is news once: when it is the first.
        if (this.#started && settings.emit === 'change') return;
        void this.#selection.whenKnown((selected) => this.#polled(resources.filter(selected)));
      },
      onChange: (change) =>
        void this.#selection.whenKnown((selected) => this.#changed(change, selected)),
      onError: (error) => listener.fail(error),
      onRecovered: () =>
        void this.#selection.whenKnown((selected) => this.#show(this.#known(selected))),
    });
  }

  /**
   * Looks at the bridge now.
   *
   * @returns the states of what is watched, as messages
   * @throws {BridgeError} when the bridge cannot be read or does not hold what is watched
   */
  async request(): Promise<NodeMessage[]> {
    this.#requests += 1;
    try {
      await this.#watch.pollNow();
      const resources = this.#known(await this.#selection.get());
      if (this.#isMissing(resources)) throw this.#missing();
      this.#show(resources);
      return resources.map((resource) => this.#tell({ occasion: 'request', resource }));
    } finally {
      this.#requests -= 1;
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#selection.stop();
    this.#watch.stop();
  }

  #polled(resources: readonly Resource[]): void {
    const first = !this.#started;
    this.#started = true;
    this.#show(resources);
    if (this.#requests > 0) return;
    const { emit, emitAtStart } = this.#settings;
    const occasion = first && emitAtStart ? 'start' : 'poll';
    if (occasion === 'poll' && emit === 'change') return;
    this.#send(
      resources.map((resource) => this.#tell({ occasion, resource, ...this.#since(resource) })),
    );
  }

  #changed(change: Change, selected: Selection): void {
    const { resource, previous, kind, changed, own, cause } = change;
    const { emit, origin } = this.#settings;
    if (!selected(resource)) return;
    if (kind === 'changed' && this.#shown === 1) this.#show([resource]);
    if (emit === 'poll') {
      if (previous !== undefined && !this.#before.has(resource.id)) {
        this.#before.set(resource.id, previous);
      }
      return;
    }
    if (origin !== 'any' && (origin === 'own') !== own) return;
    if (kind === 'deleted') this.#significance.forget(resource.id);
    if (previous !== undefined && kind === 'changed') {
      if (!this.#significance.counts(resource, previous, changed)) return;
    }
    const before = previous === undefined ? {} : { previous };
    this.#send([this.#tell({ occasion: kind, resource, changed, own, cause, ...before })]);
    if (kind !== 'changed') this.#show(this.#known(selected));
  }

  #tell(told: Told): NodeMessage {
    if (told.occasion !== 'deleted') this.#significance.told(told.resource);
    return pollMessage(this.#bridge.client.mirror, this.#settings.output, told);
  }

  /** What changed since the last message about a resource. */
  #since(resource: Resource): { previous?: Resource; changed?: readonly string[] } {
    const previous = this.#before.get(resource.id);
    if (previous === undefined) return {};
    this.#before.delete(resource.id);
    return { previous, changed: changedPaths(previous, resource) };
  }

  #send(messages: NodeMessage[]): void {
    if (messages.length > 0 && !this.#stopped) this.#listener.send(messages);
  }

  #show(resources: readonly Resource[]): void {
    if (this.#stopped) return;
    this.#shown = resources.length;
    if (this.#isMissing(resources)) this.#listener.fail(this.#missing());
    else this.#listener.succeed(wordForState(resources));
  }

  #isMissing(resources: readonly Resource[]): boolean {
    return resources.length === 0 && this.#address !== '';
  }

  #known(selected: Selection): Resource[] {
    return this.#bridge.client.mirror.byType(this.#settings.rtype).filter(selected);
  }

  #missing(): BridgeError {
    const { rtype } = this.#settings;
    return new BridgeError(
      'ERR_BRIDGE_NOT_FOUND',
      `The bridge holds no ${rtype} ${this.#address} (any more). Open the node and choose another.`,
      { rtype },
    );
  }
}
