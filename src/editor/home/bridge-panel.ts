import { createButton, createElement } from '../../drawing/element';
import { compareNames } from '../../resources/compare-names';
import type { HomeConnection, HomeFrame, HomeItem } from '../../runtime/home/home-item';
import { translateShared } from '../labels/translate';
import { searchResources } from '../picker/resource-tree';
import { requestHomeCommand, toErrorMessage } from '../routes/admin-route-client';
import type { ResourceListItem } from '../routes/admin-route-client';
import {
  automationSection,
  findRoomOfItem,
  homeSection,
  HomeContents,
  isGroup,
  noRoomSection,
  toNameKey,
} from './home-contents';
import { findHomeUses, listIdsOfItem } from './item-uses';
import type { HomeUses, ItemUse } from './item-uses';
import { UnknownTargetList } from './unknown-targets';
import { createBackupSection } from './backup-section';
import { HealthSection } from './health-section';
import { HomeSection } from './home-section';
import { openHomeStream } from './home-stream';
import type { TileContext } from './tile';

/** A home with more items has its sections closed at first. */
const mostOpenItems = 60;

/** States that the dialog of the bridge can change. */
const statesWithDialog: ReadonlySet<HomeConnection['state']> = new Set([
  'no-key',
  'key-refused',
  'certificate-changed',
]);

/** Shows the seconds to the next attempt. Screen readers are not told each second. */
class RetryCountdown {
  readonly element = createElement('p', { class: 'retry', role: 'timer' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param seconds undefined without another attempt */
  start(seconds: number | undefined): void {
    clearTimeout(this.#timer);
    this.element.textContent =
      seconds === undefined ? '' : translateShared('home.connection.retryIn', { seconds });
    if (seconds !== undefined && seconds > 1)
      this.#timer = setTimeout(() => this.start(seconds - 1), 1_000);
  }
}

/** Text keys of sections without a room or zone. */
const sectionNames: ReadonlyMap<string, string> = new Map([
  [homeSection, 'picker.home'],
  [automationSection, 'home.automations'],
  [noRoomSection, 'picker.noRoom'],
]);

/** Reads the home only while the sidebar is visible. */
export class BridgePanel {
  readonly element: HTMLElement;
  readonly #contents = new HomeContents();
  readonly #sections = new Map<string, HomeSection>();
  readonly #sectionsOfItem = new Map<string, readonly string[]>();
  readonly #name = createElement('h2', {});
  readonly #status = createElement('p', { class: 'connection', role: 'status' });
  readonly #countdown = new RetryCountdown();
  readonly #statusAction = createElement('div', { class: 'connection-action' });
  readonly #problem = createElement('p', { class: 'problem', role: 'alert' });
  readonly #empty = createElement('p', { class: 'empty', hidden: true });
  readonly #list = createElement('div', { class: 'sections' });
  readonly #context: TileContext;
  readonly #unknownTargets: UnknownTargetList;
  readonly #health: HealthSection;
  #uses: HomeUses['uses'] = new Map();
  #repeatedNames: ReadonlySet<string> = new Set();
  #query = '';
  readonly #openedByUser = new Map<string, boolean>();
  #closeStream: (() => void) | undefined;
  #hasFailed = false;

  constructor(private readonly bridgeId: string) {
    this.#context = {
      bridgeId,
      canSwitch: RED.user.hasPermission('lighting-bridge.write'),
      canEditFlows: RED.user.hasPermission('flows.write'),
      send: (command) => this.#send(command),
      listUses: this.#listUses,
      listUsesInside: (group) => this.#listUsesInside(group),
      isNameRepeated: (item) => this.#repeatedNames.has(toNameKey(item)),
    };
    this.#unknownTargets = new UnknownTargetList(bridgeId, this.#context.canEditFlows);
    this.#health = new HealthSection(bridgeId, this.#context.canSwitch);
    this.element = createElement(
      'article',
      { class: 'bridge', 'data-bridge': bridgeId },
      createElement(
        'header',
        {},
        this.#name,
        this.#status,
        this.#countdown.element,
        this.#statusAction,
        this.#problem,
      ),
      this.#unknownTargets.element,
      this.#empty,
      this.#list,
      this.#health.element,
      createBackupSection(bridgeId, {
        canWrite: this.#context.canSwitch,
        canEditFlows: this.#context.canEditFlows,
      }),
    );
    this.#showConnection({ state: 'connecting' });
  }

  setName(name: string): void {
    if (this.#name.textContent !== name) this.#name.textContent = name;
    this.element.setAttribute('aria-label', name);
  }

  setVisible(isVisible: boolean): void {
    if (!isVisible) {
      this.#closeStream?.();
      this.#closeStream = undefined;
      this.#countdown.start(undefined);
    } else {
      this.#closeStream ??= openHomeStream(this.bridgeId, {
        onFrame: (frame) => this.#onFrame(frame),
        onFailure: (reason) => this.#onFailure(reason),
      });
    }
  }

  /** Asks again if the last attempt failed, such as after the deploy of a new bridge. */
  retry(): void {
    if (!this.#hasFailed || this.#closeStream === undefined) return;
    this.setVisible(false);
    this.setVisible(true);
  }

  /** Searches as the picker does; an empty query shows all. */
  filter(query: string): void {
    this.#query = query.trim();
    this.#applyFilter();
  }

  /** Called after the flows have changed. */
  updateUses(): void {
    if (this.#contents.items.size === 0) return;
    const { uses, unknown } = findHomeUses(this.bridgeId, this.#contents.items);
    this.#uses = uses;
    for (const section of this.#sections.values()) section.updateUses();
    void this.#unknownTargets.show(this.#isConnected() ? unknown : []);
  }

  close(): void {
    this.setVisible(false);
    this.element.remove();
  }

  #onFrame(frame: HomeFrame): void {
    this.#hasFailed = false;
    switch (frame.kind) {
      case 'home':
        this.#showConnection(frame.connection);
        this.#showChange(frame);
        break;
      case 'changes':
        this.#showChange(frame);
        break;
      case 'connection':
        this.#showConnection(frame.connection);
        break;
      case 'health':
        this.#health.show(frame.health);
        break;
    }
  }

  #onFailure(reason: string): void {
    this.#hasFailed = true;
    this.#setStatus('retrying', reason === '' ? translateShared('home.reconnecting') : reason);
  }

  #showConnection({ state, retryInSeconds }: HomeConnection): void {
    this.#setStatus(state, translateShared(`home.connection.${state}`), retryInSeconds);
    if (!statesWithDialog.has(state)) return;
    const button = createButton(
      translateShared(state === 'certificate-changed' ? 'home.openBridge' : 'home.pair'),
      () => RED.editor.editConfig('', 'bridge-config', this.bridgeId),
      { class: 'red-ui-button red-ui-button-small' },
    );
    this.#statusAction.append(button);
  }

  #setStatus(state: HomeConnection['state'], text: string, retryInSeconds?: number): void {
    this.#countdown.start(retryInSeconds);
    this.element.dataset['state'] = state;
    if (this.#status.textContent !== text) this.#status.textContent = text;
    this.#statusAction.replaceChildren();
  }

  #showChange(frame: Extract<HomeFrame, { kind: 'home' | 'changes' }>): void {
    const { items: before } = this.#contents;
    const { changed, removed } = this.#contents.apply(frame);
    const isListChanged =
      removed.length > 0 ||
      changed.some(({ id, name, room }) => {
        const one = before.get(id);
        return one === undefined || one.name !== name || one.room !== room;
      });
    for (const id of removed) this.#removeItem(id);
    for (const item of changed.filter(isGroup)) this.#putItem(item);
    for (const item of changed) if (!isGroup(item)) this.#putItem(item);
    if (isListChanged) this.#moveItems();
    this.#removeEmptySections();
    for (const section of this.#sections.values()) section.summarize();
    if (isListChanged) this.#repeatedNames = this.#contents.findRepeatedNames();
    if (isListChanged || frame.kind === 'home') this.updateUses();
    if (this.#query === '') this.#showEmptyHome();
    else if (isListChanged) this.#applyFilter();
  }

  #moveItems(): void {
    for (const item of this.#contents.items.values()) {
      const before = this.#sectionsOfItem.get(item.id);
      if (before?.join() !== this.#contents.findSections(item).join()) this.#putItem(item);
    }
  }

  #putItem(item: HomeItem): void {
    const keys = this.#contents.findSections(item);
    for (const before of this.#sectionsOfItem.get(item.id) ?? [])
      if (!keys.includes(before)) this.#sections.get(before)?.remove(item.id);
    this.#sectionsOfItem.set(item.id, keys);
    for (const key of keys) {
      const section = this.#getSection(key);
      if (isGroup(item)) {
        const nameBefore = section.name;
        section.putGroup(item);
        if (section.name !== nameBefore) this.#placeSection(section, key);
      } else {
        section.put(item);
      }
    }
  }

  #removeItem(id: string): void {
    for (const key of this.#sectionsOfItem.get(id) ?? []) this.#sections.get(key)?.remove(id);
    this.#sectionsOfItem.delete(id);
  }

  #getSection(key: string): HomeSection {
    const existing = this.#sections.get(key);
    if (existing !== undefined) return existing;
    const section = new HomeSection(key, this.#context, (isOpen) =>
      this.#openedByUser.set(key, isOpen),
    );
    const nameKey = sectionNames.get(key);
    section.setName(nameKey === undefined ? '' : translateShared(nameKey));
    this.#sections.set(key, section);
    this.#placeSection(section, key);
    section.setOpen(this.#isOpenAtFirst(key));
    return section;
  }

  /** Sorts sections: the home, rooms, zones, automations, the rest. */
  #placeSection(section: HomeSection, key: string): void {
    const rank = this.#rankSection(key);
    const comesAfter = ([otherKey, other]: readonly [string, HomeSection]): boolean => {
      const otherRank = this.#rankSection(otherKey);
      return otherRank === rank ? compareNames(other.name, section.name) > 0 : otherRank > rank;
    };
    const following = new Set<Element>(
      [...this.#sections].filter(comesAfter).map(([, { element }]) => element),
    );
    const next = [...this.#list.children].find((child) => following.has(child));
    this.#list.insertBefore(section.element, next ?? null);
  }

  #rankSection(key: string): number {
    const fixed = [homeSection, 'room', 'zone', automationSection, noRoomSection];
    const item = this.#contents.items.get(key);
    return fixed.indexOf(item === undefined ? key : item.rtype);
  }

  #removeEmptySections(): void {
    for (const [key, section] of this.#sections) {
      if (!section.isEmpty) continue;
      section.element.remove();
      this.#sections.delete(key);
    }
  }

  #listUses = (item: HomeItem): readonly ItemUse[] => this.#listUsesOf([item]);

  /** Returns uses of lamps, devices and scenes of the group. */
  #listUsesInside(group: HomeItem): readonly ItemUse[] {
    if (group.rtype !== 'room' && group.rtype !== 'zone') return [];
    return this.#listUsesOf(
      [...this.#contents.items.values()].filter(
        (item) =>
          item.room === group.id ||
          item.zones?.includes(group.id) === true ||
          ('group' in item && item.group === group.id),
      ),
    );
  }

  #listUsesOf(items: readonly HomeItem[]): readonly ItemUse[] {
    const ids = new Set(items.flatMap(listIdsOfItem));
    const uses = [...ids].flatMap((id) => this.#uses.get(id) ?? []);
    return [...new Map(uses.map((use) => [use.nodeId, use])).values()];
  }

  #isConnected = (): boolean => ['live', 'polling'].includes(this.element.dataset['state'] ?? '');

  #applyFilter(): void {
    if (this.#query === '') {
      this.#showEmptyHome();
      for (const [key, section] of this.#sections) {
        section.element.hidden = false;
        section.showOnly(undefined);
        section.setOpen(this.#isOpenAtFirst(key));
      }
      return;
    }
    const listed = [...this.#contents.items.values()].map((item) => this.#toListed(item));
    const matches = new Set(searchResources(listed, this.#query).map(({ rid }) => rid));
    this.#showEmpty(matches.size === 0, 'home.noMatch');
    const matchingSections = new Set(
      [...matches].flatMap((id) => this.#sectionsOfItem.get(id) ?? []),
    );
    for (const [key, section] of this.#sections) {
      section.element.hidden = !matchingSections.has(key);
      section.showOnly(matches);
      if (!section.element.hidden) section.setOpen(true);
    }
  }

  /** Returns true if the user has opened the section, and in a small home. */
  #isOpenAtFirst = (key: string): boolean =>
    this.#openedByUser.get(key) ?? this.#contents.items.size <= mostOpenItems;

  #showEmptyHome(): void {
    this.#showEmpty(this.#contents.items.size === 0 && this.#isConnected(), 'home.noItems');
  }

  #showEmpty(isEmpty: boolean, key: string): void {
    this.#empty.hidden = !isEmpty;
    this.#empty.textContent = isEmpty ? translateShared(key) : '';
  }

  #toListed(item: HomeItem): ResourceListItem {
    const { id, rtype, name } = item;
    return { rid: id, rtype, name, room: findRoomOfItem(this.#contents.items, item), state: {} };
  }

  async #send(command: Parameters<TileContext['send']>[0]): Promise<void> {
    try {
      await requestHomeCommand(this.bridgeId, command);
      this.#problem.textContent = '';
    } catch (error) {
      this.#problem.textContent = toErrorMessage(error);
    }
  }
}
