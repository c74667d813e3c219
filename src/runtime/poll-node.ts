import type { Node, NodeAPI, NodeMessage } from 'node-red';
import type { ConnectionState } from '../bridge';
import { Answers } from './answer';
import { answerMessages } from './answer-messages';
import { openBridgeOf } from './bridge-node';
import { closedError } from './command-error';
import { followBridge, isLost } from './follow-bridge';
import { givenSwitch, givenText } from './given-setting';
import type { PollDef } from './poll/poll-settings';
import type { PollRun } from './poll/poll-run';
import { nodeConstructor } from './node-constructor';
import { keepRunning } from './keep-running';
import { Status } from './status';
import { watchedAddress } from './watched-address';
import { WorkStatus } from './work-status';

/** Registers the type of the node that tells the state of resources. */
export function registerPoll(RED: NodeAPI, type: string): void {
  const run = (node: Node, def: PollDef): void => runPoll(RED, node, def);
  RED.nodes.registerType(type, nodeConstructor(RED, run));
}

function runPoll(RED: NodeAPI, node: Node, def: PollDef): void {
  const answers = new Answers(node);
  const status = new WorkStatus(new Status({ RED, node }), () => answers.waiting);
  const bridgeId = givenText(def.bridge);
  const tellConnection = givenSwitch(def.connectionMessages, false)
    ? connectionTeller(node)
    : undefined;

  const start = async (signal: AbortSignal): Promise<PollRun> => {
    const [bridge, address, { readPollSettings }, { PollRun }] = await Promise.all([
      openBridgeOf(RED, bridgeId),
      watchedAddress(RED, node, def),
      import('./poll/poll-settings.js'),
      import('./poll/poll-run.js'),
    ]);
    signal.throwIfAborted();
    return new PollRun(bridge, readPollSettings(def), address, {
      send: (messages) => node.send([messages]),
      succeed: (word) => status.succeed(word),
      fail: (error) => status.fail(error),
    });
  };
  const running = keepRunning(RED, bridgeId, start, (error) => status.fail(error));

  answerMessages(node, { answers, status }, async (message) => {
    const run = await running.current();
    const told = await run.request();
    return { messages: () => [told.map((one) => onTopOf(RED, message, one))] };
  });

  const unfollow = followBridge(RED, bridgeId, {
    changed(state) {
      status.connection(state);
      tellConnection?.(state);
    },
    failed: (error) => status.fail(error),
  });

  node.on('close', () => {
    unfollow();
    running.stop();
    answers.failAll(closedError);
    status.stop();
  });
}

/** What is told, on a copy of the message that asked for it. */
const onTopOf = (RED: NodeAPI, message: NodeMessage, told: NodeMessage): NodeMessage =>
  Object.assign(RED.util.cloneMessage(message), told);

/** Sends one message when the bridge is lost, and one when it is back. */
function connectionTeller(node: Node): (state: ConnectionState) => void {
  let lost = false;
  return ({ kind, since, reason }) => {
    const nowLost = isLost(kind);
    if (nowLost === undefined || nowLost === lost) return;
    lost = nowLost;
    node.send({
      topic: 'connection',
      payload: { connected: !nowLost, since: since.toISOString() },
      bridge: {
        occasion: nowLost ? 'lost' : 'returned',
        ...(reason === undefined ? {} : { code: reason.code, reason: reason.message }),
      },
    });
  };
}
