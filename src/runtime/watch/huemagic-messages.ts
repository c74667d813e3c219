import type { Node, NodeMessage, NodeMessageInFlow } from 'node-red';
import type { StateCache } from '../../bridge';
import { isResource } from '../../bridge/state/resource-state';
import { cloneJson, getNestedMember, getNumericMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import { diffHueMagicStates } from '../../vocabulary/formats/huemagic/state-members';
import type { HueMagicSource } from '../../vocabulary/formats/huemagic/state-members';
import { createHueMagicState } from '../../vocabulary/formats/huemagic/states';
import { translateHueMagicPayload } from '../../vocabulary/formats/huemagic/messages';
import type { HueMagicState } from '../../vocabulary/formats/huemagic/states';
import { findLightOrigin } from '../message/plain-light';

/** Turns a message about a resource into one of another format. */
export type MessageFormatter = (stateCache: StateCache, message: NodeMessage) => NodeMessage;

/** Properties that HueMagic sets on its messages beside the payload. */
interface HueMagicMembers extends HueMagicState {
  /** What differs from the state before, nested as it is. */
  readonly updated: object;
  /** The state before; false at first. */
  readonly lastState: HueMagicState | false;
  /** The message that the state is the first to follow. */
  readonly command?: NodeMessage;
}

/** What one node sends in the format of HueMagic: its last states, and the message whose effect is still to come. */
export class HueMagicMessages {
  readonly #lastStates = new Map<string, HueMagicState>();
  #command: NodeMessage | undefined;

  /** Keeps a message that came in, for the next state. @param message a copy */
  recordCommand(message: NodeMessage): void {
    this.#command = message;
  }

  /**
   * Turns a message of HueMagic into one that a node takes in its own words.
   *
   * @param nodeType that of the node, such as `bridge-light`
   */
  translate(nodeType: string, message: NodeMessageInFlow): NodeMessageInFlow {
    const { payload } = message;
    const animation = getNestedMember(message, 'animation');
    return { ...message, payload: translateHueMagicPayload(nodeType, { payload, animation }) };
  }

  /**
   * Turns a message about a resource into one of HueMagic.
   *
   * @param message as `createResourceMessage` and `createPressMessage` make it
   * @returns the message itself, with the members of HueMagic; unchanged where it is about nothing that HueMagic has
   */
  readonly format: MessageFormatter = (stateCache, message) => {
    const resource = getNestedMember(message, 'resource');
    if (!isResource(resource) || getNestedMember(message, 'bridge', 'occasion') === 'deleted')
      return message;
    const members = this.describe(stateCache, resource, {
      press: toPress(getNestedMember(message, 'press')),
      previous: getNestedMember(message, 'previous'),
    });
    return members === undefined ? message : Object.assign(message, members);
  };

  /**
   * Describes a resource as HueMagic does.
   *
   * @param occasion the press that it is about, and the resource before a change
   * @returns undefined for a type that HueMagic does not have
   */
  describe(
    stateCache: StateCache,
    resource: Resource,
    { press, previous }: { press?: HueMagicSource['press']; previous?: unknown } = {},
  ): HueMagicMembers | undefined {
    const origin = { ...findLightOrigin(stateCache, resource), at: new Date() };
    const state = createHueMagicState({ ...origin, press });
    if (state === undefined) return undefined;
    const own = cloneJson(state);
    const lastState =
      this.#lastStates.get(resource.id) ??
      (isResource(previous) ? createHueMagicState({ ...origin, resource: previous }) : undefined);
    this.#lastStates.set(resource.id, cloneJson(state));
    const command = this.#command;
    this.#command = undefined;
    return {
      ...own,
      updated: diffHueMagicStates(lastState, own),
      lastState: lastState ?? false,
      ...(command === undefined ? {} : { command }),
    };
  }
}

function toPress(press: unknown): HueMagicSource['press'] {
  const event = getNestedMember(press, 'event');
  const button = getNestedMember(press, 'button');
  if (typeof event !== 'string') return undefined;
  const steps = getNumericMember(press, 'steps');
  const action = getNestedMember(press, 'action');
  const duration = getNumericMember(press, 'duration');
  return {
    event,
    button: typeof button === 'number' ? button : String(button),
    ...(steps === undefined
      ? {}
      : {
          rotation: {
            steps,
            ...(typeof action === 'string' ? { action } : {}),
            ...(duration === undefined ? {} : { duration }),
          },
        }),
  };
}

const messagesByNode = new WeakMap<Node, HueMagicMessages>();

/** Returns what a node sends in the format of HueMagic; the same for all that it does. */
export function getHueMagicMessages(node: Node): HueMagicMessages {
  const messages = messagesByNode.get(node) ?? new HueMagicMessages();
  messagesByNode.set(node, messages);
  return messages;
}
