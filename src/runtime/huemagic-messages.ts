import type { Node, NodeMessage, NodeMessageInFlow } from 'node-red';
import type { StateCache } from '../bridge';
import { isResource } from '../bridge/state/resource-state';
import { cloneJson, getNestedMember, getNumericMember } from '../resources/values/member-access';
import type { Resource } from '../resources';
import { diffHueMagicStates } from '../vocabulary/formats/huemagic/states';
import type { HueMagicSource } from '../vocabulary/formats/huemagic/states';
import { createHueMagicState } from '../vocabulary/formats/huemagic/states';
import { translateHueMagicPayload } from '../vocabulary/formats/huemagic/messages';
import type { HueMagicState } from '../vocabulary/formats/huemagic/states';
import { findLightWithOwner } from './message/resource-message';

export type MessageFormatter = (stateCache: StateCache, message: NodeMessage) => NodeMessage;

interface HueMagicMembers extends HueMagicState {
  /** Nested as in the state. */
  readonly updated: object;
  /** False for the first state. */
  readonly lastState: HueMagicState | false;
  /** Only in the first state after it. */
  readonly command?: NodeMessage;
}

class HueMagicMessages {
  readonly #lastStates = new Map<string, HueMagicState>();
  #command: NodeMessage | undefined;

  constructor(
    private readonly nodeId: string,
    private readonly options: NonNullable<HueMagicSource['options']>,
  ) {}

  /**
   * Stores a command for the next state.
   *
   * @param message a copy
   */
  recordCommand(message: NodeMessage): void {
    this.#command = message;
  }

  /**
   * Converts a message to the words of a node.
   *
   * @param nodeType such as `bridge-light`
   */
  translate(nodeType: string, message: NodeMessageInFlow): NodeMessageInFlow {
    const { payload } = message;
    const animation = getNestedMember(message, 'animation');
    const said = { payload, animation, nodeId: this.nodeId };
    return { ...message, payload: translateHueMagicPayload(nodeType, said) };
  }

  /**
   * Adds the members of HueMagic.
   *
   * @param message from `createResourceMessage` or `createPressMessage`
   * @returns the same message; unchanged if HueMagic does not have the resource
   */
  readonly format: MessageFormatter = (stateCache, message) => {
    const resource = getNestedMember(message, 'resource');
    if (!isResource(resource) || getNestedMember(message, 'bridge', 'occasion') === 'deleted')
      return message;
    const members = this.describe(stateCache, resource, {
      press: toPress(getNestedMember(message, 'press')),
      previous: getNestedMember(message, 'previous'),
    });
    if (members === undefined) return message;
    // Messages of HueMagic have none, and a filter node keeps the last value for each topic.
    delete message.topic;
    return Object.assign(message, members);
  };

  /** Returns undefined for a type that HueMagic does not have. */
  describe(
    stateCache: StateCache,
    resource: Resource,
    { press, previous }: { press?: HueMagicSource['press']; previous?: unknown } = {},
  ): HueMagicMembers | undefined {
    const { options } = this;
    const withOwner = { ...findLightWithOwner(stateCache, resource), at: new Date(), options };
    const state = createHueMagicState({ ...withOwner, press });
    if (state === undefined) return undefined;
    const own = cloneJson(state);
    const lastState =
      this.#lastStates.get(resource.id) ??
      (isResource(previous)
        ? createHueMagicState({ ...withOwner, resource: previous })
        : undefined);
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

/** The setting of a node whose lamps may have names of colours, as in HueMagic. */
export interface HueMagicSettings {
  readonly colorNames?: unknown;
}

/** Returns the same object for every call. */
export function getHueMagicMessages(
  node: Node,
  { colorNames }: HueMagicSettings,
): HueMagicMessages {
  const messages =
    messagesByNode.get(node) ?? new HueMagicMessages(node.id, { colorNames: colorNames !== false });
  messagesByNode.set(node, messages);
  return messages;
}
