import type { NodeMessage } from 'node-red';
import type { SourceContext } from '../actions/action-node';
import { evaluateWatchedAddress } from '../watching/watched-address';
import { countReadingOutputs, parseSensorSettings } from './sensor-settings';
import type { SensorNodeDef } from './sensor-settings';
import { SensorSource } from './sensor-source';

/** Types of the setting `target` that only a message gives a value. */
const messageTypes: ReadonlySet<unknown> = new Set(['msg', 'jsonata']);

/**
 * Starts to send the readings of a sensor node.
 *
 * @returns ends it; undefined where only the messages name the sensor
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for wrong settings
 */
export async function startSensorSource(
  def: SensorNodeDef,
  { RED, node, bridge, onError }: SourceContext,
): Promise<{ stop(): void } | undefined> {
  const settings = parseSensorSettings(def);
  if (messageTypes.has(def.targetType)) return undefined;
  const address = await evaluateWatchedAddress(RED, node, def);
  const outputCount = countReadingOutputs(def);
  return new SensorSource(bridge, settings, address, {
    send: (message, output) =>
      node.send(
        Array.from({ length: outputCount }, (_, index): NodeMessage | null =>
          index === output ? message : null,
        ),
      ),
    fail: onError,
  });
}
