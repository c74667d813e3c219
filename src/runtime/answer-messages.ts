import type { Node, NodeMessage, NodeMessageInFlow } from 'node-red';
import type { Answers } from './answer';
import { asError } from './command-error';
import type { Word } from './status';
import type { WorkStatus } from './work-status';

type Messages = NodeMessage | NodeMessage[][];

/** What came of a message. */
interface Reply {
  /** What is sent on, as Node-RED's `send` takes it; made only while the message has no answer yet. */
  messages(): Messages;
  /** Status from now on; by default what it was before the message. */
  word?: Word;
}

/** Where it is kept and shown what becomes of messages. */
interface Telling {
  answers: Answers;
  /** Left out where the status tells something else. */
  status?: Pick<WorkStatus, 'begin' | 'settle' | 'succeed' | 'fail'>;
}

/**
 * Answers every message that comes to a node, once.
 *
 * @param work what is done with a message; what it throws becomes the message's error
 */
export function answerMessages(
  node: Node,
  { answers, status }: Telling,
  work: (message: NodeMessageInFlow) => Promise<Reply>,
): void {
  node.on('input', (message, send: (messages: Messages) => void, done) => {
    const answer = answers.take(done);
    status?.begin();
    const handle = async (): Promise<void> => {
      try {
        const reply = await work(message);
        answer.succeed(() => send(reply.messages()));
        if (reply.word === undefined) status?.settle();
        else status?.succeed(reply.word);
      } catch (thrown) {
        const error = asError(thrown);
        answer.fail(error);
        status?.fail(error);
      }
    };
    void handle();
  });
}
