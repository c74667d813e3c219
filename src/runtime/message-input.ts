import type { NodeMessage } from 'node-red';
import { givenText, isUnset } from './given-setting';
import { evaluateSetting, placeOf, plain } from './setting';
import type { Evaluator, Given, GivenValue } from './setting';

/** Settings that every action node has. Flows of other hands may lack any of them. */
export interface ActionSettings {
  target?: unknown;
  targetType?: unknown;
  command?: unknown;
  commandType?: unknown;
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
  command({ command, commandType }: ActionSettings): Promise<GivenValue> {
    const type = givenText(commandType) ?? 'msg';
    const unset = command === '' ? type === 'msg' : isUnset(command);
    return this.#setting(unset ? 'payload' : command, type, 'command');
  }

  /** Which resource: as set, otherwise `msg.target`; undefined when neither says one. */
  async target({ target, targetType }: ActionSettings): Promise<Given> {
    if (isUnset(target)) return this.property('target');
    const type = givenText(targetType) ?? 'resource';
    return (await this.#setting(target, type, 'target')).given;
  }

  /**
   * A setting of its own; undefined when it is empty.
   *
   * @param type its type as the flow file holds it
   * @param usual its type where the flow file says none
   */
  optional(value: unknown, type: unknown, usual: string, name: string): Promise<GivenValue> {
    if (isUnset(value)) return Promise.resolve({ at: name, given: nothing });
    return this.#setting(value, givenText(type) ?? usual, name);
  }

  /** A choice that the dialog makes or, when it is empty, the message. */
  choice(setting: unknown, name: 'operation' | 'rtype'): Given {
    return setting === '' ? this.property(name) : plain(setting, name);
  }

  async #setting(value: unknown, type: string, name: string): Promise<GivenValue> {
    const setting = { value, type };
    const at = placeOf(setting, name);
    return { at, given: await evaluateSetting(this.#evaluator, this.#message, setting, at) };
  }

  /** A property of the message itself, such as `operation`; undefined when it is missing. */
  property(name: 'operation' | 'rtype' | 'target'): Given {
    const descriptor = Object.getOwnPropertyDescriptor(this.#message, name);
    const value: unknown = descriptor?.value;
    return value === undefined && descriptor?.get === undefined ? nothing : plain(value, name);
  }
}

const nothing: Given = { ok: true, value: undefined };
