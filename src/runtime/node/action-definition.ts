import type { MessagePlace } from '../../bridge/queue/message-place';
import type { ActionOutcome } from '../message/action-outcome';
import type { MessageReservations } from '../message/message-reservations';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import type { RunningOnBridges } from '../watch/start-on-bridges';
import type { TargetParams } from '../message/named-bridge';
import type { ActionNodeDef } from '../settings/action-node-def';
import type { MessageSettingsEvaluator } from '../settings/evaluate-setting';
import type { StatusTargetKind } from './show-target-status';
import type { SourceStarter } from '../watch/source-context';

/** What an action knows of its node. */
export interface ActionOptions {
  /** Aborted when the node is closed. */
  signal: AbortSignal;
  /** Id of the node, by which it recognises what it has sent itself. */
  sender: string;
  /** The place of the message among all writes; that of its arrival at the action when missing. */
  place?: MessagePlace;
  /** What the message has reserved since it arrived; undefined where it did not have to wait yet. */
  lamps?: MessageReservations | undefined;
  /**
   * Finds what the node runs by itself, on each of its bridges. Missing where there is no node.
   *
   * @throws {BridgeError} why it could not be started
   */
  findRunning?: () => Promise<RunningOnBridges> | undefined;
}

/** Executes the action that a message asks for. */
export type ActionHandler<Params> = (
  params: Params,
  bridge: OpenedBridge,
  options: ActionOptions,
) => Promise<ActionOutcome>;

/** Definition of one type of action node. */
export interface ActionNodeDefinition<Def extends ActionNodeDef, Params extends TargetParams> {
  type: string;
  /** Reads the parameters of a message; they are complete when `evaluator.pending` has ended. */
  parseParams(evaluator: MessageSettingsEvaluator, def: Def): Params;
  /** What a message does with its target, as a verb for errors, such as `set`; `use` when missing. */
  verb?: (params: Params) => string | Promise<string>;
  /** What the target is, of which the status shows the state while the node does nothing; its last result when missing. */
  shows?: StatusTargetKind;
  /** Starts what the node sends by itself, apart from the answers to messages; nothing when missing. */
  startSource?: SourceStarter<Def>;
  /** True for a type whose nodes read their target once, when they start, also from a context: no message changes it. */
  isTargetReadOnStart?: boolean;
  /** True for a type whose messages set lamps: their order is kept. */
  setsLamps?: boolean;
  /** Imports the handler lazily: on the first deploy of such a node, not when the palette loads. */
  loadHandler(): Promise<ActionHandler<Params>>;
  /** Properties that the node sets on messages beside `payload` and `bridge`. */
  writtenProperties?: readonly string[];
}
