import { registerMqttNode } from '../src/runtime/nodes/mqtt/mqtt-node';

/**
 * Publishes a home at an MQTT broker, announces it to Home Assistant, and receives commands from
 * the broker.
 */
export default registerMqttNode;
