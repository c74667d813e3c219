import type { Node, NodeAPI, NodeDef, NodeMessageInFlow } from 'node-red';
import { Answers } from './answer';
import { answerMessages } from './answer-messages';
import { WorkStatus } from './work-status';
import { openBridgeOf } from './bridge-node';
import { closedError } from './command-error';
import { followBridge } from './follow-bridge';
import { givenText } from './given-setting';
import { MessageInput } from './message-input';
import type { ActionSettings } from './message-input';
import type { OpenBridge } from './open-bridge';
import type { Outcome } from './outcome';
import { nodeConstructor } from './node-constructor';
import { keepRunning } from './keep-running';
import { Status } from './status';

/** Settings of an action node as the flow file holds them. */
export interface ActionDef extends NodeDef, ActionSettings {
  bridge?: unknown;
}

/** Carries out what a message asks for. */
export type Action<Wish> = (
  wish: Wish,
  bridge: OpenBridge,
  options: { signal: AbortSignal },
) => Promise<Outcome>;

/** What tells one action node from another. */
export interface ActionKind<Def extends ActionDef, Wish> {
  type: string;
  /** Reads what a message asks for. All of the message is read before the first await. */
  wish(input: MessageInput, def: Def): Promise<Wish>;
  /** Loads the code that does it; called once such a node is deployed, not when the palette loads. */
  load(): Promise<Action<Wish>>;
}

/** All that a message needs beside itself. */
interface Ready<Wish> {
  bridge: OpenBridge;
  action: Action<Wish>;
}

/** Registers the type of a node that turns each message into one request and one answer. */
export function registerAction<Def extends ActionDef, Wish>(
  RED: NodeAPI,
  kind: ActionKind<Def, Wish>,
): void {
  let loading: Promise<Action<Wish>> | undefined;
  const load = (): Promise<Action<Wish>> => (loading ??= kind.load());
  const run = (node: Node, def: Def): void => runAction(RED, node, def, { ...kind, load });
  RED.nodes.registerType(kind.type, nodeConstructor(RED, run));
}

function runAction<Def extends ActionDef, Wish>(
  RED: NodeAPI,
  node: Node,
  def: Def,
  kind: ActionKind<Def, Wish>,
): void {
  const answers = new Answers(node);
  const bridgeId = givenText(def.bridge);
  const closing = new AbortController();
  const { signal } = closing;
  const status = new WorkStatus(new Status({ RED, node }), () => answers.waiting);
  const unfollow = followBridge(RED, bridgeId, {
    changed: (state) => status.connection(state),
    failed: (error) => status.fail(error),
  });

  // Kept beside the run, since no message waits for a promise that is not needed.
  let ready: Ready<Wish> | undefined;
  const prepare = async (begun: AbortSignal): Promise<Ready<Wish> & { stop(): void }> => {
    const [bridge, action] = await Promise.all([openBridgeOf(RED, bridgeId), kind.load()]);
    begun.throwIfAborted();
    const own = { bridge, action };
    ready = own;
    return {
      ...own,
      stop() {
        if (ready === own) ready = undefined;
      },
    };
  };
  const running = keepRunning(RED, bridgeId, prepare, (error) => status.fail(error));

  const carryOut = async (message: NodeMessageInFlow): Promise<Outcome> => {
    const reading = kind.wish(new MessageInput({ RED, node }, message), def);
    const { bridge, action } = ready ?? (await Promise.all([running.current(), reading]))[0];
    const wish = await reading;
    signal.throwIfAborted();
    return action(wish, bridge, { signal });
  };

  answerMessages(node, { answers, status }, async (message) => {
    const { payload, about, word } = await carryOut(message);
    return { messages: () => Object.assign(message, { payload, bridge: about }), word };
  });

  node.on('close', () => {
    closing.abort(closedError());
    unfollow();
    running.stop();
    answers.failAll(closedError);
    status.stop();
  });
}
