import type { StateCache } from '../../../bridge';
import type { TopicSettings } from '../../../vocabulary/home-assistant/topics';
import { getCachedBridgeInfo } from '../../bridge/bridge-info';
import type { MqttPublishingSettings } from './mqtt-publishing-settings';

/** Stands in the topics of a bridge that does not say its id. */
const unknownBridge = 'bridge';

/**
 * Where the home of a bridge is published.
 *
 * @param stateReader all of the bridge
 */
export function getTopicSettings(
  stateCache: StateCache,
  { prefix, discoveryPrefix }: MqttPublishingSettings,
): TopicSettings {
  const bridgeId = getCachedBridgeInfo(stateCache).bridgeId?.toLowerCase() ?? unknownBridge;
  return { prefix, discoveryPrefix, bridgeId };
}
