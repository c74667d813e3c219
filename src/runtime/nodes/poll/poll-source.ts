import type { Node, NodeMessage } from 'node-red';
import type { BridgeError, ConnectionState } from '../../../bridge';
import { isConnectionLost } from '../../status/node-status';
import type { NodeStatusTracker } from '../../status/node-status';
import { addBridgeToError, createNodeClosedError } from '../../settings/node-errors';
import { explainUnknownBridge } from '../../message/find-named-bridge';
import { addBridgeToMessage } from '../../watch/start-on-bridges';
import type { RunningOnBridges } from '../../watch/start-on-bridges';
import { splitByBridge } from '../../watch/watched-bridge-targets';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { DeployedBridge } from '../../bridge/deployed-bridges';
import type { MessageFormatter } from '../../watch/huemagic-messages';
import type { LightStateFormatter } from '../../message/load-light-state-formatter';
import type { Running, SourceContext } from '../../watch/source-context';
import { evaluateWatchedAddressesSetting } from '../../watch/watched-address';
import {
  createMissingReadingError,
  createMissingYesNoValueError,
} from '../../watch/yes-no-condition';
import { CombinedMessages } from './combined-message';
import type { PollNodeDef, PollSettings } from './poll-settings';
import { RunningPollNode } from './running-poll-node';
import type { PolledResources } from './running-poll-node';
import { makeStatusText } from '../../status/status-content';
import type { LazyStatusText, TranslatableStatusText } from '../../status/status-content';

interface PollNodeContext {
  readonly node: Node;
  readonly status: NodeStatusTracker;
  readonly bridgeId: string | undefined;
  readonly settings: PollSettings;
  readonly formatLight: LightStateFormatter | undefined;
  readonly formatMessage: MessageFormatter | undefined;
}

export interface PollAnswer {
  /** By output. */
  readonly messages: NodeMessage[][];
  /** Of a bridge that did not answer, if others did. */
  readonly problem: Error | undefined;
}

interface PollRequest {
  readonly named: DeployedBridge | undefined;
  poll(): Promise<PolledResources | undefined>;
}

interface BridgeAnswer {
  readonly named: DeployedBridge | undefined;
  readonly polled: PolledResources;
}

interface PollPart extends Running {
  readonly running: RunningPollNode;
}

export class PollSource {
  readonly #status: JoinedPollStatus;
  #combined: CombinedMessages | undefined;

  constructor(private readonly context: PollNodeContext) {
    this.#status = new JoinedPollStatus(context.status, context.settings.combine !== undefined);
  }

  readonly start = async (def: PollNodeDef, context: SourceContext): Promise<PollPart> => {
    const { node, bridge, bridgeName, bridgeCount = 1, send } = context;
    const { settings, formatLight, formatMessage } = this.context;
    const targets = await evaluateWatchedAddressesSetting(context, def);
    const { combine } = settings;
    if (combine !== undefined)
      this.#combined ??= new CombinedMessages(
        { ...settings, combine },
        bridgeCount,
        bridgeCount === 1 ? send : (messages) => node.send(messages),
      );
    const running = new RunningPollNode(bridge, settings, targets, {
      send,
      status: this.#status.createPart(bridgeName),
      formatLight,
      formatMessage,
      combined: this.#combined,
      bridgeName,
    });
    const stopConnectionMessages =
      def.connectionMessages === true ? sendConnectionMessages(bridge, send) : undefined;
    return {
      running,
      stop() {
        running.stop();
        stopConnectionMessages?.();
      },
    };
  };

  /**
   * @param addresses undefined for all watched resources
   * @throws {BridgeError} if no bridge can be read, or not all bridges of a combined value; if a target is no address
   * or is not found; if no value is to be sent
   */
  async pollNow(running: RunningOnBridges<PollPart>, addresses: unknown): Promise<PollAnswer> {
    const requests: readonly PollRequest[] =
      addresses === undefined
        ? running.parts.map((part) => ({
            named: part.named,
            poll: async () => (await part.current())?.running.pollNow([]),
          }))
        : this.#createNamedRequests(running, addresses);
    const settled = await Promise.allSettled(requests.map(askBridge));
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const [problem] = settled.flatMap((one) =>
      one.status === 'rejected' && one.reason instanceof Error ? [one.reason] : [],
    );
    if (problem !== undefined && (answers.length === 0 || this.#combined !== undefined))
      throw problem;
    const messages = this.#createMessages(answers);
    const isAsked = answers.some(({ polled }) => polled.resources.length > 0);
    const isUndecided = messages.every((output) => output.length === 0);
    if (isUndecided && problem === undefined && (isAsked || this.#combined !== undefined))
      throw this.#createUndecidedError(answers);
    return { messages, problem };
  }

  #createNamedRequests(
    { own }: RunningOnBridges<PollPart>,
    addresses: unknown,
  ): readonly PollRequest[] {
    const onUnknownBridge = (error: Error): never => {
      throw error;
    };
    const requests = splitByBridge(addresses, 'target', onUnknownBridge);
    this.#status.clear();
    return requests.map(({ named, addresses: listed }) => {
      const targets = listed.includes('') ? [] : listed;
      const isOwn = named === undefined || named.id === this.context.bridgeId;
      return {
        named,
        poll: isOwn
          ? async () => (await own?.current())?.running.pollNow(targets)
          : () => this.#pollOnce(named, targets),
      };
    });
  }

  /** Polls a bridge that the node does not watch. */
  async #pollOnce(
    { name: bridgeName, session }: DeployedBridge,
    targets: readonly string[],
  ): Promise<PolledResources> {
    const { settings, formatLight, formatMessage } = this.context;
    const status = this.#status.createPart(bridgeName);
    const output = { send: () => undefined, status, formatLight, formatMessage, bridgeName };
    const running = new RunningPollNode(await session.open(), settings, targets, output);
    try {
      return await running.pollNow([]);
    } finally {
      running.stop();
    }
  }

  #createMessages(answers: readonly BridgeAnswer[]): NodeMessage[][] {
    const [only, ...others] = answers;
    const nameBridge = (
      outputs: NodeMessage[][],
      named: DeployedBridge | undefined,
    ): NodeMessage[][] =>
      named === undefined
        ? outputs
        : outputs.map((output) => output.map((message) => addBridgeToMessage(message, named.name)));
    if (this.#combined !== undefined) {
      const values = answers.flatMap(({ polled }) => polled.listValues());
      const outputs = this.#combined.createRequested(values);
      return nameBridge(outputs, others.length === 0 ? only?.named : undefined);
    }
    const joined: NodeMessage[][] = [];
    for (const { polled, named } of answers) {
      for (const [port, output] of nameBridge(polled.createMessages(), named).entries())
        (joined[port] ??= []).push(...output);
    }
    return joined;
  }

  #createUndecidedError(answers: readonly BridgeAnswer[]): BridgeError {
    const { rtype, isSplit } = this.context.settings;
    const [only, ...others] = answers;
    const name = others.length === 0 ? only?.polled.name : undefined;
    const createError = isSplit ? createMissingYesNoValueError : createMissingReadingError;
    return createError(name ?? rtype, rtype);
  }
}

async function askBridge(request: PollRequest): Promise<BridgeAnswer> {
  const { named } = request;
  try {
    const polled = await request.poll();
    if (polled === undefined) throw createNodeClosedError();
    return { named, polled };
  } catch (error) {
    throw named === undefined ? explainUnknownBridge(error) : addBridgeToError(error, named.name);
  }
}

/** Sends one message for the loss, and one for the return. Returns a function that stops them. */
function sendConnectionMessages(
  { client }: Pick<OpenedBridge, 'client'>,
  send: SourceContext['send'],
): () => void {
  let wasLost = false;
  const onStateChange = ({ kind, since, reason }: ConnectionState): void => {
    const isLost = isConnectionLost(kind);
    if (isLost === undefined || isLost === wasLost) return;
    wasLost = isLost;
    const message = {
      topic: 'connection',
      payload: { connected: !isLost, since: since.toISOString() },
      bridge: {
        occasion: isLost ? 'lost' : 'returned',
        ...(reason === undefined ? {} : { code: reason.code, reason: reason.message }),
      },
    };
    send([message]);
  };
  onStateChange(client.connectionState);
  return client.onConnectionChange(onStateChange);
}

type ResultStatus = Pick<NodeStatusTracker, 'succeed' | 'report'>;

/** Shows the number of resources on all bridges, or the state of a single resource. */
class JoinedPollStatus {
  readonly #parts = new Map<string | undefined, LazyStatusText | Error>();

  /** @param hasOneValue each part knows the combined value */
  constructor(
    private readonly tracker: ResultStatus,
    private readonly hasOneValue: boolean,
  ) {}

  createPart(bridgeName: string | undefined): ResultStatus {
    const show = (shown: LazyStatusText | Error): void => {
      this.#parts.set(bridgeName, shown);
      this.#show();
    };
    return {
      succeed: show,
      report: (error) =>
        show(bridgeName === undefined ? error : addBridgeToError(error, bridgeName)),
    };
  }

  clear(): void {
    this.#parts.clear();
  }

  #show(): void {
    const texts: LazyStatusText[] = [];
    for (const shown of this.#parts.values()) {
      if (shown instanceof Error) return this.tracker.report(shown);
      texts.push(shown);
    }
    const [first, ...others] = texts;
    if (first === undefined) return;
    const isShownAlone = this.hasOneValue || others.length === 0;
    this.tracker.succeed(isShownAlone ? first : () => joinTexts(texts.map(makeStatusText)));
  }
}

function joinTexts(texts: readonly TranslatableStatusText[]): TranslatableStatusText {
  const [only, ...others] = texts.filter((text) => countResources(text) > 0);
  if (only !== undefined && others.length === 0) return only;
  const count = texts.reduce((sum, text) => sum + countResources(text), 0);
  return { key: 'listed', values: { count } };
}

const countResources = ({ key, values }: TranslatableStatusText): number =>
  key === 'listed' ? Number(values?.['count']) : 1;
