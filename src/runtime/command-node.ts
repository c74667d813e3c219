import type { NodeMessage, NodeMessageInFlow, NodeDef } from 'node-red';
import { Turn } from '../bridge/turn';
import { isBridgeError } from '../bridge/errors';
import type { MessageFormat } from './message-format';
import { hasOwnBridge } from './node';
import type { MessageResult, NodeCode, OutgoingMessages, DeployedNode } from './node';
import { idleStatus } from './status';
import type { StatusTargetKind } from './target-status';
import { listOpenedBridges } from './bridge/deployed';
import type { Bridge } from './bridge/bridge';
import type { RunningOnBridges, Running, RunContext, StartRunning } from './running';
import { createNotConfiguredError, toNodeError } from './errors';
import { MessageSettingsEvaluator, parseChoice, addUnusedPayloadWarning } from './settings';
import { isReadPayload } from '../vocabulary/read-payload';
import { isSettingUnset, mayNameBridge } from './stored-settings';
import type { ActionNodeSettings, MessageSetting } from './settings';
import {
  assertTargetsInBounds,
  evaluateTarget,
  describeTargets,
  findNamedBridge,
  explainUnknownBridge,
  chooseMessageBridge,
} from './target';
import {
  commandOutputModes,
  isCommandResult,
  withEnglishWarnings,
  addBridgeToOutcome,
} from './outcome';
import type { ActionOutcome, LoggedWarning } from './outcome';
import { toEnglish } from '../resources/problems';
import type { SendOptions } from './requests';
import { createNodeOrigin } from './node-origin';

export interface ActionNodeDef extends NodeDef, ActionNodeSettings {
  bridge?: unknown;
  /** The node then has no bridge of its own. */
  bridgeFromMessage?: unknown;
  operation?: unknown;
  rtype?: unknown;
  /** Choice of the node's own messages. */
  changes?: unknown;
  /** After a command; the original message if missing. */
  output?: unknown;
  /** For light commands and the state afterwards; plain words if missing. */
  format?: unknown;
  colorSpace?: unknown;
  /** In the format of HueMagic; true if missing. */
  colorNames?: unknown;
  unreachableIsOff?: unknown;
}

export interface ActionOptions extends Required<SendOptions> {
  /**
   * What the node runs by itself, on each bridge. Undefined without a node.
   *
   * @throws {BridgeError} if a part could not be started
   */
  findRunning?: () => Promise<RunningOnBridges> | undefined;
}

export type ActionHandler<Params> = (
  params: Params,
  bridge: Bridge,
  options: ActionOptions,
) => Promise<ActionOutcome>;

/** What each command node takes from a message. */
export interface TargetParams {
  target: MessageSetting;
}

export interface CommandAndPayload {
  readonly command: MessageSetting;
  readonly payload: MessageSetting;
}

/** True without a payload, with `"get"`, `{ get: true }` or a timestamp. */
export const asksForReading = ({ command, payload }: CommandAndPayload): boolean =>
  (command.path === 'payload' && payload.isValid && payload.value === undefined) ||
  isReadPayload(command.value);

export interface OperationParams extends CommandAndPayload {
  /** Undefined if neither dialog nor message chooses. */
  readonly operation: MessageSetting;
  readonly target: MessageSetting;
}

/** @param defaultOperation empty for that of the message */
export const evaluateOperation = (
  evaluator: MessageSettingsEvaluator,
  def: ActionNodeSettings & { readonly operation?: unknown },
  defaultOperation = '',
): OperationParams => ({
  operation: evaluator.getChoice(def.operation ?? defaultOperation, 'operation'),
  target: evaluateTarget(evaluator, def),
  command: evaluator.evaluateCommand(def),
  payload: evaluator.getProperty('payload'),
});

/** What a node does with its messages, and by itself. */
export interface CommandNodeDefinition<Def extends ActionNodeDef, Params extends TargetParams> {
  /** Complete after `evaluator.pending`. */
  parseParams(
    evaluator: MessageSettingsEvaluator,
    def: Def,
    format: MessageFormat | undefined,
  ): Params;
  /** For errors about the target, such as `set`; `use` if missing. */
  verb?: (params: Params) => string;
  /** Target whose state the idle status shows; the last result if missing. */
  shows?: StatusTargetKind;
  /** Keeps the order of messages. */
  setsLamps?: boolean;
  execute: ActionHandler<Params>;
  /** Starts what the node sends by itself. */
  start?: StartRunning<Def>;
  /** False if the settings ask for nothing of `start`, as most do; true if missing. */
  isStartNeeded?: (def: Def) => boolean;
}

/** Creates what a command node does, from its definition. It completes each input message once. */
export const createCommandNode =
  <Def extends ActionNodeDef, Params extends TargetParams>(
    definition: CommandNodeDefinition<Def, Params>,
  ): NodeCode<Def, RunningAction> =>
  (deployed) =>
    new CommandNode(definition, deployed);

interface RunningAction extends Running {
  readonly bridge: Bridge;
}

/** A class, since a closure would keep the context of the start. */
class StartedCommandNode implements RunningAction {
  constructor(
    readonly bridge: Bridge,
    private readonly showing: Promise<Running | undefined> | undefined,
    private readonly running: Promise<Running> | undefined,
  ) {}

  /** Also stops a part that starts later. */
  stop(): void {
    for (const part of [this.showing, this.running])
      void part?.then(
        (running) => running?.stop(),
        () => undefined,
      );
  }
}

/** Answers the messages of a node with commands to its bridge, or to the bridge that a message names. */
class CommandNode<Def extends ActionNodeDef, Params extends TargetParams> {
  /** Created with the first warning: a set takes 0.2 KB. */
  #loggedKinds: Set<string> | undefined;
  #running: Promise<RunningOnBridges> | undefined;

  constructor(
    private readonly definition: CommandNodeDefinition<Def, Params>,
    private readonly deployed: DeployedNode<Def, RunningAction>,
  ) {
    if (!this.#hasOwnBridge) this.#showReady();
  }

  get #hasOwnBridge(): boolean {
    return hasOwnBridge(this.deployed.def);
  }

  /** Shows the state of a node without a bridge. Its own messages would need one. */
  #showReady(): void {
    const { def, status } = this.deployed;
    if (isSettingUnset(def.changes) || def.changes === false) {
      status.setLasting({ choose: () => idleStatus });
      return;
    }
    const sentence = 'What a node sends by itself needs a bridge that is chosen in its dialog.';
    status.report(createNotConfiguredError('NO_BRIDGE', sentence));
  }

  /** Does not delay messages. */
  async start(context: RunContext): Promise<RunningAction> {
    const { shows, start, isStartNeeded } = this.definition;
    const reportFailure = (error: unknown): void => context.onError(toNodeError(error));
    const showing = shows === undefined ? undefined : this.#showTarget(context, shows);
    showing?.catch(reportFailure);
    if (start !== undefined && isStartNeeded?.(this.deployed.def) !== false) {
      this.#running = this.deployed.startOnBridges(context, start);
      this.#running.catch(reportFailure);
    }
    return new StartedCommandNode(context.bridge, showing, this.#running);
  }

  async #showTarget(context: RunContext, shows: StatusTargetKind): Promise<Running | undefined> {
    const { showTargetStatus } = await import('./target-status.js');
    const { def, status } = this.deployed;
    return context.isStopped() ? undefined : showTargetStatus(context, status, shows, def);
  }

  /** Sends the request before the method returns, on an idle bridge. */
  async onInput(message: NodeMessageInFlow, turn = new Turn()): Promise<MessageResult> {
    try {
      return await this.#answer(message, turn);
    } finally {
      turn.done();
    }
  }

  /** Later messages wait until the lamps of this one are known. */
  #wait(turn: Turn): void {
    if (this.definition.setsLamps === true) turn.wait(listOpenedBridges());
  }

  async #answer(message: NodeMessageInFlow, turn: Turn): Promise<MessageResult> {
    const { RED, node, def, format, signal } = this.deployed;
    const output = parseChoice(def.output, commandOutputModes, 'output') ?? 'message';
    const input = format?.translate(message) ?? message;
    const evaluator = new MessageSettingsEvaluator({ RED, node }, input);
    const params = this.definition.parseParams(evaluator, def, format);
    if (evaluator.pending !== undefined) {
      this.#wait(turn);
      await evaluator.pending;
    }
    const { target } = params;
    if (target.isValid) assertTargetsInBounds(target.value, target.path);
    const mayNameOther = !this.#hasOwnBridge || (target.isValid && mayNameBridge(target.value));
    if (mayNameOther) this.#wait(turn);
    const options = {
      sender: node.id,
      origin: createNodeOrigin(node.id, node, 'command'),
      turn,
      signal,
      findRunning: () => this.#running,
    };
    const executing = mayNameOther
      ? this.#runOnNamedBridge(params, evaluator, options)
      : this.#runOnOwnBridge(params, options);
    const { bridge, outcome } = await executing.catch(async (error: unknown) => {
      throw await this.#restateListing(error, params);
    });
    this.#warnOnce(outcome.warningsToLog);
    const englishMeta = withEnglishWarnings(outcome.meta);
    const meta = evaluator.isPayloadUsed
      ? englishMeta
      : addUnusedPayloadWarning(englishMeta, message);
    const written = await this.#describe(output, bridge, { ...outcome, meta });
    const { statusText, port = 0 } = outcome;
    const isApart = !isCommandResult(meta) && this.#sendsRequestedStatesApart;
    return {
      createMessages: () => toPort(isApart ? 1 : port, Object.assign(message, written)),
      statusText,
    };
  }

  /** Returns what the message gets: the result, and the state before or after it as the settings ask. */
  async #describe(
    output: (typeof commandOutputModes)[number],
    bridge: Bridge,
    outcome: ActionOutcome,
  ): Promise<object> {
    const { meta } = outcome;
    const { def, format, signal } = this.deployed;
    const isCommand = isCommandResult(meta);
    if (isCommand && output === 'message') return { bridge: meta };
    if (!isCommand || output === 'answer') {
      const state = format?.describeState(bridge.client.stateCache, outcome.resource);
      return { ...outcome.members, payload: outcome.payload, ...state, bridge: meta };
    }
    const { readStateAfterwards } = await import('./state-afterwards.js');
    const { unreachableIsOff, colorSpace } = def;
    const formatLight = format?.createLightFormatter(format.findWiredEchoDevice());
    const stateOptions = { signal, formatLight, unreachableIsOff, colorSpace };
    const { state, warnings } = await readStateAfterwards(bridge, outcome, stateOptions);
    return { payload: state, bridge: { ...meta, warnings: [...meta.warnings, ...warnings] } };
  }

  /**
   * True if a state that was asked for leaves at the second output, which sends changes: a node of HueMagic has one
   * output for both.
   */
  get #sendsRequestedStatesApart(): boolean {
    const { changes, format } = this.deployed.def;
    return format === 'huemagic' && (changes === 'format' || changes === true);
  }

  /** Names the request of the message in an error of the list of all resources. */
  async #restateListing(error: unknown, params: Params): Promise<unknown> {
    if (!isBridgeError(error) || error.cause.rtype !== undefined) return error;
    const stateCache = this.deployed.started?.bridge.client.stateCache;
    const { target } = params;
    const names = target.isValid ? describeTargets(stateCache, target.value) : undefined;
    if (names === undefined) return error;
    const { restatePurpose } = await import('../bridge/error-messages.js');
    const verb = this.definition.verb?.(params) ?? 'use';
    return restatePurpose(error, `${verb} ${names}`);
  }

  #warnOnce(warnings: readonly LoggedWarning[] = []): void {
    for (const { kind, sentence } of warnings) {
      if (this.#loggedKinds?.has(kind) === true) continue;
      (this.#loggedKinds ??= new Set()).add(kind);
      this.deployed.node.warn(toEnglish(sentence));
    }
  }

  async #runOnOwnBridge(params: Params, options: ActionOptions): Promise<OutcomeOnBridge> {
    // An await would delay the request.
    const { bridge } = this.deployed.started ?? (await this.#waitForStart(options));
    return { bridge, outcome: await this.#run(params, bridge, options) };
  }

  /** Messages to nodes that have started before still come after this one. */
  #waitForStart({ turn }: ActionOptions): Promise<RunningAction> {
    this.#wait(turn);
    return this.deployed.current();
  }

  /** Runs on the bridge that the message names. The node may have another bridge, or none. */
  async #runOnNamedBridge(
    params: Params,
    evaluator: MessageSettingsEvaluator,
    options: ActionOptions,
  ): Promise<OutcomeOnBridge> {
    const { target } = params;
    const named = findNamedBridge(target);
    if (named === undefined && this.#hasOwnBridge)
      return this.#runOnOwnBridge(params, options).catch((error: unknown) => {
        throw explainUnknownBridge(error);
      });
    const { session, name, address } =
      named ?? chooseMessageBridge(target, evaluator.getProperty('bridge'));
    const bridge = await session.open();
    const addressed = { ...params, target: { path: target.path, isValid: true, value: address } };
    const outcome = await this.#run(addressed, bridge, options).catch((error: unknown) => {
      throw named === undefined ? explainUnknownBridge(error) : error;
    });
    return { bridge, outcome: addBridgeToOutcome(outcome, { bridge, bridgeName: name }) };
  }

  /** What waits on has a turn of its own. */
  #run(params: Params, bridge: Bridge, options: ActionOptions): Promise<ActionOutcome> {
    options.signal.throwIfAborted();
    const running = this.definition.execute(params, bridge, options);
    options.turn.done();
    return running;
  }
}

interface OutcomeOnBridge {
  readonly bridge: Bridge;
  readonly outcome: ActionOutcome;
}

const toPort = (port: number, message: NodeMessage): OutgoingMessages =>
  port === 0
    ? message
    : Array.from({ length: port + 1 }, (_, index) => (index < port ? [] : [message]));
