import type { NodeMessage } from 'node-red';
import type { BridgeError, ConnectionState, ResourceChangeEvent, StateCache } from '../../bridge';
import { readingTypes } from '../../resources/table';
import type { ResourceType } from '../../resources/table';
import type { Resource } from '../../resources/resource';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import {
  formatButtonPressEvent,
  formatEntityState,
  createEntityAnnouncement,
  createBridgeAnnouncement,
  hasRadio,
} from '../../vocabulary/home-assistant/entities';
import type {
  FallbackEntityNames,
  PublishedHome,
  Announcement,
} from '../../vocabulary/home-assistant/entities';
import {
  availabilityPayloads,
  findAnnouncedStateTopic,
  getBridgeStatusTopic,
  getStateTopic,
  isEmptyRetainedPayload,
  getDeviceStatusTopic,
  getDiscoveryTopic,
  isTopicPrefix,
} from '../../vocabulary/home-assistant/topics';
import type { TopicSettings } from '../../vocabulary/home-assistant/topics';
import { buttonResourceTypes } from '../../vocabulary/lookup';
import { getCachedBridgeInfo } from '../bridge/info';
import { findRadio, isDeviceReachable, readPlainLight } from '../message';
import type { Bridge } from '../bridge/bridge';
import { parseReportedPress } from '../press';
import { defaultPollingIntervals, parseInterval } from '../numeric-settings';
import { isSettingUnset } from '../stored-settings';
import type { NodeSettings } from '../stored-settings';
import { createSettingError } from '../errors';
import { isConnectionLost } from '../status';
import type { TranslatableStatusText } from '../status';
import { ResourceTypeWatch } from './type-watch';

interface HomePublisherListener {
  send(messages: NodeMessage[]): void;
  succeed(statusText: TranslatableStatusText): void;
  fail(error: Error): void;
}

/** At the interval of the node. */
const stateTypes: readonly ResourceType[] = [
  'light',
  'grouped_light',
  'scene',
  'smart_scene',
  ...readingTypes,
  ...buttonResourceTypes,
];

const rarelyChangingTypes: readonly ResourceType[] = [
  'bridge',
  'device',
  'room',
  'zone',
  'zigbee_connectivity',
  'zgp_connectivity',
];

/** In ms. */
const slowInterval = 60_000;

/** In ms, before a comparison of the whole home. */
const comparisonDelay = 100;

/** `listAll` withdraws the latest ones again. */
const maxWithdrawnTopics = 1_000;

const announcedMembers: ReadonlySet<string> = new Set([
  'metadata',
  'product_data',
  'services',
  'children',
  'owner',
  'group',
]);

/** Publishes the lamps, groups and sensors of a bridge as retained messages, and what changes. */
export class HomePublisher {
  readonly #watches: ResourceTypeWatch[];
  readonly #unsubscribe: () => void;
  /** By topic; empty until the home is known. */
  readonly #published = new Map<string, RetainedMessage>();
  /** An offline broker does not learn of the withdrawal. */
  readonly #withdrawn = new Map<string, RetainedMessage>();
  /** Arrived from the broker before the home was known. */
  readonly #kept = new Map<string, unknown>();
  #messages: RetainedHomeMessages | undefined;
  #topics: TopicSettings | undefined;
  #comparison: NodeJS.Timeout | undefined;
  #groupUpdate: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly bridge: Bridge,
    private readonly settings: MqttPublishingSettings,
    private readonly names: FallbackEntityNames,
    private readonly listener: HomePublisherListener,
  ) {
    const watch = (rtype: ResourceType, interval: number): ResourceTypeWatch =>
      new ResourceTypeWatch(bridge.client, rtype, interval, {
        onChange: (change) => this.#onChange(change),
        onResourcesLoaded: () => this.#compareLater(),
        onError: (error) => this.#onError(error),
      });
    this.#watches = [
      ...stateTypes.map((rtype) => watch(rtype, settings.interval)),
      ...rarelyChangingTypes.map((rtype) =>
        watch(rtype, Math.max(settings.interval, slowInterval)),
      ),
    ];
    this.#unsubscribe = bridge.client.onConnectionChange((state) =>
      this.#publishBridgeStatus(state),
    );
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#comparison);
    clearTimeout(this.#groupUpdate);
    this.#unsubscribe();
    for (const watch of this.#watches) watch.stop();
  }

  /**
   * Publishes again for a broker that may have lost messages. Withdraws deleted topics again, because a state may be
   * sent again after a lost connection.
   *
   * @returns an empty list while the home is not known; the home is published once it is known
   */
  listAll(): NodeMessage[] {
    if (this.#messages === undefined) return [];
    this.#published.clear();
    const listed = this.#compare('request');
    return [...this.#createWithdrawals([...this.#withdrawn.values()]), ...listed];
  }

  /**
   * Withdraws a resource that the bridge no longer has, such as a lamp that was deleted while Node-RED was stopped.
   *
   * @param payload of the announcement; an empty payload is a withdrawal and is ignored
   */
  withdrawIfGone(topic: string, payload: unknown): NodeMessage[] {
    if (isEmptyRetainedPayload(payload)) return [];
    if (this.#topics === undefined) {
      this.#kept.set(topic, payload);
      return [];
    }
    if (this.#published.has(topic)) return [];
    const stateTopic = findAnnouncedStateTopic(topic, payload, this.#topics);
    const isStateGone = stateTopic !== undefined && !this.#published.has(stateTopic);
    return [topic, ...(isStateGone ? [stateTopic] : [])].map((kept) => ({
      topic: kept,
      payload: '',
      qos: 1,
      retain: true,
    }));
  }

  #onError(error: BridgeError): void {
    if (!this.#stopped) this.listener.fail(error);
  }

  #onChange(change: ResourceChangeEvent): void {
    if (this.#messages === undefined || this.#stopped) return;
    const { resource, kind, changed } = change;
    // The comparison handles added and deleted resources once all their services are known.
    if (kind !== 'changed') return;
    this.#publishPress(change);
    if (changed.some((path) => announcedMembers.has(path.split('.')[0] ?? path)))
      return this.#compareLater();
    this.#publishChanged(this.#listStates(this.#messages, resource));
    if (resource.type === 'light') this.#updateGroupsLater();
  }

  #listStates(messages: RetainedHomeMessages, resource: Resource): RetainedMessage[] {
    const { stateCache } = this.bridge.client;
    const owner = stateCache.ownerRid(resource);
    const device = owner === undefined ? undefined : stateCache.get(owner);
    const isRadio = resource.type === 'zigbee_connectivity' || resource.type === 'zgp_connectivity';
    if (!isRadio) return messages.listStates(resource);
    return device === undefined ? [] : messages.listDeviceStatus(device);
  }

  #publishPress(change: ResourceChangeEvent): void {
    const press = parseReportedPress(change);
    if (press === undefined || this.#topics === undefined) return;
    const { resource } = change;
    const { event, button, updated, rotation } = press;
    const payload = formatButtonPressEvent(event, { button, ...rotation, updated });
    const topic = getStateTopic(this.#topics, resource);
    const occasion = rotation === undefined ? 'press' : 'turn';
    const { stateCache } = this.bridge.client;
    this.listener.send([
      createMqttPublishMessage(stateCache, { topic, payload, resource }, occasion, false),
    ]);
  }

  /** Updates groups: their colour depends on their lamps. */
  #updateGroupsLater(): void {
    this.#groupUpdate ??= setTimeout(() => {
      this.#groupUpdate = undefined;
      const groups = this.bridge.client.stateCache.byType('grouped_light');
      const messages = this.#messages;
      if (messages !== undefined)
        this.#publishChanged(groups.flatMap((group) => messages.listStates(group)));
    }, comparisonDelay);
  }

  #compareLater(): void {
    if (this.#stopped || !this.#watches.every(({ isLoaded }) => isLoaded)) return;
    // For the first comparison, all types are known.
    const delay = this.#messages === undefined ? 0 : comparisonDelay;
    this.#comparison ??= setTimeout(() => {
      this.#comparison = undefined;
      const occasion = this.#messages === undefined ? 'start' : 'changed';
      this.#setTopics();
      const messages = this.#compare(occasion);
      for (const [topic, payload] of this.#kept)
        messages.push(...this.withdrawIfGone(topic, payload));
      this.#kept.clear();
      if (messages.length > 0) this.listener.send(messages);
      const count = this.#messages?.entityCount ?? 0;
      this.listener.succeed({ key: 'published', values: { count } });
    }, delay);
  }

  /** Topics include the bridge's id, which is known with the resources. */
  #setTopics(): void {
    if (this.#messages !== undefined) return;
    const { stateCache } = this.bridge.client;
    this.#topics = getTopicSettings(stateCache, this.settings);
    this.#messages = new RetainedHomeMessages(stateCache, this.#topics, this.names);
  }

  /** Withdraws a deleted topic by an empty message. */
  #compare(occasion: MqttPublishReason): NodeMessage[] {
    const { connectionState } = this.bridge.client;
    const listed = this.#messages?.list() ?? [];
    const topics = new Set(listed.map(({ topic }) => topic));
    const withdrawn = [...this.#published.values()].filter(
      ({ topic, resource }) => !topics.has(topic) && resource.type !== 'bridge',
    );
    for (const message of withdrawn) {
      this.#published.delete(message.topic);
      this.#withdrawn.set(message.topic, message);
    }
    for (const topic of topics) this.#withdrawn.delete(topic);
    for (const topic of [...this.#withdrawn.keys()].slice(0, -maxWithdrawnTopics))
      this.#withdrawn.delete(topic);
    return [
      ...this.#createWithdrawals(withdrawn),
      ...this.#createMessages([...this.#listBridgeStatus(connectionState), ...listed], occasion),
    ];
  }

  #createWithdrawals(withdrawn: readonly RetainedMessage[]): NodeMessage[] {
    const { stateCache } = this.bridge.client;
    return withdrawn.map((message) =>
      createMqttPublishMessage(stateCache, { ...message, payload: '' }, 'deleted'),
    );
  }

  #publishBridgeStatus(state: ConnectionState): void {
    this.#publishChanged(this.#listBridgeStatus(state));
  }

  #listBridgeStatus({ kind }: ConnectionState): RetainedMessage[] {
    const [resource] = this.bridge.client.stateCache.byType('bridge');
    const isLost = isConnectionLost(kind);
    if (this.#topics === undefined || resource === undefined || isLost === undefined) return [];
    const payload = availabilityPayloads[isLost ? 'unavailable' : 'available'];
    return [{ topic: getBridgeStatusTopic(this.#topics), payload, resource }];
  }

  #publishChanged(retained: readonly RetainedMessage[]): void {
    const messages = this.#createMessages(retained, 'changed');
    if (messages.length > 0 && !this.#stopped) this.listener.send(messages);
  }

  #createMessages(
    retained: readonly RetainedMessage[],
    occasion: MqttPublishReason,
  ): NodeMessage[] {
    const { stateCache } = this.bridge.client;
    return retained
      .filter(({ topic, payload }) => this.#published.get(topic)?.payload !== payload)
      .map((message) => {
        this.#published.set(message.topic, message);
        return createMqttPublishMessage(stateCache, message, occasion);
      });
  }
}

type MqttPublishReason = 'start' | 'changed' | 'deleted' | 'request' | 'press' | 'turn';

interface RetainedMessage {
  readonly topic: string;
  readonly payload: string;
  readonly resource: Resource;
}

/** Creates the retained messages that announce the entities of a home and tell their states. */
class RetainedHomeMessages {
  readonly #home: PublishedHome;
  readonly #announced = new Map<string, Pick<Announcement, 'component'>>();

  constructor(
    private readonly stateCache: StateCache,
    topics: TopicSettings,
    names: FallbackEntityNames,
  ) {
    const lightsOf = (group: Resource): readonly Resource[] =>
      findLightsAffectedByWrite(stateCache, group);
    this.#home = { index: stateCache, topics, names, lightsOf };
  }

  list(): RetainedMessage[] {
    this.#announced.clear();
    return [...this.stateCache.all()].flatMap((resource) => this.#listOf(resource));
  }

  get entityCount(): number {
    return this.#announced.size;
  }

  /** Returns no announcement; nothing for a resource that is not listed. */
  listStates(resource: Resource): RetainedMessage[] {
    const announcement = this.#announced.get(resource.id);
    return announcement === undefined ? [] : this.#listState(resource, announcement);
  }

  listDeviceStatus(device: Resource): RetainedMessage[] {
    if (!hasRadio(device)) return [];
    const isAvailable = isDeviceReachable(findRadio(this.stateCache, device)) !== false;
    const payload = availabilityPayloads[isAvailable ? 'available' : 'unavailable'];
    return [
      { topic: getDeviceStatusTopic(this.#home.topics, device.id), payload, resource: device },
    ];
  }

  #listOf(resource: Resource): RetainedMessage[] {
    if (resource.type === 'device') return this.listDeviceStatus(resource);
    if (resource.type === 'bridge')
      return this.#listAnnouncement(resource, createBridgeAnnouncement(this.#home, resource));
    const announcement = createEntityAnnouncement(this.#home, resource);
    if (announcement === undefined) return [];
    const { component } = announcement;
    this.#announced.set(resource.id, { component });
    return [
      ...this.#listAnnouncement(resource, announcement),
      ...this.#listState(resource, announcement),
    ];
  }

  #listAnnouncement(resource: Resource, { component, config }: Announcement): RetainedMessage[] {
    const { topics } = this.#home;
    if (topics.discoveryPrefix === '') return [];
    const topic = getDiscoveryTopic(topics, component, resource.id);
    return [{ topic, payload: JSON.stringify(config), resource }];
  }

  #listState(resource: Resource, announcement: Pick<Announcement, 'component'>): RetainedMessage[] {
    const plain =
      announcement.component === 'light' ? readPlainLight(this.stateCache, resource) : undefined;
    const payload = formatEntityState(this.#home, announcement, resource, plain);
    const topic = getStateTopic(this.#home.topics, resource);
    return payload === undefined ? [] : [{ topic, payload, resource }];
  }
}

const createMqttPublishMessage = (
  stateCache: StateCache,
  { topic, payload, resource }: RetainedMessage,
  occasion: MqttPublishReason,
  retain = true,
): NodeMessage & { retain: boolean; qos: number } => ({
  topic,
  payload,
  qos: 1,
  retain,
  bridge: {
    occasion,
    rtype: resource.type,
    rid: resource.id,
    ...stateCache.displayNames(resource.id),
  },
});

export type MqttNodeDef = NodeSettings<keyof MqttPublishingSettings>;

export interface MqttPublishingSettings {
  readonly prefix: string;
  /** First topic levels for Home Assistant; empty for none. */
  readonly discoveryPrefix: string;
  /** In ms. */
  readonly interval: number;
}

/** An empty `discoveryPrefix` is kept. */
const defaultPrefix = 'lighting-bridge';
const defaultDiscoveryPrefix = 'homeassistant';

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a prefix that is invalid in a topic */
export function parseMqttPublishingSettings(def: MqttNodeDef): MqttPublishingSettings {
  return {
    prefix: isSettingUnset(def.prefix) ? defaultPrefix : parsePrefix(def.prefix, 'prefix'),
    discoveryPrefix: parseDiscoveryPrefix(def.discoveryPrefix),
    interval: parseInterval(def.interval, defaultPollingIntervals.mqtt),
  };
}

function parseDiscoveryPrefix(value: unknown): string {
  if (value === undefined || value === null) return defaultDiscoveryPrefix;
  return value === '' ? '' : parsePrefix(value, 'discoveryPrefix');
}

function parsePrefix(value: unknown, name: string): string {
  if (typeof value === 'string' && isTopicPrefix(value)) return value;
  const expected =
    'the first part of a topic without + and #, such as lighting-bridge or home/lamps';
  throw createSettingError(name, expected, value);
}

/** Topic level of a bridge without a known id. */
const unknownBridge = 'bridge';

export function getTopicSettings(
  stateCache: StateCache,
  { prefix, discoveryPrefix }: MqttPublishingSettings,
): TopicSettings {
  const bridgeId = getCachedBridgeInfo(stateCache).bridgeId?.toLowerCase() ?? unknownBridge;
  return { prefix, discoveryPrefix, bridgeId };
}
