import type { NodeDef } from 'node-red';
import { isTopicPrefix } from '../../../vocabulary/home-assistant/topics';
import { formatSettingPath, toCommandError } from '../../settings/node-errors';
import { isSettingUnset } from '../../settings/evaluate-setting';
import { defaultPollingIntervals, parseInterval } from '../../watch/parse-interval';

/** Settings of an MQTT node as the flow file holds them; old or hand-written flows may lack any. */
export interface MqttNodeDef extends NodeDef {
  bridge?: unknown;
  /** First levels of its topics. */
  prefix?: unknown;
  /** First levels of the topics where Home Assistant looks for announcements; empty for none. */
  discoveryPrefix?: unknown;
  /** Time between two polls, such as `5s`, of a bridge that does not push its changes. */
  interval?: unknown;
}

/** Where and how often a home is published. */
export interface MqttPublishingSettings {
  readonly prefix: string;
  /** Empty where nothing is announced. */
  readonly discoveryPrefix: string;
  /** Time between two polls, in ms. */
  readonly interval: number;
}

/** Prefixes where the settings are missing; an empty `discoveryPrefix` is none. */
const defaultPrefix = 'lighting-bridge';
const defaultDiscoveryPrefix = 'homeassistant';

/**
 * Parses the settings of an MQTT node.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for a prefix that no topic can begin with
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
  throw toCommandError({ path: formatSettingPath(name), expected, received: value });
}
