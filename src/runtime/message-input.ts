import type { NodeMessage } from 'node-red';
import { givenText, isUnset, writtenText } from './given-setting';
import { evaluateSetting, plain } from './setting';
import type { Evaluator, Given } from './setting';

/** Settings that every action node has. Flows of other hands may lack any of them. */
export interface ActionSettings {
  target?: unknown;
  targetType?: unknown;
  command?: unknown;
  commandType?: unknown;
}

/** What a message wants to be written. */
export interface GivenCommand {
  /** Name of the setting or of the property of the message that holds it, for errors. */
  at: string;
  given: Given;
}

/** One message as a node reads it. Every method copies at once what it reads; see `evaluateSetting`. */
export class MessageInput {
  readonly #evaluator: Evaluator;
  readonly #message: NodeMessage;

  constructor(evaluator: Evaluator, message: NodeMessage) {
    this.#evaluator = evaluator;
    this.#message = message;
  }

  /** What to write: as set, otherwise `msg.payload`. */
  async command({ command, commandType }: ActionSettings): Promise<GivenCommand> {
    const type = givenText(commandType) ?? 'msg';
    const unset = command === '' ? type === 'msg' : isUnset(command);
    const value = unset ? 'payload' : command;
    const at = (type === 'msg' ? writtenText(value) : undefined) ?? 'command';
    return { at, given: await this.#setting(value, type, at) };
  }

  /** Which resource: as set, otherwise `msg.target`; undefined when neither says one. */
  target({ target, targetType }: ActionSettings): Promise<Given> {
    if (isUnset(target)) return Promise.resolve(this.property('target'));
    const type = givenText(targetType) ?? 'resource';
    const at = (type === 'msg' ? writtenText(target) : undefined) ?? 'target';
    return this.#setting(target, type, at);
  }

  /**
   * A setting of its own; undefined when it is empty.
   *
   * @param type its type as the flow file holds it
   * @param usual its type where the flow file says none
   */
  optional(value: unknown, type: unknown, usual: string, at: string): Promise<Given> {
    if (isUnset(value)) return Promise.resolve(nothing);
    return this.#setting(value, givenText(type) ?? usual, at);
  }

  /** A choice that the dialog makes or, when it is empty, the message. */
  choice(setting: unknown, name: 'operation' | 'rtype'): Given {
    return setting === '' ? this.property(name) : plain(setting, name);
  }

  #setting(value: unknown, type: string, at: string): Promise<Given> {
    return evaluateSetting(this.#evaluator, this.#message, { value, type }, at);
  }

  /** A property of the message itself, such as `operation`; undefined when it is missing. */
  property(name: 'operation' | 'rtype' | 'target'): Given {
    const descriptor = Object.getOwnPropertyDescriptor(this.#message, name);
    const value: unknown = descriptor?.value;
    return value === undefined && descriptor?.get === undefined ? nothing : plain(value, name);
  }
}

const nothing: Given = { ok: true, value: undefined };
