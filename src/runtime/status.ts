import type { Node, NodeAPI } from 'node-red';
import type { ConnectionState } from '../bridge';
import type { BridgeError } from '../bridge/errors/errors';
import { member } from '../resources/member';

/** Words of the shared catalogue, under `status` in nodes/locales/<language>/bridge-config.json. */
const catalogue = '@lighting-bridge/node-red/bridge-config:status';

/** Shortest time between two changes of a node's status, in ms: a flood of messages must not become one of statuses. */
const pace = 200;

/**
 * Wait before a status is shown after a quiet time, in ms. What is over sooner is never shown, and no message waits
 * for the looking up of words.
 */
const firstDelay = 40;

/** A word of the catalogue with what it tells. */
export interface Word {
  key: string;
  values?: Record<string, string | number>;
}

/** Words that were looked up, by what looked them up; looking up is slow, and the language does not change. */
const lookedUp = new WeakMap<object, Map<string, string>>();
/** Most texts kept. */
const mostTexts = 500;

function textOf(RED: Pick<NodeAPI, '_'>, { key, values }: Word): string {
  const texts = lookedUp.get(RED) ?? new Map<string, string>();
  lookedUp.set(RED, texts);
  const sign = `${key} ${JSON.stringify(values)}`;
  const known = texts.get(sign);
  if (known !== undefined) return known;
  const text = RED._(`${catalogue}.${key}`, values);
  if (texts.size >= mostTexts) texts.clear();
  texts.set(sign, text);
  return text;
}

/** What is needed to write statuses. */
export interface StatusWriter {
  RED: Pick<NodeAPI, '_'>;
  node: Pick<Node, 'status'>;
}

type Look = readonly [fill: 'grey' | 'blue' | 'green' | 'yellow' | 'red', shape: 'ring' | 'dot'];

const looks = {
  idle: ['grey', 'ring'],
  working: ['blue', 'dot'],
  result: ['green', 'dot'],
  waiting: ['yellow', 'ring'],
  error: ['red', 'ring'],
} as const satisfies Record<string, Look>;

/** The status below one node: the only place that writes it. The last word is always shown in the end. */
export class Status {
  readonly #writer: StatusWriter;
  #wanted: { look: Look; word: Word } | undefined;
  /** What is shown, before it was put into words: looking words up costs more than comparing. */
  #shown = '';
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(writer: StatusWriter) {
    this.#writer = writer;
  }

  /** Nothing has happened yet. */
  idle(): void {
    this.#want(looks.idle, { key: 'idle' });
  }

  /** Messages are under way. */
  working(messages: number): void {
    const word = messages > 1 ? { key: 'workingOn', values: { messages } } : { key: 'working' };
    this.#want(looks.working, word);
  }

  /** What came of the last message or poll. */
  result(word: Word): void {
    this.#want(looks.result, word);
  }

  /**
   * What keeps the bridge from answering, if anything does: it asked for patience, is away, refuses the key, or
   * is not the one we trust.
   *
   * @param messages how many of the node's own messages wait for it
   * @returns false when the connection is well and nothing is shown
   */
  trouble({ kind, since, reason }: ConnectionState, messages: number): boolean {
    const values = { messages, since: timeOf(since) };
    if (kind === 'waiting' || kind === 'away') {
      this.#want(looks.waiting, { key: messages > 0 ? `${kind}With` : kind, values });
    } else if ((kind === 'unauthorized' || kind === 'untrusted') && reason !== undefined) {
      this.failed(reason);
    } else return false;
    return true;
  }

  /** Something went wrong, in the few words that its code has. */
  failed(error: Error): void {
    this.#want(looks.error, { key: `failed.${failedKey(error)}` });
  }

  /** Shows nothing any more. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #want(look: Look, word: Word): void {
    this.#wanted = { look, word };
    if (!this.#stopped) this.#timer ??= setTimeout(() => this.#show(), firstDelay).unref();
  }

  #show(): void {
    this.#timer = undefined;
    if (this.#wanted === undefined || this.#stopped) return;
    const { look, word } = this.#wanted;
    this.#wanted = undefined;
    const sign = `${look.join(' ')} ${word.key} ${JSON.stringify(word.values)}`;
    if (sign === this.#shown) return;
    this.#shown = sign;
    const text = textOf(this.#writer.RED, word);
    const [fill, shape] = look;
    this.#writer.node.status({ fill, shape, text });
    this.#timer = setTimeout(() => this.#show(), pace).unref();
  }
}

/** Last part of the catalogue key of an error: its code, or what is wrong in the settings. */
function failedKey(error: Error | BridgeError): string {
  if (!('code' in error) || typeof error.code !== 'string') return 'unexpected';
  const { code } = error;
  const reason = member(error.cause, 'reason');
  const ofSettings =
    code === 'ERR_BRIDGE_NOT_CONFIGURED' ||
    (code === 'ERR_BRIDGE_INVALID_COMMAND' && reason === 'WRONG_SETTING');
  return ofSettings && typeof reason === 'string' ? reason : code;
}

const oneDay = 86_400_000;

/** Time of day, or the day when it is longer ago, in the clock of the machine. */
export function timeOf(since: Date, now = new Date()): string {
  const [hours, minutes] = [since.getHours(), since.getMinutes()].map((part) => twoDigits(part));
  if (now.getTime() - since.getTime() < oneDay) return `${hours}:${minutes}`;
  return `${since.getFullYear()}-${twoDigits(since.getMonth() + 1)}-${twoDigits(since.getDate())}`;
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');
