import type { Bridge } from './bridge/bridge';
import type { Node, NodeAPI, NodeDef, NodeMessage, NodeMessageInFlow } from 'node-red';
import type { StateCache } from '../bridge';
import { isResource } from '../bridge/resource-state';
import type { Resource } from '../resources/resource';
import {
  cloneJson,
  getListMember,
  getNestedMember,
  getNumericMember,
  isObject,
} from '../resources/members';
import { translateHueMagicPayload } from '../vocabulary/formats/huemagic/messages';
import { createHueMagicState, diffHueMagicStates } from '../vocabulary/formats/huemagic/states';
import type { HueMagicSource, HueMagicState } from '../vocabulary/formats/huemagic/states';
import { lightFormatNames } from '../vocabulary/formats/light-format';
import type { LightFormatContext } from '../vocabulary/formats/light-format';
import { formatLightState, parseFormattedCommand } from '../vocabulary/formats/light-formats';
import type { ReadCommand } from '../vocabulary/formats/light-formats';
import { copyPlainJsonWithMembers } from '../vocabulary/plain-json';
import type { ResolvedTarget } from './target';
import { findLightWithOwner } from './message';
import type { LightStateFormatter } from './message';
import { getChoiceOrThrow } from './settings';
import { formatSettingPath, getParsedOrThrow } from './errors';

interface FormatSettings {
  /** Of `lightFormatNames`, not `plain`; checked at each use. */
  readonly format?: unknown;
  /** In the format of HueMagic; true if missing. */
  readonly colorNames?: unknown;
}

interface FormattingNode {
  readonly RED: {
    readonly nodes: Pick<NodeAPI['nodes'], 'eachNode'>;
    readonly util: Pick<NodeAPI['util'], 'cloneMessage'>;
  };
  readonly node: Pick<Node, 'id' | 'type'>;
}

interface FormattedPayload extends Pick<LightFormatContext, 'messageMembers' | 'refusedMembers'> {
  readonly payload: unknown;
  readonly at: string;
  readonly target: ResolvedTarget;
}

/**
 * The format of the commands and states of one node, if it is not plain words. The code of all formats is loaded at the
 * deploy of the first such node.
 */
export class MessageFormat {
  /** Undefined for another format: HueMagic alone has messages of its own. */
  readonly #hueMagic: HueMagicMessages | undefined;

  /** @param sender missing where there are no messages, but only a command */
  constructor(
    private readonly settings: FormatSettings,
    private readonly sender?: FormattingNode,
  ) {
    if (settings.format === 'huemagic' && sender !== undefined)
      this.#hueMagic = new HueMagicMessages(sender.node.id, {
        colorNames: settings.colorNames !== false,
      });
  }

  get name(): unknown {
    return this.settings.format;
  }

  /**
   * Translates a message to the words of a node. The node passes on the original message.
   *
   * @returns the same message, unless the format has messages of its own
   */
  translate(message: NodeMessageInFlow): NodeMessageInFlow {
    if (this.#hueMagic === undefined || this.sender === undefined) return message;
    this.recordCommand(message);
    return this.#hueMagic.translate(this.sender.node.type, message);
  }

  /** Gives the next state the message as its `command`, as HueMagic does. */
  recordCommand(message: NodeMessage): void {
    if (this.sender !== undefined)
      this.#hueMagic?.recordCommand(this.sender.RED.util.cloneMessage(message));
  }

  /** Returns further members of the answer to a message that asked for a state. */
  describeState(stateCache: StateCache, resource: Resource | undefined): object {
    return (resource && this.#hueMagic?.describe(stateCache, resource)) ?? {};
  }

  /**
   * Adds the members of the format.
   *
   * @param message from `createResourceMessage` or `createPressMessage`
   * @returns the same message
   */
  formatMessage(stateCache: StateCache, message: NodeMessage): NodeMessage {
    return this.#hueMagic?.format(stateCache, message) ?? message;
  }

  /**
   * Translates the payload for one lamp or group to plain words.
   *
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an invalid format or payload
   */
  readCommand({ payload, at, target, ...members }: FormattedPayload): ReadCommand {
    const { rtype, resource: lamp } = target;
    const kind = rtype === 'light' ? 'light' : 'grouped_light';
    const context = { target: { kind, lamp }, ...members } as const;
    return getParsedOrThrow(parseFormattedCommand(this.#validName, payload, at, context));
  }

  /**
   * Joins a colour that HomeKit sends in two messages.
   *
   * @param command from `readCommand`
   * @returns undefined for a command that is whole, also of another format
   */
  joinColor(
    { homeKitColors }: Pick<Bridge, 'homeKitColors'>,
    { rid }: Pick<ResolvedTarget, 'rid'>,
    command: unknown,
  ): Promise<object> | undefined {
    if (this.name !== 'homekit' || !isObject(command)) return undefined;
    const { hue, saturation } = command;
    if ((hue === undefined) === (saturation === undefined)) return undefined;
    return homeKitColors
      .join(rid, hue === undefined ? { saturation } : { hue })
      .then((joined) => copyPlainJsonWithMembers(command, { ...joined }));
  }

  /**
   * @param echoDeviceId see `findWiredEchoDevice`
   * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown format
   */
  createLightFormatter(echoDeviceId?: string): LightStateFormatter {
    const name = this.#validName;
    return (light, shown) => formatLightState(name, light, { ...shown, echoDeviceId });
  }

  /**
   * A state for an Echo hub has the id of its device.
   *
   * @returns undefined in another format, and for a node that is not wired to such a device
   */
  findWiredEchoDevice(): string | undefined {
    return this.name === 'alexa' && this.sender !== undefined
      ? findWiredEchoDevice(this.sender)
      : undefined;
  }

  get #validName(): (typeof lightFormatNames)[number] {
    const { format: value } = this.settings;
    return getChoiceOrThrow({ value, path: formatSettingPath('format') }, lightFormatNames);
  }
}

interface HueMagicMembers extends HueMagicState {
  /** Nested as in the state. */
  readonly updated: object;
  /** False for the first state. */
  readonly lastState: HueMagicState | false;
  /** Only in the first state after it. */
  readonly command?: NodeMessage;
}

/** Writes the states of a node as HueMagic did, and translates its messages into the words of the nodes. */
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
  format(stateCache: StateCache, message: NodeMessage): NodeMessage {
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
  }

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

/** Returns the id of the device node of node-red-contrib-amazon-echo that is wired to the node; undefined without one. */
function findWiredEchoDevice({ RED, node }: FormattingNode): string | undefined {
  let found: string | undefined;
  RED.nodes.eachNode((def: NodeDef & { readonly wires?: unknown }) => {
    const isWired =
      def.type === 'amazon-echo-device' && getListMember(def.wires).flat().includes(node.id);
    if (isWired) found ??= def.id;
  });
  return found;
}
