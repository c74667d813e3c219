import type { Node, NodeAPI, NodeMessage, NodeMessageInFlow } from 'node-red';
import { MessagePlace } from '../../bridge/queue/message-place';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import { PendingMessages } from './pending-messages';
import type { OutgoingMessages } from './pending-messages';
import { assertMessagePropertiesWritable, registerInputHandler } from './input-handler';
import { NodeStatusTracker } from '../status/node-status';
import { idleStatus } from '../status/status-content';
import type { StatusTargetKind } from './show-target-status';
import { openBridgeById } from '../bridge/bridge-node';
import {
  getNameAmongSeveralBridges,
  listOpenedBridges,
  serializeDeployedBridges,
} from '../bridge/deployed-bridges';
import type { RunningOnBridges } from '../watch/start-on-bridges';
import { showConnection } from '../status/show-connection';
import { mayTargetNameBridge } from '../watch/watched-address';
import type { TranslatableStatusText } from '../status/status-content';
import {
  nodeClosedError,
  formatSettingPath,
  notConfiguredError,
  toNodeError,
} from '../settings/node-errors';
import {
  MessageSettingsEvaluator,
  isSettingUnset,
  getBooleanOrDefault,
  getChoiceOrThrow,
  parseNonEmptyText,
} from '../settings/evaluate-setting';
import {
  assertTargetsInBounds,
  describeTargets,
  mayNameBridge,
} from '../message/resolve-target-setting';
import { warnOfUnusedPayload } from '../settings/unused-payload';
import type { ActionNodeDef } from '../settings/action-node-def';
import type { ActionHandler, ActionNodeDefinition, ActionOptions } from './action-definition';
import { PreparedAction } from './prepared-action';
import { MessageReservations } from '../message/message-reservations';

import { commandOutputModes, isCommandResult } from '../message/action-outcome';
import type { CommandOutputMode, ResultMeta } from '../message/action-outcome';
import type { ActionOutcomeWithBridge, TargetParams } from '../message/named-bridge';
import type { SourceContext, SourceStarter } from '../watch/source-context';
import { createNodeConstructor } from './node-constructor';
import { restartOnDeploy } from '../bridge/deploy/restart-on-deploy';
import type {
  BridgeDependentStarter,
  StartAbortSignal,
  BridgeDependentSupervisor,
} from '../bridge/deploy/restart-on-deploy';

/** Registers the type of a node that sends one request and completes once for each input message. */
export function registerActionNode<Def extends ActionNodeDef, Params extends TargetParams>(
  RED: NodeAPI,
  definition: ActionNodeDefinition<Def, Params>,
): void {
  let loading: Promise<ActionHandler<Params>> | undefined;
  const type: ActionNodeType<Def, Params> = {
    shows: definition.shows,
    verb: definition.verb ?? (() => 'use'),
    parseParams: (evaluator, def) => definition.parseParams(evaluator, def),
    startSource: definition.startSource,
    isTargetReadOnStart: definition.isTargetReadOnStart === true,
    setsLamps: definition.setsLamps === true,
    loadHandler: () => (loading ??= definition.loadHandler()),
    writtenProperties: [...writtenProperties, ...(definition.writtenProperties ?? [])],
  };
  const run = (node: Node, def: Def): void => new ActionNode(RED, type, node, def).run();
  RED.nodes.registerType(definition.type, createNodeConstructor(RED, run));
}

/** What all nodes of a type share. */
interface ActionNodeType<Def extends ActionNodeDef, Params extends TargetParams> extends Pick<
  ActionNodeDefinition<Def, Params>,
  'parseParams' | 'loadHandler'
> {
  verb: (params: Params) => string | Promise<string>;
  shows: StatusTargetKind | undefined;
  startSource: SourceStarter<Def> | undefined;
  isTargetReadOnStart: boolean;
  setsLamps: boolean;
  writtenProperties: readonly string[];
}

/** What a message was answered with. */
interface ActionResult {
  /** Properties that are set on the message. */
  readonly written: { readonly payload?: unknown; readonly bridge: ResultMeta };
  readonly statusText: TranslatableStatusText;
  readonly port: number;
}

/** A message that reserves lamps where it has to wait. */
interface ReservingMessage {
  readonly sender: string;
  readonly place: MessagePlace;
  readonly lamps: MessageReservations;
}

/** Properties that an action node sets on a message. */
const writtenProperties = ['payload', 'bridge'] as const;

/** One deployed action node. */
class ActionNode<
  Def extends ActionNodeDef,
  Params extends TargetParams,
> implements BridgeDependentStarter<PreparedAction<ActionHandler<Params>>> {
  readonly #type: ActionNodeType<Def, Params>;
  readonly #node: Node;
  readonly #def: Def;
  readonly RED: NodeAPI;
  readonly pending: PendingMessages;
  readonly status: NodeStatusTracker;
  readonly whenReplaced = 'continue';
  /** Cached to save an await per message. */
  #prepared: PreparedAction<ActionHandler<Params>> | undefined;
  #supervisor: BridgeDependentSupervisor<PreparedAction<ActionHandler<Params>>> | undefined;
  #hasWarned = false;
  /** What the node sends by itself. */
  #running: Promise<RunningOnBridges> | undefined;
  #isStopped = false;
  /** Created with the first message: an AbortController takes almost as much memory as the rest of the node. */
  #closing: AbortController | undefined;

  constructor(RED: NodeAPI, type: ActionNodeType<Def, Params>, node: Node, def: Def) {
    this.#type = type;
    this.#node = node;
    this.#def = def;
    this.RED = RED;
    this.pending = new PendingMessages();
    this.status = new NodeStatusTracker({ RED, node }, this.pending);
  }

  /** Opens the bridge, and listens to messages and to the close of the node. */
  run(): void {
    if (this.#hasOwnBridge) this.#supervisor = restartOnDeploy(this.RED, this.#bridgeId, this);
    else this.#startWithoutBridge();
    registerInputHandler(this.#node, this, async (message) => {
      const { written, statusText, port } = await this.#execute(message);
      return { createMessages: () => toPort(port, Object.assign(message, written)), statusText };
    });
  }

  get #hasOwnBridge(): boolean {
    return !getBooleanOrDefault(this.#def.bridgeFromMessage, false);
  }

  /** Shows that the node is ready, or that it cannot send by itself what its settings ask for. */
  #startWithoutBridge(): void {
    const { changes } = this.#def;
    if (isSettingUnset(changes) || changes === false) {
      this.status.setLasting({ choose: () => idleStatus });
      return;
    }
    const sentence = 'What a node sends by itself needs a bridge that is chosen in its dialog.';
    this.status.report(notConfiguredError('NO_BRIDGE', sentence));
  }

  get #bridgeId(): string | undefined {
    return parseNonEmptyText(this.#def.bridge);
  }

  async start(signal: StartAbortSignal): Promise<PreparedAction<ActionHandler<Params>>> {
    const [bridge, execute] = await Promise.all([
      openBridgeById(this.RED, this.#bridgeId),
      this.#type.loadHandler(),
    ]);
    signal.throwIfAborted();
    const bridgeName = this.#mayNameBridge ? getNameAmongSeveralBridges(this.#bridgeId) : undefined;
    const stopShowing = showConnection(bridge.client, this.status, bridgeName);
    const prepared = new PreparedAction(bridge, execute, stopShowing);
    void this.#showTarget(prepared);
    const { startSource } = this.#type;
    if (startSource !== undefined) {
      this.#running = this.#startSource(prepared, startSource);
      this.#running.catch((error: unknown) => this.status.report(toNodeError(error)));
    }
    this.#prepared = prepared;
    return prepared;
  }

  /** Shows the state of the target, without delaying messages. */
  async #showTarget(prepared: PreparedAction<ActionHandler<Params>>): Promise<void> {
    const { bridge } = prepared;
    const { shows } = this.#type;
    if (shows === undefined) return;
    try {
      const { showTargetStatus } = await import('./show-target-status.js');
      if (prepared.isStopped) return;
      const context = { RED: this.RED, node: this.#node, bridge, tracker: this.status };
      prepared.stopWithBridge(
        await showTargetStatus(context, shows, this.#def, () => !prepared.isStopped),
      );
    } catch (error) {
      this.status.report(toNodeError(error));
    }
  }

  /** Starts what the node sends by itself, without delaying messages. */
  async #startSource(
    prepared: PreparedAction<ActionHandler<Params>>,
    startSource: SourceStarter<Def>,
  ): Promise<RunningOnBridges> {
    const node = this.#node;
    const context: SourceContext = {
      RED: this.RED,
      node,
      bridge: prepared.bridge,
      send: (messages) => node.send(messages),
      onError: (error) => this.status.report(error),
      isStopped: () => prepared.isStopped,
      status: this.status,
    };
    const { startOnBridges } = await import('../watch/start-on-bridges.js');
    const { isTargetReadOnStart } = this.#type;
    const running = await startOnBridges(this.#def, context, startSource, isTargetReadOnStart);
    prepared.stopWithBridge(running);
    return running;
  }

  get #mayNameBridge(): boolean {
    return mayTargetNameBridge(this.#def, this.#type.isTargetReadOnStart);
  }

  /** Where the target names a bridge: which bridges there are, and their names. */
  dependency(): string | undefined {
    return this.#mayNameBridge ? serializeDeployedBridges() : undefined;
  }

  onStartFailed(error: Error): void {
    this.status.report(error);
  }

  /** Sends the request of a message; on an idle bridge, with nothing to wait for, before it returns. */
  async #execute(message: NodeMessageInFlow): Promise<ActionResult> {
    const sender = this.#node.id;
    const place = new MessagePlace();
    const lamps = new MessageReservations({ place, sender });
    try {
      return await this.#executeInPlace(message, { sender, place, lamps });
    } finally {
      lamps.end();
    }
  }

  /** Reserves all lamps of all bridges for a message that does not know yet which it sets. */
  #reserveLamps(lamps: MessageReservations): void {
    if (this.#type.setsLamps) for (const bridge of listOpenedBridges()) lamps.reserve(bridge);
  }

  async #executeInPlace(
    message: NodeMessageInFlow,
    placed: ReservingMessage,
  ): Promise<ActionResult> {
    assertMessagePropertiesWritable(message, this.#type.writtenProperties);
    const output = this.#parseOutput();
    const evaluator = new MessageSettingsEvaluator({ RED: this.RED, node: this.#node }, message);
    const params = this.#type.parseParams(evaluator, this.#def);
    const signal = this.#getCloseSignal();
    if (evaluator.pending !== undefined) {
      this.#reserveLamps(placed.lamps);
      await evaluator.pending;
    }
    const options = { ...placed, signal, findRunning: () => this.#running };
    const target = params.target.result;
    if (target.ok) assertTargetsInBounds(target.value, params.target.path);
    const namesBridge = !this.#hasOwnBridge || (target.ok && mayNameBridge(target.value));
    if (namesBridge) this.#reserveLamps(placed.lamps);
    const executing = namesBridge
      ? this.#executeOnNamedBridge(params, evaluator, options)
      : this.#executeOnOwnBridge(params, options);
    const { bridge, outcome } = await executing.catch(async (error: unknown) => {
      throw await this.#restateListing(error, params);
    });
    const { statusText, port = 0, likelyMistakes } = outcome;
    const unused = evaluator.isPayloadUsed ? undefined : warnOfUnusedPayload(message);
    const meta =
      unused === undefined
        ? outcome.meta
        : { ...outcome.meta, warnings: [unused, ...outcome.meta.warnings] };
    if (likelyMistakes !== undefined) this.#warnOnce(likelyMistakes);
    if (output === 'message' && isCommandResult(meta))
      return { written: { bridge: meta }, statusText, port };
    if (output !== 'state' || !isCommandResult(meta)) {
      const written = { ...outcome.members, payload: outcome.payload, bridge: meta };
      return { written, statusText, port };
    }
    const { readStateAfterwards } = await import('../message/state-afterwards.js');
    const { format, unreachableIsOff, colorSpace } = this.#def;
    const stateOptions = { signal, format, unreachableIsOff, colorSpace };
    const { state, warnings } = await readStateAfterwards(bridge, outcome, stateOptions);
    const bridgeMeta = { ...meta, warnings: [...meta.warnings, ...warnings] };
    return { written: { payload: state, bridge: bridgeMeta }, statusText, port };
  }

  /** Of a list of all resources that failed, which only served to find the target: says what the message asks for. */
  async #restateListing(error: unknown, params: Params): Promise<unknown> {
    if (!isBridgeError(error) || error.cause.rtype !== undefined) return error;
    const { result } = params.target;
    const stateCache = this.#prepared?.bridge.client.stateCache;
    const target = result.ok ? describeTargets(stateCache, result.value) : undefined;
    if (target === undefined) return error;
    const { restatePurpose } = await import('../../bridge/errors/error-messages.js');
    return restatePurpose(error, `${await this.#type.verb(params)} ${target}`);
  }

  /** Warns of the first message that probably means something else: a flow sends the like again and again. */
  #warnOnce([sentence]: readonly string[]): void {
    if (this.#hasWarned || sentence === undefined) return;
    this.#hasWarned = true;
    this.#node.warn(sentence);
  }

  async #executeOnOwnBridge(
    params: Params,
    options: ActionOptions,
  ): Promise<ActionOutcomeWithBridge> {
    const prepared = this.#prepared?.isStopped === false ? this.#prepared : undefined;
    const { bridge, execute } = prepared ?? (await this.#prepareAgain());
    options.signal.throwIfAborted();
    const executing = execute(params, bridge, options);
    options.lamps?.end();
    return { bridge, outcome: await executing };
  }

  /** Sends the request of a message to the bridge that it names, whatever becomes of that of the node. */
  async #executeOnNamedBridge(
    params: Params,
    evaluator: MessageSettingsEvaluator,
    options: ActionOptions,
  ): Promise<ActionOutcomeWithBridge> {
    const messageBridge = evaluator.getProperty('bridge');
    const [{ executeOnNamedBridge }, execute] = await Promise.all([
      import('../message/named-bridge.js'),
      this.#type.loadHandler(),
    ]);
    return executeOnNamedBridge(params, {
      ...(this.#hasOwnBridge
        ? { onOwnBridge: () => this.#executeOnOwnBridge(params, options) }
        : { messageBridge }),
      onBridge(addressed, bridge) {
        options.signal.throwIfAborted();
        const executing = execute(addressed, bridge, options);
        options.lamps?.end();
        return executing;
      },
    });
  }

  #parseOutput(): CommandOutputMode {
    const { output } = this.#def;
    if (isSettingUnset(output)) return 'message';
    return getChoiceOrThrow(
      { ok: true, value: output },
      commandOutputModes,
      formatSettingPath('output'),
    );
  }

  /** Waits for the bridge, which is opened again when it could not be opened before. */
  #prepareAgain(): Promise<PreparedAction<ActionHandler<Params>>> {
    if (this.#supervisor === undefined) throw nodeClosedError();
    return this.#supervisor.current();
  }

  stop(): void {
    this.#isStopped = true;
    this.#closing?.abort(nodeClosedError());
    this.#supervisor?.stop();
  }

  /** The signal that is aborted when the node is closed, also for a message that comes afterwards. */
  #getCloseSignal(): AbortSignal {
    this.#closing ??= new AbortController();
    if (this.#isStopped) this.#closing.abort(nodeClosedError());
    return this.#closing.signal;
  }
}

/** What a node passes to `send` for one message at one of its outputs. */
const toPort = (port: number, message: NodeMessage): OutgoingMessages =>
  port === 0
    ? message
    : Array.from({ length: port + 1 }, (_, index) => (index < port ? [] : [message]));
