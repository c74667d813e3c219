import type { NodeDef } from 'node-red';
import type { ActionOutcome } from '../message/action-outcome';
import type { ExecuteOptions } from '../message/execute-request';
import type { MessageReservations } from '../message/message-reservations';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import type { RunningOnBridges } from '../watch/start-on-bridges';
import type { TargetParams } from '../message/named-bridge';
import type { ActionNodeSettings, MessageSettingsEvaluator } from '../settings/evaluate-setting';
import type { StatusTargetKind } from './show-target-status';
import type { SourceStarter } from '../watch/source-context';

/** Settings of an action node as the flow file holds them. */
export interface ActionNodeDef extends NodeDef, ActionNodeSettings {
  bridge?: unknown;
  /** True if each message names the bridge and the node has no bridge of its own. */
  bridgeFromMessage?: unknown;
  operation?: unknown;
  rtype?: unknown;
  /** Choice of the node's own messages, for node types with such a choice. */
  changes?: unknown;
  /** Payload after a command; the original message if missing. */
  output?: unknown;
  /** Format of light commands and of the state afterwards; plain words if missing. */
  format?: unknown;
  colorSpace?: unknown;
  /** True if unreachable lamps count as off, in states and their changes. */
  unreachableIsOff?: unknown;
}

export interface ActionOptions extends Required<ExecuteOptions> {
  /** Reservations of the message; undefined if the message did not have to wait. */
  lamps?: MessageReservations | undefined;
  /**
   * Returns what the node runs by itself on each of its bridges. Undefined without a node.
   *
   * @throws {BridgeError} if a part could not be started
   */
  findRunning?: () => Promise<RunningOnBridges> | undefined;
}

export type ActionHandler<Params> = (
  params: Params,
  bridge: OpenedBridge,
  options: ActionOptions,
) => Promise<ActionOutcome>;

export interface ActionNodeDefinition<Def extends ActionNodeDef, Params extends TargetParams> {
  type: string;
  /** Reads the parameters of a message. The parameters are complete after `evaluator.pending`. */
  parseParams(evaluator: MessageSettingsEvaluator, def: Def): Params;
  /** Verb for errors about the target, such as `set`; `use` if it is missing. */
  verb?: (params: Params) => string;
  /** Kind of target whose state the status shows while the node is idle; the last result if it is missing. */
  shows?: StatusTargetKind;
  /** Imports what starts the messages that the node sends by itself; undefined if the settings ask for none. */
  loadSource?: (def: Def) => Promise<SourceStarter<Def> | undefined>;
  /** True if the node reads its target only at its start, so that no message changes the target. */
  isTargetReadOnStart?: boolean;
  /** True if messages set lamps; their order is kept. */
  setsLamps?: boolean;
  /** Imports the handler on the first deploy of such a node instead of on load of the palette. */
  loadHandler(): Promise<ActionHandler<Params>>;
  /** Besides `payload` and `bridge`. */
  writtenProperties?: readonly string[];
}
