import type { NodeMessage } from 'node-red';
import {
  parseNonEmptyText,
  isUnset,
  evaluateSetting,
  getErrorPath,
  toSettingResult,
} from './evaluate-setting';
import type { EvaluationContext, SettingResult, LocatedSettingResult } from './evaluate-setting';

/** Settings that every action node has. Hand-written flows may lack any of them. */
export interface ActionSettings {
  target?: unknown;
  targetType?: unknown;
  command?: unknown;
  commandType?: unknown;
}

/** Evaluates settings for one message. Every method copies what it reads at once; see `evaluateSetting`. */
export class MessageEvaluator {
  readonly #context: EvaluationContext;
  readonly #message: NodeMessage;

  constructor(context: EvaluationContext, message: NodeMessage) {
    this.#context = context;
    this.#message = message;
  }

  /** The command: the setting, otherwise `msg.payload`. */
  evaluateCommand({ command, commandType }: ActionSettings): Promise<LocatedSettingResult> {
    const type = parseNonEmptyText(commandType) ?? 'msg';
    const unset = command === '' ? type === 'msg' : isUnset(command);
    return this.#setting(unset ? 'payload' : command, type, 'command');
  }

  /** The target: the setting, otherwise `msg.target`; undefined when both are missing. */
  async evaluateTarget({ target, targetType }: ActionSettings): Promise<SettingResult> {
    if (isUnset(target)) return this.getProperty('target');
    const type = parseNonEmptyText(targetType) ?? 'resource';
    return (await this.#setting(target, type, 'target')).result;
  }

  /**
   * An optional setting; undefined when it is empty.
   *
   * @param type its type as the flow file holds it
   * @param defaultType its type where the flow file has none
   */
  evaluateOptional(
    value: unknown,
    type: unknown,
    defaultType: string,
    name: string,
  ): Promise<LocatedSettingResult> {
    if (isUnset(value)) return Promise.resolve({ path: name, result: undefinedResult });
    return this.#setting(value, parseNonEmptyText(type) ?? defaultType, name);
  }

  /** A choice from the dialog or, when that is empty, from the message. */
  getChoice(setting: unknown, name: 'operation' | 'rtype'): SettingResult {
    return setting === '' ? this.getProperty(name) : toSettingResult(setting, name);
  }

  async #setting(value: unknown, type: string, name: string): Promise<LocatedSettingResult> {
    const setting = { value, type };
    const path = getErrorPath(setting, name);
    return { path, result: await evaluateSetting(this.#context, this.#message, setting, path) };
  }

  /** A property of the message, such as `operation`; undefined when it is missing. */
  getProperty(name: 'operation' | 'rtype' | 'target'): SettingResult {
    const descriptor = Object.getOwnPropertyDescriptor(this.#message, name);
    const value: unknown = descriptor?.value;
    return value === undefined && descriptor?.get === undefined
      ? undefinedResult
      : toSettingResult(value, name);
  }
}

const undefinedResult: SettingResult = { ok: true, value: undefined };
