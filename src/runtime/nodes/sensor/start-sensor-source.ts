import type { NodeMessage } from 'node-red';
import { formatSentMessages } from '../../watch/format-sent-messages';
import type { SourceContext } from '../../watch/source-context';
import { formatTimeWithSeconds } from '../../status/format-status-time';
import { createResultStatus } from '../../status/status-content';
import type { NodeStatusContent } from '../../status/status-content';
import { activeUntilStatusText } from '../../status/resource-status-text';
import { isTargetFromMessage } from '../../settings/target-settings';
import { evaluateWatchedAddressSetting } from '../../watch/watched-address';
import { countReadingOutputs, parseSensorSettings } from './sensor-settings';
import type { SensorNodeDef } from './sensor-settings';
import { SensorSource } from './sensor-source';
import type { PendingFalseReading } from './sensor-source';

const createEndingStatus = ({ sensor, endsAt }: PendingFalseReading): NodeStatusContent =>
  createResultStatus(activeUntilStatusText(sensor.type, formatTimeWithSeconds(new Date(endsAt))));

/**
 * Starts to send the readings of a sensor node.
 *
 * @returns undefined if only messages name the sensor
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for wrong settings
 */
export async function startSensorSource(
  def: SensorNodeDef,
  context: SourceContext,
): Promise<{ stop(): void } | undefined> {
  const { bridge, status, onError } = context;
  const settings = parseSensorSettings(def);
  if (isTargetFromMessage(def)) return undefined;
  const address = await evaluateWatchedAddressSetting(context, def);
  const { send } = await formatSentMessages(def, context);
  const outputCount = countReadingOutputs(def);
  return new SensorSource(bridge, settings, address, {
    send: (message, output) =>
      send(
        Array.from({ length: outputCount }, (_, index): NodeMessage | null =>
          index === output ? message : null,
        ),
      ),
    showEnding(ending) {
      if (bridge.showsStates) status.setTemporary(ending && createEndingStatus(ending));
    },
    fail: onError,
  });
}
