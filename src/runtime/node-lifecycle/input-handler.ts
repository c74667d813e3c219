import type { Node, NodeMessage, NodeMessageInFlow } from 'node-red';
import type { PendingMessages } from './message-completion';
import { toNodeError } from '../node-errors';
import type { StatusText, NodeStatusTracker } from '../node-status/node-status';

type OutgoingMessages = NodeMessage | NodeMessage[][];

/** Result of processing one input message. */
interface InputResult {
  /** Creates what is passed to Node-RED's `send`; called only while the message is not completed. */
  createMessages(): OutgoingMessages;
  /** New status of the node; by default the one from before the message. */
  statusText?: StatusText;
}

/** Where pending messages are tracked and the status is shown. */
interface InputHandlerOptions {
  pending: PendingMessages;
  /** Missing where the status of the node does not depend on its messages. */
  status?: Pick<NodeStatusTracker, 'refresh' | 'succeed' | 'fail'>;
}

/**
 * Registers the `input` listener of a node. Every message is completed exactly once.
 *
 * @param processMessage processes one message; its rejection becomes the error of the message. What it does before
 *   its first `await`, such as sending a request, is done before the listener does anything else.
 */
export function registerInputHandler(
  node: Node,
  { pending, status }: InputHandlerOptions,
  processMessage: (message: NodeMessageInFlow) => Promise<InputResult>,
): void {
  node.on('input', (message, send: (messages: OutgoingMessages) => void, done) => {
    const processing = processMessage(message);
    const completion = pending.add(done);
    status?.refresh();
    const complete = async (): Promise<void> => {
      try {
        const result = await processing;
        completion.succeed(() => send(result.createMessages()));
        if (result.statusText === undefined) status?.refresh();
        else status?.succeed(result.statusText);
      } catch (thrown) {
        const error = toNodeError(thrown);
        completion.fail(error);
        status?.fail(error);
      }
    };
    void complete();
  });
}
