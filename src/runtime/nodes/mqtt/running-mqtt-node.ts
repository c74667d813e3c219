import type { Node, NodeAPI, NodeMessageInFlow } from 'node-red';
import { MessagePlace } from '../../../bridge/queue/message-place';
import type { FallbackEntityNames } from '../../../vocabulary/home-assistant/entity';
import type { MessageResult } from '../../node/pending-messages';
import type { NodeStatusTracker } from '../../status/node-status';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { HomePublisher } from './home-publisher';
import { parseMqttPublishingSettings } from './mqtt-publishing-settings';
import type { MqttNodeDef, MqttPublishingSettings } from './mqtt-publishing-settings';
import { handleMqttMessage } from './handle-mqtt-message';

interface MqttPublishingNode {
  readonly RED: Pick<NodeAPI, '_'>;
  readonly node: Pick<Node, 'id' | 'send'>;
  readonly def: MqttNodeDef;
  readonly status: NodeStatusTracker;
  /** Aborted on close of the node. */
  readonly signal: AbortSignal;
}

export class RunningMqttNode {
  readonly #settings: MqttPublishingSettings;
  readonly #publisher: HomePublisher;

  /** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for settings that are not valid in a topic */
  constructor(
    private readonly bridge: OpenedBridge,
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
   * Handles a message from the broker.
   *
   * @throws {BridgeError} see `handleMqttMessage`
   */
  async receive(message: NodeMessageInFlow): Promise<MessageResult> {
    const { topic, payload } = message;
    const { node, signal } = this.publishingNode;
    const { published, outcome } = await handleMqttMessage(
      { bridge: this.bridge, settings: this.#settings, publisher: this.#publisher },
      { topic, payload },
      { signal, sender: node.id, place: new MessagePlace() },
    );
    if (outcome === undefined) return { createMessages: () => [published, []] };
    const { meta, statusText } = outcome;
    return { createMessages: () => [[], [Object.assign(message, { bridge: meta })]], statusText };
  }
}

/** Root of the entity names in nodes/locales/<language>/bridge-mqtt.json. */
const catalogueKey = '@lighting-bridge/node-red/bridge-mqtt:entity';

const translateNames = (RED: Pick<NodeAPI, '_'>): FallbackEntityNames => ({
  allLights: RED._(`${catalogueKey}.allLights`),
  dial: RED._(`${catalogueKey}.dial`),
  button: (number) => RED._(`${catalogueKey}.button`, { number }),
});
