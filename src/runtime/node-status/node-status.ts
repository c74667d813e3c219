import type { Node, NodeAPI } from 'node-red';
import type { ConnectionState } from '../../bridge';
import type { BridgeError } from '../../bridge/errors/bridge-error';
import { getMember } from '../../resources/member-access';
import { isBridgeError } from '../../bridge/errors/bridge-error';
import { isOutage } from '../../bridge/polling/outage-monitor';

/** Root of the status texts: `status` in nodes/locales/<language>/bridge-config.json. */
const catalogueKey = '@lighting-bridge/node-red/bridge-config:status';

/** Shortest time between two updates of a node's status, in ms: limits the rate under many messages. */
const minUpdateInterval = 200;

/**
 * Delay of the first update after a pause, in ms. A shorter state is never shown, and translating
 * does not delay the processing of a message.
 */
const initialDelay = 40;

/** Key of a text below `status` in the catalogue, with the values to insert. */
export interface StatusText {
  key: string;
  values?: Record<string, string | number>;
}

/** A text, or what makes it: while statuses change faster than they are shown, most are never made. */
export type StatusTextSource = StatusText | (() => StatusText);

/** Translated texts per Node-RED instance: `RED._` is slow, and the language does not change. */
const translationCaches = new WeakMap<object, Map<string, string>>();
/** Number of cached texts at which the cache is cleared. */
const maxTranslations = 500;

function translate(RED: Pick<NodeAPI, '_'>, { key, values }: StatusText): string {
  const translations = translationCaches.get(RED) ?? new Map<string, string>();
  translationCaches.set(RED, translations);
  const cacheKey = `${key} ${JSON.stringify(values)}`;
  const cached = translations.get(cacheKey);
  if (cached !== undefined) return cached;
  const text = RED._(`${catalogueKey}.${key}`, values);
  if (translations.size >= maxTranslations) translations.clear();
  translations.set(cacheKey, text);
  return text;
}

/** The node whose status is written, and the Node-RED that translates. */
export interface NodeStatusContext {
  RED: Pick<NodeAPI, '_'>;
  node: Pick<Node, 'status'>;
}

type StatusAppearance = readonly [
  fill: 'grey' | 'blue' | 'green' | 'yellow' | 'red',
  shape: 'ring' | 'dot',
];

const appearances = {
  idle: ['grey', 'ring'],
  working: ['blue', 'dot'],
  result: ['green', 'dot'],
  waiting: ['yellow', 'ring'],
  error: ['red', 'ring'],
} as const satisfies Record<string, StatusAppearance>;

/** Writes the status of one node, rate-limited. The last text is always shown in the end. */
export class NodeStatusWriter {
  readonly #context: NodeStatusContext;
  #next: { appearance: StatusAppearance; source: StatusTextSource } | undefined;
  /** What is shown, untranslated: comparing is cheaper than translating. */
  #lastSignature = '';
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(context: NodeStatusContext) {
    this.#context = context;
  }

  /** Shows that nothing has happened yet. */
  showIdle(): void {
    this.#schedule(appearances.idle, { key: 'idle' });
  }

  /** Shows that messages are being processed. */
  showWorking(count: number): void {
    const statusText =
      count > 1 ? { key: 'workingOn', values: { messages: count } } : { key: 'working' };
    this.#schedule(appearances.working, statusText);
  }

  /** Shows the result of the last message or poll. */
  showResult(source: StatusTextSource): void {
    this.#schedule(appearances.result, source);
  }

  /**
   * Shows why the bridge does not respond: it is busy, unreachable, rejects the key, or has a certificate
   * that is not trusted.
   *
   * @param messages number of pending messages of the node
   * @returns false when the connection has no problem; nothing is shown then
   */
  showConnectionProblem({ kind, since, reason }: ConnectionState, messages: number): boolean {
    if (kind === 'waiting' || kind === 'away') {
      const values = { messages, since: formatTimeOrDate(since) };
      this.#schedule(appearances.waiting, { key: messages > 0 ? `${kind}With` : kind, values });
    } else if ((kind === 'unauthorized' || kind === 'untrusted') && reason !== undefined) {
      this.showError(reason);
    } else return false;
    return true;
  }

  /** Shows the short text for the code of an error. */
  showError(error: Error): void {
    this.#schedule(appearances.error, { key: `failed.${errorStatusKey(error)}` });
  }

  /** Ends all updates. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(appearance: StatusAppearance, source: StatusTextSource): void {
    this.#next = { appearance, source };
    if (!this.#stopped) this.#timer ??= setTimeout(() => this.#flush(), initialDelay).unref();
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#next === undefined || this.#stopped) return;
    const { appearance, source } = this.#next;
    const statusText = typeof source === 'function' ? source() : source;
    this.#next = undefined;
    const signature = `${appearance.join(' ')} ${statusText.key} ${JSON.stringify(statusText.values)}`;
    if (signature === this.#lastSignature) return;
    this.#lastSignature = signature;
    const text = translate(this.#context.RED, statusText);
    const [fill, shape] = appearance;
    this.#context.node.status({ fill, shape, text });
    this.#timer = setTimeout(() => this.#flush(), minUpdateInterval).unref();
  }
}

/** Last part of the catalogue key of an error: its code, or the reason for wrong settings. */
function errorStatusKey(error: Error | BridgeError): string {
  if (!('code' in error) || typeof error.code !== 'string') return 'ERR_BRIDGE_UNEXPECTED_ERROR';
  const { code } = error;
  const reason = getMember(error.cause, 'reason');
  const isSettingError =
    code === 'ERR_BRIDGE_NOT_CONFIGURED' ||
    (code === 'ERR_BRIDGE_INVALID_COMMAND' && reason === 'WRONG_SETTING');
  return isSettingError && typeof reason === 'string' ? reason : code;
}

const msPerDay = 86_400_000;

/** Local time `hh:mm`, or the date `yyyy-mm-dd` when it is more than a day ago. */
export function formatTimeOrDate(since: Date, now = new Date()): string {
  const [hours, minutes] = [since.getHours(), since.getMinutes()].map((part) => padTwoDigits(part));
  if (now.getTime() - since.getTime() < msPerDay) return `${hours}:${minutes}`;
  return `${since.getFullYear()}-${padTwoDigits(since.getMonth() + 1)}-${padTwoDigits(since.getDate())}`;
}

const padTwoDigits = (part: number): string => String(part).padStart(2, '0');

/** Chooses the status of a node from its activity, its last result and the state of the connection. */
export class NodeStatusTracker {
  readonly #writer: NodeStatusWriter;
  readonly #countPending: () => number;
  #connection: ConnectionState | undefined;
  /** Shows the status for no pending messages and a working connection. */
  #showCurrent: () => void;
  /** As `showCurrent`, without transient errors, which end when the bridge is connected again. */
  #showPersistent: () => void;

  /**
   * @param writer writes the status
   * @param countPending returns the number of messages that are not completed
   */
  constructor(writer: NodeStatusWriter, countPending: () => number) {
    this.#writer = writer;
    this.#countPending = countPending;
    this.#showCurrent = () => writer.showIdle();
    this.#showPersistent = this.#showCurrent;
  }

  /** Called when a message arrives. */
  begin(): void {
    if (!this.#showConnectionProblem()) this.#writer.showWorking(this.#countPending());
  }

  /** Called when a message was completed or a poll succeeded. */
  succeed(source: StatusTextSource): void {
    this.#setPersistent(() => this.#writer.showResult(source));
    this.refresh();
  }

  /** Called when a message or poll failed, or the node has no bridge. */
  fail(error: Error): void {
    const show = (): void => this.#writer.showError(error);
    if (isTransient(error)) this.#showCurrent = show;
    else this.#setPersistent(show);
    this.refresh();
  }

  /** Called with the present state of the connection. */
  setConnection(state: ConnectionState): void {
    const { movedTo } = state;
    if (movedTo !== undefined && movedTo !== this.#connection?.movedTo) {
      this.#setPersistent(() =>
        this.#writer.showResult({ key: 'movedTo', values: { address: movedTo } }),
      );
    }
    if (state.kind === 'connected') this.#showCurrent = this.#showPersistent;
    this.#connection = state;
    this.refresh();
  }

  /** Shows the present status again, after a message that brought no new one. */
  refresh(): void {
    if (this.#showConnectionProblem()) return;
    if (this.#countPending() > 0) this.#writer.showWorking(this.#countPending());
    else this.#showCurrent();
  }

  stop(): void {
    this.#writer.stop();
  }

  #setPersistent(show: () => void): void {
    this.#showCurrent = show;
    this.#showPersistent = show;
  }

  #showConnectionProblem(): boolean {
    const state = this.#connection;
    return state !== undefined && this.#writer.showConnectionProblem(state, this.#countPending());
  }
}

/** True for an error of the connection, false for one of the command or the settings. */
const isTransient = (error: Error): boolean =>
  isBridgeError(error) &&
  (error.code === 'ERR_BRIDGE_EXPIRED' ||
    (error.code !== 'ERR_BRIDGE_NOT_CONFIGURED' && isOutage(error)));
