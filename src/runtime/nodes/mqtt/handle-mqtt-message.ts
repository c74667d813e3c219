import type { NodeMessage } from 'node-red';
import { availabilityPayloads, parseMqttTopic } from '../../../vocabulary/home-assistant/topics';
import type { ParsedMqttTopic } from '../../../vocabulary/home-assistant/topics';
import type { ActionOptions } from '../../node/action-definition';
import type { ActionOutcome } from '../../message/action-outcome';
import { lightAndSceneCommandHandlers } from '../resource-commands';
import { toCommandError } from '../../settings/node-errors';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { copyAsSetting, isSettingUnset } from '../../settings/evaluate-setting';
import { isTriggerPayload } from '../../settings/unused-payload';
import type { HomePublisher } from './home-publisher';
import type { MqttPublishingSettings } from './mqtt-publishing-settings';
import { getTopicSettings } from './topic-settings';
import type { Members } from '../../../resources';

interface MqttMessageResult {
  readonly published: NodeMessage[];
  readonly outcome?: ActionOutcome;
}

interface PublishedBridge {
  readonly bridge: OpenedBridge;
  readonly settings: MqttPublishingSettings;
  readonly publisher: HomePublisher;
}

/**
 * Handles a message from the broker: carries out a command, or publishes everything again if the broker or Home
 * Assistant has restarted or the message has no topic.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown topic or a wrong command; the errors of the bridge
 */
export async function handleMqttMessage(
  { bridge, settings, publisher }: PublishedBridge,
  message: Members,
  options: ActionOptions,
): Promise<MqttMessageResult> {
  const { topic, payload } = message;
  if (isSettingUnset(topic) && isTriggerPayload(payload)) return { published: publisher.listAll() };
  const stateCache = await bridge.stateReader.read();
  const received =
    typeof topic === 'string'
      ? parseMqttTopic(topic, getTopicSettings(stateCache, settings))
      : undefined;
  switch (received?.kind) {
    case undefined:
      throw createTopicError(topic, settings);
    case 'status':
      return { published: payload === availabilityPayloads.available ? publisher.listAll() : [] };
    case 'discovery':
      return { published: publisher.withdrawIfGone(received.topic, payload) };
    case 'command':
      return { published: [], outcome: await executeCommand(bridge, received, payload, options) };
    default:
      return { published: [] };
  }
}

const createTopicError = (topic: unknown, { prefix }: MqttPublishingSettings): Error =>
  toCommandError({
    path: 'topic',
    expected: `a topic such as ${prefix}/<bridge id>/light/<name or id>/set, or neither topic nor payload to publish everything`,
    received: topic,
  });

function executeCommand(
  bridge: OpenedBridge,
  { rtype, address }: Extract<ParsedMqttTopic, { kind: 'command' }>,
  payload: unknown,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const execute = lightAndSceneCommandHandlers.get(rtype);
  if (execute === undefined)
    throw toCommandError({
      path: 'topic',
      expected: 'a command for a light, grouped_light, scene or smart_scene',
      received: rtype,
    });
  return execute(
    {
      target: { path: 'topic', isValid: true, value: address },
      command: copyAsSetting(payload, 'payload'),
      format: 'home-assistant',
    },
    bridge,
    options,
  );
}
