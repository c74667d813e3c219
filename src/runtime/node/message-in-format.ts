import type { Node, NodeAPI, NodeMessageInFlow } from 'node-red';
import type { ActionOutcome } from '../message/action-outcome';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import type { ActionNodeDef } from './action-definition';

export interface MessageInFormat {
  /** For the evaluation of settings only; the node passes on the original message. */
  readonly message: NodeMessageInFlow;
  /** Returns further members of the answer to a message that asks for a state. */
  describeState(bridge: OpenedBridge, outcome: ActionOutcome): object;
  /** Output for a requested state; undefined for that of the answers. */
  readonly statePort?: number;
}

export const keepMessage = (message: NodeMessageInFlow): MessageInFormat => ({
  message,
  describeState: () => ({}),
});

/**
 * Translates a message of HueMagic for a node of this package. If the second output of the node sends changes, a state
 * that was asked for leaves there, too: a node of HueMagic has one output for both.
 *
 * @param nodeType such as `bridge-light`
 */
export async function translateHueMagicMessage(
  {
    RED,
    node,
    def,
  }: { RED: NodeAPI; node: Node; def: Pick<ActionNodeDef, 'changes' | 'colorNames'> },
  nodeType: string,
  message: NodeMessageInFlow,
): Promise<MessageInFormat> {
  const sendsStates = def.changes === 'format' || def.changes === true;
  const { getHueMagicMessages } = await import('../watch/huemagic-messages.js');
  const messages = getHueMagicMessages(node, def);
  messages.recordCommand(RED.util.cloneMessage(message));
  return {
    message: messages.translate(nodeType, message),
    describeState: ({ client: { stateCache } }, { resource }) =>
      (resource && messages.describe(stateCache, resource)) ?? {},
    ...(sendsStates ? { statePort: 1 } : {}),
  };
}
