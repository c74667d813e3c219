import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { getNestedMember } from '../../../resources/values/member-access';
import { PendingMessages } from '../../node/pending-messages';
import { registerInputHandler } from '../../node/input-handler';
import { invalidValueError, nodeClosedError, toError } from '../../settings/node-errors';
import {
  isSettingUnset,
  parseNonEmptyText,
  toJsonSettingResult,
  getSettingValueOrThrow,
} from '../../settings/evaluate-setting';
import {
  addWarningToMessage,
  onlyReadsReason,
  warnOfUnusedPayload,
} from '../../settings/unused-payload';
import type { PollNodeDef } from './poll-settings';
import type { PollAnswer, PollSource } from './poll-source';
import { createNodeConstructor } from '../../node/node-constructor';
import { runOnBridges } from '../../watch/run-on-bridges';
import { loadLightStateFormatter } from '../../message/load-light-state-formatter';
import { NodeStatusTracker } from '../../status/node-status';

/** Registers the type of the node that sends the state of resources. */
export function registerPollNode(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: PollNodeDef): void => runPollNode(RED, node, def);
  RED.nodes.registerType(type, createNodeConstructor(RED, run));
}

/** Starts to watch, and listens to messages and to the end of the node. */
function runPollNode(RED: NodeAPI, node: Node, def: PollNodeDef): void {
  const pending = new PendingMessages();
  const status = new NodeStatusTracker({ RED, node }, pending);
  let source: PollSource | undefined;
  const supervisor = runOnBridges({ RED, node, status }, def, async () => {
    const [{ parsePollSettings }, { PollSource: Source }] = await Promise.all([
      import('./poll-settings.js'),
      import('./poll-source.js'),
    ]);
    const settings = parsePollSettings(def);
    const formatLight = await loadLightStateFormatter(settings.format);
    const bridgeId = parseNonEmptyText(def.bridge);
    source = new Source({ node, status, bridgeId, settings, formatLight });
    return source.start;
  });
  const pollNow = async (message: NodeMessage): Promise<PollAnswer> => {
    const addresses = findNamedTarget(def, message);
    const running = await supervisor.current();
    if (source === undefined) throw nodeClosedError();
    return source.pollNow(running, addresses);
  };
  registerInputHandler(
    node,
    { RED, pending, status, whenReplaced: 'repeat', stop: () => supervisor.stop() },
    async (message) => {
      const copy = copyMessage(RED, message);
      const unused = warnOfUnusedPayload(message, onlyReadsReason);
      const { messages, problem } = await pollNow(message);
      return {
        createMessages: () =>
          messages.map((output) =>
            output.map((stateMessage) =>
              mergeIntoCopy(RED, copy, addWarningToMessage(stateMessage, unused)),
            ),
          ),
        ...(problem === undefined ? {} : { problem }),
      };
    },
  );
}

/** What a message asks for: where the node sends only when asked and its dialog names nothing, the message may say it. */
function findNamedTarget({ emit, target }: PollNodeDef, message: NodeMessage): unknown {
  const mayName = emit === 'request' && isSettingUnset(target);
  const named = mayName ? getNestedMember(message, 'target') : undefined;
  return isSettingUnset(named)
    ? undefined
    : getSettingValueOrThrow(toJsonSettingResult(named, 'target'));
}

/**
 * Copies an input message before the bridge is asked.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for one that cannot be copied
 */
function copyMessage(RED: NodeAPI, message: NodeMessage): NodeMessage {
  try {
    return RED.util.cloneMessage(message);
  } catch (thrown) {
    const reason = toError(thrown).message.slice(0, 200);
    throw invalidValueError('msg', `this message cannot be copied: ${reason}. Nothing was sent.`);
  }
}

/** Merges a state message into a clone of the input message. */
const mergeIntoCopy = (
  RED: NodeAPI,
  message: NodeMessage,
  stateMessage: NodeMessage,
): NodeMessage => Object.assign(RED.util.cloneMessage(message), stateMessage);
