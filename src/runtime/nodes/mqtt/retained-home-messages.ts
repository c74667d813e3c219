import type { NodeMessage } from 'node-red';
import type { StateCache } from '../../../bridge';
import { findLightsAffectedByWrite } from '../../../resources/group-lights';
import type { Resource } from '../../../resources';
import { readPlainLight } from '../../message/plain-light';
import { findRadio, isDeviceReachable } from '../../bridge/device-info';
import {
  createEntityAnnouncement,
  createBridgeAnnouncement,
} from '../../../vocabulary/home-assistant/announcement';
import type { Announcement } from '../../../vocabulary/home-assistant/announcement';
import { hasRadio } from '../../../vocabulary/home-assistant/device';
import type { FallbackEntityNames, PublishedHome } from '../../../vocabulary/home-assistant/entity';
import { formatEntityState } from '../../../vocabulary/home-assistant/entity-state';
import {
  availabilityPayloads,
  getDeviceStatusTopic,
  getDiscoveryTopic,
  getStateTopic,
} from '../../../vocabulary/home-assistant/topics';
import type { TopicSettings } from '../../../vocabulary/home-assistant/topics';

export type MqttPublishReason = 'start' | 'changed' | 'deleted' | 'request' | 'press' | 'turn';

export interface RetainedMessage {
  readonly topic: string;
  readonly payload: string;
  readonly resource: Resource;
}

export class RetainedHomeMessages {
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

export const createMqttPublishMessage = (
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
