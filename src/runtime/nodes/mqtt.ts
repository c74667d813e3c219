import type { Node, NodeAPI, NodeMessage, NodeMessageInFlow } from 'node-red';
import { Turn } from '../../bridge/turn';
import type { FallbackEntityNames } from '../../vocabulary/home-assistant/entities';
import {
  availabilityPayloads,
  isEmptyRetainedPayload,
  parseMqttTopic,
} from '../../vocabulary/home-assistant/topics';
import type { ParsedMqttTopic } from '../../vocabulary/home-assistant/topics';
import type { Bridge } from '../bridge/bridge';
import type { ActionOutcome } from '../outcome';
import type { NodeCode, MessageResult } from '../node';
import { copyAsSetting, parseJsonText, readReceivedValue, isTriggerPayload } from '../settings';
import { isSettingUnset } from '../stored-settings';
import { toCommandError } from '../errors';
import type { NodeStatusTracker } from '../status';
import { MessageFormat } from '../message-format';
import { lightAndSceneCommandHandlers } from './commands-by-type';
import { HomePublisher, getTopicSettings, parseMqttPublishingSettings } from './mqtt-home';
import type { MqttNodeDef, MqttPublishingSettings } from './mqtt-home';

/** Publishes a home at an MQTT broker, and carries out the commands from there. */
export const createMqttNode: NodeCode<MqttNodeDef, MqttOnBridge> = (node) => ({
  start: async ({ bridge }) => new MqttOnBridge(bridge, node),
  onInput: async (message) => (await node.current()).receive(message),
});

interface MqttPublishingNode {
  readonly RED: Pick<NodeAPI, '_'>;
  readonly node: Pick<Node, 'id' | 'send' | 'warn'>;
  readonly def: MqttNodeDef;
  readonly status: NodeStatusTracker;
  readonly signal: AbortSignal;
}

/** Publishes the home of a bridge, and sets its lamps as messages from MQTT ask. */
export class MqttOnBridge {
  readonly #settings: MqttPublishingSettings;
  readonly #publisher: HomePublisher;

  /** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for settings that are invalid in a topic */
  constructor(
    private readonly bridge: Bridge,
    private readonly publishingNode: MqttPublishingNode,
  ) {
    const { RED, node, def, status } = publishingNode;
    this.#settings = parseMqttPublishingSettings(def);
    this.#publisher = new HomePublisher(bridge, this.#settings, translateNames(RED), {
      send: (messages) => node.send([messages, []]),
      succeed: (statusText) => status.succeed(statusText),
      fail: (error) => status.report(error),
    });
  }

  stop(): void {
    this.#publisher.stop();
  }

  /**
   * Carries out a command. Publishes everything again if the broker or Home Assistant has restarted or the message
   * has no topic.
   *
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown topic or a wrong command; the errors of the
   * bridge
   */
  async receive(message: NodeMessageInFlow): Promise<MessageResult> {
    // The flow may change the message during the wait.
    const { topic } = message;
    const payload = readMqttPayload(message.payload);
    const published = (messages: NodeMessage[]): MessageResult => ({
      createMessages: () => [messages, []],
    });
    if (isSettingUnset(topic) && isTriggerPayload(payload))
      return published(this.#publisher.listAll());
    const topics = getTopicSettings(await this.bridge.stateReader.read(), this.#settings);
    const received = typeof topic === 'string' ? parseMqttTopic(topic, topics) : undefined;
    switch (received?.kind) {
      case undefined: {
        const example = `${this.#settings.prefix}/<bridge id>/light/<name or id>/set`;
        const expected = `a topic such as ${example}, or neither topic nor payload to publish everything`;
        throw toCommandError({ path: 'topic', expected, received: topic });
      }
      case 'status': {
        const isAvailable = payload === availabilityPayloads.available;
        return published(isAvailable ? this.#publisher.listAll() : []);
      }
      case 'discovery':
        return published(this.#publisher.withdrawIfGone(received.topic, payload));
      case 'command': {
        // MQTT deletes a retained message by an empty one.
        if (isEmptyRetainedPayload(payload)) return published([]);
        if (isRetained(message)) {
          this.publishingNode.node.warn(describeRetainedCommand(topic));
          return published([]);
        }
        const { meta, statusText } = await this.#execute(received, payload, String(topic));
        return {
          createMessages: () => [[], [Object.assign(message, { bridge: meta })]],
          statusText,
        };
      }
      default:
        return published([]);
    }
  }

  #execute(
    { rtype, address }: MqttCommandTopic,
    payload: unknown,
    topic: string,
  ): Promise<ActionOutcome> {
    const execute = lightAndSceneCommandHandlers.get(rtype);
    if (execute === undefined) {
      const expected = 'a command for a light, grouped_light, scene or smart_scene';
      throw toCommandError({ path: 'topic', expected, received: rtype });
    }
    const { node, signal } = this.publishingNode;
    return execute(
      {
        target: { path: 'topic', isValid: true, value: address },
        command: copyAsSetting(payload, 'payload'),
        format: commandFormat,
      },
      this.bridge,
      { signal, sender: node.id, origin: { kind: 'mqtt', topic }, turn: new Turn() },
    );
  }
}

const commandFormat = new MessageFormat({ format: 'home-assistant' });

/** In all forms that *mqtt in* emits: bytes, text, or the object of JSON. */
function readMqttPayload(payload: unknown): unknown {
  const received = readReceivedValue(payload);
  return typeof received === 'string' ? (parseJsonText(received) ?? received) : received;
}

/** True for a message that the broker kept, which may be of any age. */
const isRetained = (message: NodeMessageInFlow): boolean =>
  'retain' in message && message.retain === true;

const describeRetainedCommand = (topic: unknown): string =>
  `The command on ${String(topic)} was not carried out: the broker has kept it, and it may be old. Publish commands without "retain". To delete this one from the broker, publish an empty retained message on its topic.`;

type MqttCommandTopic = Extract<ParsedMqttTopic, { kind: 'command' }>;

/** In nodes/locales/<language>/bridge-mqtt.json. */
const catalogueKey = '@lighting-bridge/node-red/bridge-mqtt:entity';

const translateNames = (RED: Pick<NodeAPI, '_'>): FallbackEntityNames => ({
  allLights: RED._(`${catalogueKey}.allLights`),
  dial: RED._(`${catalogueKey}.dial`),
  button: (number) => RED._(`${catalogueKey}.button`, { number }),
});
