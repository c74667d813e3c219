import type { NodeDef } from 'node-red';
import type { ActionNodeSettings } from './evaluate-setting';

/** Settings of an action node as the flow file holds them. */
export interface ActionNodeDef extends NodeDef, ActionNodeSettings {
  bridge?: unknown;
  /** True where each message names the bridge; the node then has none of its own. */
  bridgeFromMessage?: unknown;
  /** What the node sends by itself, of those types that have such a choice. */
  changes?: unknown;
  /** What a command leaves in the payload; the message as it came when it is missing. */
  output?: unknown;
  /** Format of light commands, and of the state afterwards; plain words when it is missing. */
  format?: unknown;
  colorSpace?: unknown;
  /** True where a lamp that cannot be reached counts as off, in states and their changes. */
  unreachableIsOff?: unknown;
}
