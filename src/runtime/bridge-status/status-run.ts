import type { NodeMessage } from 'node-red';
import type { ConnectionState, Watch } from '../../bridge';
import { isLost } from '../follow-bridge';
import { asError } from '../command-error';
import type { OpenBridge } from '../open-bridge';
import { knownAbout, readAbout } from './bridge-about';
import type { BridgeAbout } from './bridge-about';
import { bridgeStatus, statusMessage } from './status-message';
import type { BridgeStatus, StatusOccasion } from './status-message';
import type { StatusSettings } from './status-settings';

/** Where a running status node speaks. */
export interface StatusListener {
  /** Sends a message that nobody asked for. */
  send(message: NodeMessage): void;
  /** A change could not be told. */
  fail(error: Error): void;
}

/** One status node at work: tells how its bridge stands, and keeps looking whether it is there. */
export class StatusRun {
  readonly #bridge: OpenBridge;
  readonly #settings: StatusSettings;
  readonly #listener: StatusListener;
  readonly #watch: Watch;
  /** Changes are told one after the other, since some of them wait for an answer of the bridge. */
  #line: Promise<void> = Promise.resolve();
  #about: BridgeAbout;
  #isRead = false;
  #told: BridgeStatus | undefined;
  #stopped = false;

  constructor(bridge: OpenBridge, settings: StatusSettings, listener: StatusListener) {
    this.#bridge = bridge;
    this.#settings = settings;
    this.#listener = listener;
    this.#about = knownAbout(bridge.client.mirror);
    this.#watch = bridge.client.watch({
      // Every bridge has its home, and it hardly ever changes.
      rtype: 'bridge_home',
      interval: settings.interval,
    });
  }

  /** Tells a new state of the connection, if it is worth a message. */
  changed(state: ConnectionState): void {
    if (isLost(state.kind) === undefined) return;
    this.#line = this.#line
      .then(() => this.#tellChange(state))
      .catch((error: unknown) => this.#listener.fail(asError(error)));
  }

  /**
   * Looks at the bridge now.
   *
   * @returns how it stands, as a message; a bridge that is away is an answer too
   */
  async request(): Promise<NodeMessage> {
    await this.#readAbout();
    const status = bridgeStatus(this.#bridge.client.connection, this.#about);
    return this.#message('request', status, this.#told);
  }

  stop(): void {
    this.#stopped = true;
    this.#watch.stop();
  }

  async #tellChange(state: ConnectionState): Promise<void> {
    if (isLost(state.kind) === true) this.#isRead = false;
    else if (!this.#isRead) await this.#readAbout();
    if (this.#stopped) return;
    const previous = this.#told;
    const status = bridgeStatus(state, this.#about);
    this.#told = status;
    const occasion = previous === undefined ? 'start' : 'changed';
    if (this.#isWanted(status, previous)) {
      this.#listener.send(this.#message(occasion, status, previous));
    }
  }

  #isWanted(status: BridgeStatus, previous: BridgeStatus | undefined): boolean {
    const { emit, emitAtStart } = this.#settings;
    if (emit === 'request') return false;
    if (previous === undefined) return emitAtStart;
    if (status.connected !== previous.connected) return true;
    return emit !== 'connection' && signOf(status) !== signOf(previous);
  }

  /** Asks the bridge what it is. Where it cannot tell, the state of the connection says why. */
  async #readAbout(): Promise<void> {
    const { client } = this.#bridge;
    try {
      this.#about = await readAbout(client);
      this.#isRead = true;
    } catch {
      const known = knownAbout(client.mirror);
      if (known.bridgeId !== null) this.#about = known;
    }
  }

  #message(
    occasion: StatusOccasion,
    status: BridgeStatus,
    previous: BridgeStatus | undefined,
  ): NodeMessage {
    return statusMessage(this.#settings.output, occasion, status, previous);
  }
}

const signOf = ({ state, mode, reason, movedTo }: BridgeStatus): string =>
  `${state} ${mode} ${reason?.code ?? ''} ${movedTo ?? ''}`;
