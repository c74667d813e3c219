import type { NodeAPI } from 'node-red';
import { registerMqttNode } from '../src/runtime/nodes/mqtt/mqtt-node';

/**
 * Publishes a home at an MQTT broker, announces it to Home Assistant, and receives commands from
 * the broker.
 */
export default function register(RED: NodeAPI): void {
  registerMqttNode(RED, 'bridge-mqtt');
}
