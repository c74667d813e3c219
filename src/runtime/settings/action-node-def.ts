import type { NodeDef } from 'node-red';
import type { ActionNodeSettings } from './evaluate-setting';

/** Settings of an action node as the flow file holds them. */
export interface ActionNodeDef extends NodeDef, ActionNodeSettings {
  bridge?: unknown;
  /** True if each message names the bridge and the node has no bridge of its own. */
  bridgeFromMessage?: unknown;
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
