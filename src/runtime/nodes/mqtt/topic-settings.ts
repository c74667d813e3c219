import type { Mirror } from '../../../bridge';
import type { TopicSettings } from '../../../vocabulary/home-assistant/topics';
import { getCachedBridgeInfo } from '../../bridge/bridge-info';
import type { MqttPublishingSettings } from './mqtt-publishing-settings';

/** Stands in the topics of a bridge that does not say its id. */
const unknownBridge = 'bridge';

/**
 * Where the home of a bridge is published.
 *
 * @param mirror all of the bridge
 */
export function getTopicSettings(
  mirror: Mirror,
  { prefix, discoveryPrefix }: MqttPublishingSettings,
): TopicSettings {
  const bridgeId = getCachedBridgeInfo(mirror).bridgeId?.toLowerCase() ?? unknownBridge;
  return { prefix, discoveryPrefix, bridgeId };
}
