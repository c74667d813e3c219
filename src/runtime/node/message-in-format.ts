import type { Node, NodeAPI, NodeMessageInFlow } from 'node-red';
import type { ActionOutcome } from '../message/action-outcome';
import type { OpenedBridge } from '../bridge/open-bridge-client';

/** An input message in the words of this package, and what its answer holds beside the payload. */
export interface MessageInFormat {
  /** The message whose properties are evaluated; the message itself goes on. */
  readonly message: NodeMessageInFlow;
  /** Returns further properties of the answer to a message that asked for a state. */
  describeState(bridge: OpenedBridge, outcome: ActionOutcome): object;
}

/** Returns a message that needs no translation. */
export const takeMessageAsItIs = (message: NodeMessageInFlow): MessageInFormat => ({
  message,
  describeState: () => ({}),
});

/**
 * Turns a message of HueMagic into one for a node of this package.
 *
 * @param nodeType such as `bridge-light`
 */
export async function readHueMagicMessage(
  { RED, node }: { RED: NodeAPI; node: Node },
  nodeType: string,
  message: NodeMessageInFlow,
): Promise<MessageInFormat> {
  const { getHueMagicMessages } = await import('../watch/huemagic-messages.js');
  const messages = getHueMagicMessages(node);
  messages.recordCommand(RED.util.cloneMessage(message));
  return {
    message: messages.translate(nodeType, message),
    describeState: ({ client: { stateCache } }, { resource }) =>
      (resource && messages.describe(stateCache, resource)) ?? {},
  };
}
