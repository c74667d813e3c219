/** What asked the client for a write: it comes back with each change that the write explains. */
export type WriteOrigin =
  | {
      readonly kind: 'node';
      readonly id: string;
      readonly name?: string;
      /** Id of the flow or subflow. */
      readonly flow?: string;
      readonly how: NodeWriteKind;
    }
  | { readonly kind: 'tab' }
  | { readonly kind: 'mqtt'; readonly topic: string };

export const nodeWriteKinds = [
  'command',
  'program',
  'fade',
  'daylight',
  'restore',
  'later',
] as const;

export type NodeWriteKind = (typeof nodeWriteKinds)[number];

export const bridgeCauseKinds = [
  'scene',
  'smart_scene',
  'automation',
  'timed_effect',
  'power',
  'reachable',
] as const;

export type BridgeCauseKind = (typeof bridgeCauseKinds)[number];

/** A button, a dial or a sensor that was active right before. */
export interface ProbableInput {
  readonly rtype: string;
  readonly rid: string;
  readonly name?: string;
}

/** Something else, such as an app, or unknown: also if two causes fit. */
interface OtherCause {
  readonly kind: 'other';
  readonly probably?: ProbableInput;
}

/** What changed a resource. */
export type ChangedBy =
  | WriteOrigin
  | {
      readonly kind: 'bridge';
      readonly what: BridgeCauseKind;
      /** Of the scene or automation. */
      readonly id?: string;
      readonly name?: string;
    }
  | OtherCause;

export const otherCause: OtherCause = Object.freeze({ kind: 'other' });

/** True if both name the same node and kind of write, the same topic, or the tab. */
export function isSameOrigin(
  one: WriteOrigin | undefined,
  other: WriteOrigin | undefined,
): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  if (one.kind === 'node')
    return other.kind === 'node' && one.id === other.id && one.how === other.how;
  if (one.kind === 'mqtt') return other.kind === 'mqtt' && one.topic === other.topic;
  return other.kind === 'tab';
}
