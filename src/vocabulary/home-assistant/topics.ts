import { getNestedMember } from '../../resources';

/** Levels with slashes between, none of them empty, and without the wildcards `+` and `#`. MQTT 3.1.1, section 4.7. */
const prefixPattern = /^[^/+#\s]+(\/[^/+#\s]+)*$/;

/** True for a filter of topics: nothing can be published under it. */
const hasWildcard = (topic: string): boolean => /[+#]/.test(topic);

/** True for the first levels of a topic. */
export const isTopicPrefix = (text: string): boolean => prefixPattern.test(text);

/** Where a home is published, and which bridge it is of. */
export interface TopicSettings {
  /** First levels of every topic of this Node-RED, such as `lighting-bridge`. */
  readonly prefix: string;
  /** Where Home Assistant looks for announcements; empty for none. */
  readonly discoveryPrefix: string;
  /** Sixteen hex digits: they keep the homes of several bridges apart. */
  readonly bridgeId: string;
}

/** The part of a resource that its topics are made of: they outlive a new name. */
interface Identified {
  readonly id: string;
  readonly type: string;
}

/** Payloads of the topics that say whether something can be reached, as Home Assistant expects them. */
export const availabilityPayloads = { available: 'online', unavailable: 'offline' } as const;

/** Topic of the birth and the last will of this Node-RED. */
export const getProcessStatusTopic = ({ prefix }: Pick<TopicSettings, 'prefix'>): string =>
  `${prefix}/status`;

/** Topic that says whether the bridge answers. */
export const getBridgeStatusTopic = ({ prefix, bridgeId }: TopicSettings): string =>
  `${prefix}/${bridgeId}/status`;

/** Topic that says whether the radio of a device answers. */
export const getDeviceStatusTopic = (settings: TopicSettings, deviceRid: string): string =>
  `${settings.prefix}/${settings.bridgeId}/device/${deviceRid}/status`;

export const getStateTopic = (
  { prefix, bridgeId }: TopicSettings,
  { id, type }: Identified,
): string => `${prefix}/${bridgeId}/${type}/${id}/state`;

export const getCommandTopic = (
  { prefix, bridgeId }: TopicSettings,
  { id, type }: Identified,
): string => `${prefix}/${bridgeId}/${type}/${id}/set`;

/**
 * Topic under which Home Assistant learns of an entity.
 * https://www.home-assistant.io/integrations/mqtt/#discovery-messages
 *
 * @param component such as `light`
 */
export const getDiscoveryTopic = (
  { discoveryPrefix, bridgeId }: TopicSettings,
  component: string,
  rid: string,
): string => `${discoveryPrefix}/${component}/${bridgeId}/${rid}/config`;

/** What a message from the broker is about. */
export type ParsedMqttTopic =
  /** Birth or last will, of this Node-RED or of Home Assistant. */
  | { readonly kind: 'status' }
  | { readonly kind: 'command'; readonly rtype: string; readonly address: string }
  /** Announcement of an entity of this bridge. */
  | { readonly kind: 'discovery'; readonly topic: string }
  /** What is not for this node: its own states, other bridges, announcements of others. */
  | { readonly kind: 'other' };

/**
 * Says what a message from the broker is about.
 *
 * @returns undefined for a topic under none of the prefixes, and for a command that names nothing
 */
export function parseMqttTopic(
  topic: string,
  settings: TopicSettings,
): ParsedMqttTopic | undefined {
  const { prefix, discoveryPrefix, bridgeId } = settings;
  if (topic === getProcessStatusTopic(settings)) return { kind: 'status' };
  if (topic.startsWith(`${prefix}/`)) {
    const [bridge, ...levels] = topic.slice(prefix.length + 1).split('/');
    if (levels.at(-1) !== 'set' || bridge?.toLowerCase() !== bridgeId) return { kind: 'other' };
    const [rtype = '', ...address] = levels.slice(0, -1);
    return address.length === 0
      ? undefined
      : { kind: 'command', rtype, address: address.join('/') };
  }
  if (discoveryPrefix === '' || !topic.startsWith(`${discoveryPrefix}/`)) return undefined;
  const levels = topic.slice(discoveryPrefix.length + 1).split('/');
  if (levels.length === 1 && levels[0] === 'status') return { kind: 'status' };
  const isOwn = isAnnouncementOf(bridgeId, levels) && !hasWildcard(topic);
  return isOwn ? { kind: 'discovery', topic } : { kind: 'other' };
}

/** True for the levels below the discovery prefix that announce an entity of a bridge; see `getDiscoveryTopic`. */
const isAnnouncementOf = (bridgeId: string, levels: readonly string[]): boolean =>
  levels.length === 4 && levels[1] === bridgeId && levels[3] === 'config';

/** A type of resources, as it stands in topics. */
const typePattern = /^[a-z_]+$/;

/**
 * Finds the topic of the state of an announced entity, which has no use once the announcement is withdrawn.
 *
 * @param topic of the announcement
 * @param announcement parsed; anyone may have sent it
 * @returns undefined where the announcement names anything but the state of the resource with the id in its topic
 */
export function findAnnouncedStateTopic(
  topic: string,
  announcement: unknown,
  { prefix, bridgeId }: TopicSettings,
): string | undefined {
  const stateTopic = getNestedMember(announcement, 'state_topic');
  const start = `${prefix}/${bridgeId}/`;
  if (typeof stateTopic !== 'string' || !stateTopic.startsWith(start)) return undefined;
  const [rtype = '', rid, last, ...more] = stateTopic.slice(start.length).split('/');
  const [announcedRid] = topic.split('/').slice(-2);
  const isState = rid === announcedRid && last === 'state' && more.length === 0;
  return isState && typePattern.test(rtype) ? stateTopic : undefined;
}

/** True for what a broker sends when nothing is kept under a topic any more, however *mqtt in* writes it. */
export const isEmptyRetainedPayload = (payload: unknown): boolean =>
  payload === undefined ||
  payload === null ||
  payload === '' ||
  (payload instanceof Uint8Array && payload.length === 0);
