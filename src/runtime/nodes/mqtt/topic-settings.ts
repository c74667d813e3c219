import type { StateCache } from '../../../bridge';
import type { TopicSettings } from '../../../vocabulary/home-assistant/topics';
import { getCachedBridgeInfo } from '../../bridge/bridge-info';
import type { MqttPublishingSettings } from './mqtt-publishing-settings';

/** Level in the topics of a bridge without a known id. */
const unknownBridge = 'bridge';

/** @param stateReader of all resources of the bridge */
export function getTopicSettings(
  stateCache: StateCache,
  { prefix, discoveryPrefix }: MqttPublishingSettings,
): TopicSettings {
  const bridgeId = getCachedBridgeInfo(stateCache).bridgeId?.toLowerCase() ?? unknownBridge;
  return { prefix, discoveryPrefix, bridgeId };
}
