import type { NodeMessage } from 'node-red';
import { evaluateSetting, plain } from './setting';
import type { Evaluator, Given } from './setting';

/** Settings that every action node has. Flows of other hands may lack any of them. */
export interface ActionSettings {
  target?: string;
  targetType?: string;
  command?: string;
  commandType?: string;
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
    const type = commandType ?? 'msg';
    const value = command === undefined || (command === '' && type === 'msg') ? 'payload' : command;
    const at = type === 'msg' ? value : 'command';
    return { at, given: await this.#setting(value, type, at) };
  }

  /** Which resource: as set, otherwise `msg.target`; undefined when neither says one. */
  target({ target, targetType }: ActionSettings): Promise<Given> {
    if (target === undefined || target === '') return Promise.resolve(this.property('target'));
    const type = targetType ?? 'resource';
    return this.#setting(target, type, type === 'msg' ? target : 'target');
  }

  /** A setting of its own; undefined when it is empty. */
  optional(value: string | undefined, type: string, at: string): Promise<Given> {
    if (value === undefined || value === '') return Promise.resolve(nothing);
    return this.#setting(value, type, at);
  }

  /** A choice that the dialog makes or, when it is empty, the message. */
  choice(setting: string, name: 'operation' | 'rtype'): Given {
    return setting === '' ? this.property(name) : plain(setting, name);
  }

  #setting(value: string, type: string, at: string): Promise<Given> {
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
