import type { NodeDef } from 'node-red';
import { isTopicPrefix } from '../../../vocabulary/home-assistant/topics';
import { createSettingError } from '../../settings/node-errors';
import { isSettingUnset } from '../../settings/evaluate-setting';
import { defaultPollingIntervals, parseInterval } from '../../watch/parse-interval';

/** Settings in the flow file; old or hand-written flows may lack some. */
export interface MqttNodeDef extends NodeDef {
  bridge?: unknown;
  prefix?: unknown;
  /** First levels of the topics for announcements to Home Assistant; empty for none. */
  discoveryPrefix?: unknown;
  /** Time between two polls, such as `5s`, of a bridge without an event stream. */
  interval?: unknown;
}

export interface MqttPublishingSettings {
  readonly prefix: string;
  readonly discoveryPrefix: string;
  /** Time between two polls, in ms. */
  readonly interval: number;
}

/** Defaults for missing settings; an empty `discoveryPrefix` is kept. */
const defaultPrefix = 'lighting-bridge';
const defaultDiscoveryPrefix = 'homeassistant';

/**
 * Parses the settings of an MQTT node.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a prefix that is not valid in a topic
 */
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
