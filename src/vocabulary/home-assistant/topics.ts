import { getNestedMember } from '../../resources/members';

/** Without the wildcards `+` and `#`. MQTT 3.1.1, section 4.7. */
const prefixPattern = /^[^/+#\s]+(\/[^/+#\s]+)*$/;

/** Nobody can publish to a topic filter. */
const hasWildcard = (topic: string): boolean => /[+#]/.test(topic);

export const isTopicPrefix = (text: string): boolean => prefixPattern.test(text);

export interface TopicSettings {
  /** First levels, such as `lighting-bridge`. */
  readonly prefix: string;
  /** Empty for no announcements. */
  readonly discoveryPrefix: string;
  /** Sixteen hex digits. */
  readonly bridgeId: string;
}

/** Topics contain these members: a new name changes neither of them. */
interface Identified {
  readonly id: string;
  readonly type: string;
}

/** As Home Assistant expects them. */
export const availabilityPayloads = { available: 'online', unavailable: 'offline' } as const;

/** Birth message and last will. */
export const getProcessStatusTopic = ({ prefix }: Pick<TopicSettings, 'prefix'>): string =>
  `${prefix}/status`;

export const getBridgeStatusTopic = ({ prefix, bridgeId }: TopicSettings): string =>
  `${prefix}/${bridgeId}/status`;

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
 * https://www.home-assistant.io/integrations/mqtt/#discovery-messages
 *
 * @param component such as `light`
 */
export const getDiscoveryTopic = (
  { discoveryPrefix, bridgeId }: TopicSettings,
  component: string,
  rid: string,
): string => `${discoveryPrefix}/${component}/${bridgeId}/${rid}/config`;

export type ParsedMqttTopic =
  /** Birth or last will of this Node-RED or of Home Assistant. */
  | { readonly kind: 'status' }
  | { readonly kind: 'command'; readonly rtype: string; readonly address: string }
  /** Of an entity of this bridge. */
  | { readonly kind: 'discovery'; readonly topic: string }
  /** Own states, other bridges, announcements of others. */
  | { readonly kind: 'other' };

/** @returns undefined for a topic outside the prefixes, and for a command without an address */
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

const isAnnouncementOf = (bridgeId: string, levels: readonly string[]): boolean =>
  levels.length === 4 && levels[1] === bridgeId && levels[3] === 'config';

const typePattern = /^[a-z_]+$/;

/**
 * @param announcement parsed; anyone may have sent it
 * @returns undefined unless `state_topic` is the topic of the state of the resource in `topic`
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

/** For a deleted topic. */
export const isEmptyRetainedPayload = (payload: unknown): boolean =>
  payload === undefined || payload === null || payload === '';
