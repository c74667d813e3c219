import type { StateCache } from '../../../bridge';
import { isTopicPrefix } from '../../../vocabulary/home-assistant/topics';
import type { TopicSettings } from '../../../vocabulary/home-assistant/topics';
import { createSettingError } from '../../settings/node-errors';
import { isSettingUnset } from '../../settings/evaluate-setting';
import type { NodeSettings } from '../../settings/evaluate-setting';
import { getCachedBridgeInfo } from '../../bridge/bridge-info';
import { defaultPollingIntervals, parseInterval } from '../../watch/parse-interval';

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
