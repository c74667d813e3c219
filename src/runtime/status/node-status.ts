import type { Node, NodeAPI } from 'node-red';
import type { ConnectionState } from '../../bridge';
import { evictOldest } from '../../bridge/limits/evict-oldest';
import { SlicedQueue } from '../../bridge/time/sliced-queue';
import { systemClock } from '../../bridge/time/clock';
import {
  createConnectionStatus,
  createErrorStatus,
  createResultStatus,
  createWorkingStatus,
  idleStatus,
  isTransient,
  needsChangeOfNode,
} from './status-content';
import type { LazyStatusText, NodeStatusContent } from './status-content';
import { translateStatus } from './translate-status';

/**
 * Shortest time between two updates of a node's status, in ms. It grows up to the longest while the status keeps
 * changing: an update goes to every open editor, and nobody reads a status that changes five times a second.
 */
const minUpdateInterval = 200;
const maxUpdateInterval = 1_000;
const updateIntervalGrowth = 1.25;

/**
 * While many nodes change at once, the time between two updates of each grows with their number, in ms for each of
 * them, up to the longest: together they write a bounded number of statuses a second.
 */
const intervalPerBusyNode = 50;
const longestBusyInterval = 5_000;

/** Most sentences that a node remembers it has said. */
const maxSaidSentences = 20;

/** Number of nodes whose status was written so lately that they wait before the next update. */
let busyCount = 0;

/**
 * Delay of the first update after a pause, in ms. A shorter state is never shown, and choosing and translating
 * the text does not delay the request of a message.
 */
const initialDelay = 40;

/** The node whose status is written, and that writes to the log; and the Node-RED that translates. */
export interface NodeStatusContext {
  RED: Pick<NodeAPI, '_'>;
  node: Pick<Node, 'status' | 'error'>;
}

/** The messages of a node that are not completed. */
export interface PendingMessageCount {
  readonly count: number;
}

/** Of a node that answers no messages, or whose status does not depend on them. */
export const noPendingMessages: PendingMessageCount = Object.freeze({ count: 0 });

/** What a node shows while it does nothing and nothing lasts. */
export interface IdleNodeStatus {
  /**
   * Chooses it at this moment; called only when it is to be shown.
   *
   * @param resultAt when the node last had a result, in ms as `performance.now()`
   * @returns undefined when nothing newer than that result is known
   */
  choose(resultAt: number): NodeStatusContent | undefined;
}

/** How long a result, or an error, is shown before what lasts is shown again, in ms. */
const resultDuration = 3_000;
const errorDuration = 10_000;

/**
 * Shows the status of one node: chosen from its activity, its last result and the state of the connection,
 * rate-limited, the last one always in the end.
 */
export class NodeStatusTracker {
  readonly #RED: NodeStatusContext['RED'];
  readonly #node: NodeStatusContext['node'];
  readonly #pending: PendingMessageCount;
  /**
   * What is to be shown of connections, by the name of the bridge, undefined for the only one. Created when the first is
   * not connected, or has moved.
   */
  #connections: Map<string | undefined, ShownConnection> | undefined;
  /** Status for no pending messages and a working connection. */
  #current = idleStatus;
  /** As `current`, without transient errors, which end when the bridge is connected again. */
  #persistent = idleStatus;
  /** What is shown, untranslated: comparing is cheaper than translating. */
  #lastSignature = '';
  #needsUpdate = false;
  /** Time from the last update to the next one, in ms. */
  #updateInterval = minUpdateInterval;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #isBusy = false;
  /** Missing where the last result lasts. */
  #lasting: IdleNodeStatus | undefined;
  /** Shown instead of what lasts; missing while nothing is. */
  #temporary: NodeStatusContent | undefined;
  /** Ends the time for which a result is shown; missing while none is. */
  #resultTimer: NodeJS.Timeout | undefined;
  #resultAt = -Infinity;
  /** Missing until there is a sentence. */
  #said: Set<string> | undefined;

  /** @param pending counts the messages that are not completed */
  constructor({ RED, node }: NodeStatusContext, pending: PendingMessageCount) {
    this.#RED = RED;
    this.#node = node;
    this.#pending = pending;
  }

  /** Shows what lasts, while the node does nothing, instead of its last result. */
  setLasting(lasting: IdleNodeStatus): void {
    this.#lasting = lasting;
    this.refresh();
  }

  /** Shows this instead of what lasts, while the node does nothing, until it is undefined again. */
  setTemporary(temporary: NodeStatusContent | undefined): void {
    this.#temporary = temporary;
    this.refresh();
  }

  /** Called when a message or poll has succeeded. */
  succeed(text: LazyStatusText): void {
    this.#setPersistent(createResultStatus(text));
    if (this.#lasting !== undefined) {
      this.#resultAt = performance.now();
      this.#showResultFor(resultDuration);
    }
    this.refresh();
  }

  /** Called when something failed that no message asked for: shows it, and says it. */
  report(error: Error): void {
    this.fail(error);
    this.say(error);
  }

  /**
   * Says in the log and the debug sidebar what somebody has to change, once for each deployed node; what the connection or the bridge
   * node says already is left to them.
   */
  say(error: Error): void {
    if (this.#stopped || !needsChangeOfNode(error) || this.#said?.has(error.message)) return;
    this.#said ??= new Set();
    this.#said.add(error.message);
    evictOldest(this.#said, maxSaidSentences);
    this.#node.error(error.message);
  }

  /** Called when a message failed, which says so itself. */
  fail(error: Error): void {
    const status = createErrorStatus(error);
    this.#current = status;
    // What succeeded before says nothing any more, once the cause of the error is gone.
    this.#persistent = isTransient(error) ? idleStatus : status;
    if (this.#lasting !== undefined) this.#showResultFor(errorDuration);
    this.refresh();
  }

  /**
   * Called with the present state of a connection.
   *
   * @param bridge name of the bridge, where the node has several
   */
  setConnection(state: ConnectionState, bridge?: string): void {
    const { kind, movedTo } = state;
    if (movedTo !== undefined && movedTo !== this.#connections?.get(bridge)?.movedTo) {
      const values = { address: movedTo };
      this.#setPersistent(createResultStatus({ key: 'movedTo', values, bridge }));
      if (this.#lasting !== undefined) this.#showResultFor(resultDuration);
    }
    if (kind === 'connected' && this.#current !== this.#persistent) {
      this.#current = this.#persistent;
      this.#endResult();
    }
    if (kind === 'connected' && movedTo === undefined) this.#connections?.delete(bridge);
    else
      (this.#connections ??= new Map()).set(bridge, {
        disconnection: kind === 'connected' ? undefined : state,
        movedTo,
      });
    this.refresh();
  }

  /** Shows nothing of a connection any more, once the node does not use it. */
  forgetConnection(bridge?: string): void {
    if (this.#connections?.delete(bridge) === true) this.refresh();
  }

  /** Shows what is true now: called when a message arrives, and after one that brought no new status. */
  refresh(): void {
    this.#needsUpdate = true;
    if (!this.#stopped) this.#timer ??= setTimeout(showNow, initialDelay, this).unref();
  }

  /** Writes the present status, unless it is shown already. */
  show(): void {
    this.#timer = undefined;
    if (this.#stopped) return;
    if (!this.#needsUpdate) {
      this.#updateInterval = minUpdateInterval;
      this.#setBusy(false);
      return;
    }
    this.#needsUpdate = false;
    const { fill, shape, text } = this.#choose();
    const statusText = typeof text === 'function' ? text() : text;
    const { key, values, bridge = '' } = statusText;
    const signature = `${fill} ${shape} ${key} ${bridge} ${JSON.stringify(values)}`;
    if (signature === this.#lastSignature) {
      this.#setBusy(false);
      return;
    }
    this.#lastSignature = signature;
    this.#node.status({ fill, shape, text: translateStatus(this.#RED, statusText) });
    this.#setBusy(true);
    const sharedInterval = Math.min(busyCount * intervalPerBusyNode, longestBusyInterval);
    const interval = Math.max(this.#updateInterval, sharedInterval);
    this.#timer = setTimeout(showNow, interval, this).unref();
    this.#updateInterval = Math.min(updateIntervalGrowth * this.#updateInterval, maxUpdateInterval);
  }

  /** Ends all updates. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#setBusy(false);
    this.#endResult();
  }

  /** Shows what lasts again, after the time of a result. */
  endResult(): void {
    this.#endResult();
    this.refresh();
  }

  #setBusy(isBusy: boolean): void {
    if (isBusy !== this.#isBusy) busyCount += isBusy ? 1 : -1;
    this.#isBusy = isBusy;
  }

  #showResultFor(duration: number): void {
    this.#endResult();
    if (!this.#stopped) this.#resultTimer = setTimeout(endResult, duration, this).unref();
  }

  #endResult(): void {
    clearTimeout(this.#resultTimer);
    this.#resultTimer = undefined;
  }

  #choose(): NodeStatusContent {
    const { count } = this.#pending;
    for (const [bridge, { disconnection }] of this.#connections ?? []) {
      const problem = disconnection && createConnectionStatus(disconnection, count, bridge);
      if (problem !== undefined) return problem;
    }
    if (count > 0) return createWorkingStatus(count);
    if (this.#resultTimer !== undefined) return this.#current;
    return this.#temporary ?? this.#lasting?.choose(this.#resultAt) ?? this.#current;
  }

  #setPersistent(status: NodeStatusContent): void {
    this.#current = status;
    this.#persistent = status;
  }
}

/** What is to be shown of a connection. */
interface ShownConnection {
  /** Its state while it is not connected; each is an object of its own, so it is kept no longer. */
  readonly disconnection: ConnectionState | undefined;
  readonly movedTo: string | undefined;
}

/** Thousands of statuses may be due at once, after a deploy. */
const showing = new SlicedQueue(systemClock, (error) => {
  throw error;
});

const showNow = (status: NodeStatusTracker): void => showing.run(() => status.show());
const endResult = (status: NodeStatusTracker): void => status.endResult();
