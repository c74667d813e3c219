import type { NodeMessage } from 'node-red';
import type { ConnectionState, Watch, ConnectionStatus } from '../../bridge';
import { restatePurpose } from '../../bridge/error-messages';
import { getNestedMember } from '../../resources/members';
import { getCachedBridgeInfo, fetchBridgeInfo } from '../bridge/info';
import type { BridgeInfo } from '../bridge/info';
import type { Bridge } from '../bridge/bridge';
import type { NodeCode } from '../node';
import type { ProgramInfo } from '../programs/program-runner';
import { addReadOnlyWarning } from '../settings';
import { parseInterval, defaultPollingIntervals } from '../numeric-settings';
import { parseNonEmptyText } from '../stored-settings';
import type { NodeSettings } from '../stored-settings';
import { toNodeError } from '../errors';
import { isConnectionLost } from '../status';
import type { TranslatableStatusText } from '../status';
import { readHomeProblemReport } from './home-problem-report';
import type { HomeProblemReport } from './home-problem-report';
import { answerFromLogbook, parseLogbookQuestion } from '../logbook/question';
import { answerHistory, parseHistoryQuestion } from '../logbook/history-question';
import type { HistoryQuestion } from '../logbook/history-question';
import type { LogbookQuestion } from '../logbook/question';
import { HomeSun, sunriseAndSunset } from './home-sun';

const requestedOutputs = ['programs', 'report'] as const;

export const createStatusNode: NodeCode<StatusNodeDef, StatusOnBridge> = (deployed) => ({
  async start({ bridge, node }) {
    const { def, status } = deployed;
    return new StatusOnBridge(bridge, parseStatusSettings(def), {
      send: (message) => node.send(message),
      succeed: (statusText) => status.succeed(statusText),
      fail(error) {
        status.fail(error);
        node.error(error);
      },
    });
  },
  async onInput(message) {
    const runningNode = await deployed.current();
    const question = parseLogbookQuestion(message.payload) ?? parseHistoryQuestion(message.payload);
    if (question !== undefined) {
      const answer = await runningNode.answerFromLogbook(question);
      return { createMessages: () => Object.assign(message, answer) };
    }
    const requested = requestedOutputs.find((output) => output === message.payload);
    const status = await runningNode.requestStatus(requested);
    const answer = requested === undefined ? addReadOnlyWarning(status, message) : status;
    return { createMessages: () => Object.assign(message, answer) };
  },
});

interface StatusListener {
  send(message: NodeMessage): void;
  /** On connection; the text names how changes are detected. */
  succeed(statusText: TranslatableStatusText): void;
  fail(error: Error): void;
}

/** Sends the status, and polls the bridge to check the connection. */
export class StatusOnBridge {
  readonly #watch: Watch;
  readonly #sun: HomeSun | undefined;
  /** Some changes wait for a response, so they are handled one after the other. */
  #changeQueue: Promise<void> = Promise.resolve();
  #bridgeInfo: BridgeInfo;
  #hasFetchedInfo = false;
  #lastStatus: BridgeStatusPayload | undefined;
  #lastPayload: string | undefined;
  readonly #unsubscribe: () => void;
  #stopped = false;

  constructor(
    private readonly bridge: Bridge,
    private readonly settings: StatusSettings,
    private readonly listener: StatusListener,
  ) {
    this.#bridgeInfo = getCachedBridgeInfo(bridge.client.stateCache);
    // A live event stream keeps the state cache current, without a read.
    this.#hasFetchedInfo =
      bridge.client.connectionState.mode === 'stream' && this.#bridgeInfo.model !== null;
    this.#watch = bridge.client.watch({
      // Every bridge has one, and it rarely changes.
      rtype: 'bridge_home',
      interval: settings.interval,
    });
    if (settings.emit === 'sun')
      this.#sun = new HomeSun(bridge, { kind: 'events', moments: sunriseAndSunset }, listener);
    const onChange = (state: ConnectionState): void => this.#onConnectionChange(state);
    this.#unsubscribe = bridge.client.onConnectionChange(onChange);
    onChange(bridge.client.connectionState);
  }

  #onConnectionChange(state: ConnectionState): void {
    if (state.kind === 'connected')
      this.listener.succeed({ key: state.mode === 'stream' ? 'live' : 'polling' });
    if (isConnectionLost(state.kind) === undefined) return;
    this.#changeQueue = this.#changeQueue
      .then(() => this.#emitChange(state))
      .catch((error: unknown) => this.listener.fail(toNodeError(error)));
  }

  /**
   * Also answers for an unreachable bridge.
   *
   * @param requestedOutput undefined for the output of the settings
   * @throws {BridgeError} if the bridge cannot be read for a report or for the sun
   */
  async requestStatus(requestedOutput?: string): Promise<NodeMessage> {
    if (requestedOutput === undefined && this.#sun !== undefined) return this.#sun.request();
    const output = requestedOutput ?? this.settings.output;
    await this.#refreshBridgeInfo();
    const report = output === 'report' ? await this.#readReport() : undefined;
    const status = this.#createStatus(this.bridge.client.connectionState);
    return createStatusMessage(output, 'request', { status, previous: this.#lastStatus, report });
  }

  /** @throws {BridgeError} if the logbook is off, or if the question names nothing that the bridge has */
  answerFromLogbook(question: LogbookQuestion | HistoryQuestion): Promise<NodeMessage> {
    return question.kind === 'history'
      ? answerHistory(this.bridge, question)
      : answerFromLogbook(this.bridge, question);
  }

  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
    this.#watch.stop();
    this.#sun?.stop();
  }

  async #emitChange(state: ConnectionState): Promise<void> {
    if (isConnectionLost(state.kind) === true) this.#hasFetchedInfo = false;
    else if (!this.#hasFetchedInfo) await this.#refreshBridgeInfo();
    if (this.#stopped) return;
    const previous = this.#lastStatus;
    const status = this.#createStatus(state);
    this.#lastStatus = status;
    if (!this.#isRelevant(status, previous)) return;
    const { output, emitAtStart } = this.settings;
    // A report needs a read.
    const report = output === 'report' && status.connected ? await this.#readReport() : undefined;
    if (this.#stopped) return;
    const occasion = previous === undefined ? 'start' : 'changed';
    const message = createStatusMessage(output, occasion, { status, previous, report });
    const isNew = this.#recordPayload(message.payload);
    if (occasion === 'start' ? emitAtStart : isNew) this.listener.send(message);
  }

  /** Returns false for a part of the status that is as before: a broken event stream changes only the mode. */
  #recordPayload(payload: unknown): boolean {
    const former = this.#lastPayload;
    this.#lastPayload = JSON.stringify(payload);
    return this.settings.output === 'status' || this.#lastPayload !== former;
  }

  #readReport(): ReturnType<typeof readHomeProblemReport> {
    return readHomeProblemReport(this.bridge.stateReader).catch((error: unknown) => {
      throw restatePurpose(error, 'report on the home');
    });
  }

  #isRelevant(status: BridgeStatusPayload, previous: BridgeStatusPayload | undefined): boolean {
    const { emit } = this.settings;
    if (emit === 'request' || emit === 'sun') return false;
    if (previous === undefined || status.connected !== previous.connected) return true;
    return emit !== 'connection' && toComparisonKey(status) !== toComparisonKey(previous);
  }

  /** Keeps the known values if the read fails; the connection state holds the error. */
  async #refreshBridgeInfo(): Promise<void> {
    const { client } = this.bridge;
    try {
      this.#bridgeInfo = await fetchBridgeInfo(client);
      this.#hasFetchedInfo = true;
    } catch {
      const cachedInfo = getCachedBridgeInfo(client.stateCache);
      if (cachedInfo.bridgeId !== null) this.#bridgeInfo = cachedInfo;
    }
  }

  #createStatus(state: ConnectionState): BridgeStatusPayload {
    return createBridgeStatusPayload(
      state,
      this.#bridgeInfo,
      this.bridge.programs.runner?.list() ?? [],
    );
  }
}

const toComparisonKey = ({ state, mode, reason, movedTo }: BridgeStatusPayload): string =>
  `${state} ${mode} ${reason?.code ?? ''} ${movedTo ?? ''}`;

/** Times are ISO 8601. */
interface BridgeStatusPayload extends BridgeInfo {
  connected: boolean;
  state: ConnectionStatus;
  since: string;
  mode: ConnectionState['mode'];
  /** Last response; null before the first. */
  lastContact: string | null;
  /** Why the bridge is disconnected or asks to wait. */
  reason: { code: string; message: string } | null;
  /** Null for the address of the settings. */
  movedTo: string | null;
  queued: number;
  requestsPerMinute: number;
  /** Oldest first. */
  programs: readonly ProgramInfo[];
}

function createBridgeStatusPayload(
  state: ConnectionState,
  bridgeInfo: BridgeInfo,
  programs: readonly ProgramInfo[],
): BridgeStatusPayload {
  const { kind, since, mode, lastContact, reason, movedTo, queued, requestsPerMinute } = state;
  return {
    connected: isConnectionLost(kind) === false,
    state: kind,
    since: since.toISOString(),
    mode,
    lastContact: lastContact?.toISOString() ?? null,
    reason: reason === undefined ? null : { code: reason.code, message: reason.message },
    movedTo: movedTo ?? null,
    queued,
    requestsPerMinute,
    programs,
    ...bridgeInfo,
  };
}

interface BridgeStatusMessageContent {
  status: BridgeStatusPayload;
  previous: BridgeStatusPayload | undefined;
  report?: HomeProblemReport | undefined;
}

/** @param output `status`, `report`, or the path of a member of the status */
function createStatusMessage(
  output: string,
  occasion: 'start' | 'changed' | 'request',
  { status, previous, report }: BridgeStatusMessageContent,
): NodeMessage {
  const member =
    output === 'report' ? report : getNestedMember({ ...status }, ...output.split('.'));
  return {
    payload: structuredClone(output === 'status' ? status : (member ?? null)),
    topic: `bridge/${status.name ?? status.bridgeId ?? ''}`,
    status: structuredClone(status),
    previous: structuredClone(previous),
    bridge: { occasion },
  };
}

export type StatusNodeDef = NodeSettings<keyof StatusSettings>;

export interface StatusSettings {
  /**
   * `change`: each change; `connection`: the bridge disconnects or reconnects; `sun`: sunrise and sunset; `request`:
   * only if a message asks.
   */
  emit: 'change' | 'connection' | 'sun' | 'request';
  /** `status`, `report`, or the path of a member of the status. */
  output: string;
  emitAtStart: boolean;
  /** In ms. */
  interval: number;
}

export function parseStatusSettings(def: StatusNodeDef): StatusSettings {
  const { emit } = def;
  return {
    emit: emit === 'connection' || emit === 'sun' || emit === 'request' ? emit : 'change',
    output: parseNonEmptyText(def.output) ?? 'status',
    emitAtStart: def.emitAtStart !== false,
    interval: parseInterval(def.interval, defaultPollingIntervals.status),
  };
}
