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

export interface ActionOptions extends Required<ExecuteOptions> {
  /** Undefined if the message did not have to wait. */
  lamps?: MessageReservations | undefined;
  /**
   * What the node runs by itself, on each bridge. Undefined without a node.
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
  /** Complete after `evaluator.pending`. */
  parseParams(evaluator: MessageSettingsEvaluator, def: Def): Params;
  /** For errors about the target, such as `set`; `use` if missing. */
  verb?: (params: Params) => string;
  /** Target whose state the idle status shows; the last result if missing. */
  shows?: StatusTargetKind;
  /** For the node's own messages; undefined if the settings ask for none. */
  loadSource?: (def: Def) => Promise<SourceStarter<Def> | undefined>;
  /** Messages then do not change the target. */
  isTargetReadOnStart?: boolean;
  /** Keeps the order of messages. */
  setsLamps?: boolean;
  /** Loads the code on the first deploy of such a node instead of on load of the palette. */
  loadHandler(): Promise<ActionHandler<Params>>;
  /** Besides `payload` and `bridge`. */
  writtenProperties?: readonly string[];
}
