import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { member } from '../../resources';
import type { StreamFault } from '../control-protocol';
import type { Home, HomeChange } from '../home';
import type { EventSettings } from '../options';
import type { Timers } from '../timers';
import { Frame, tellsMoment } from './frame';

/** Path of the event stream on real bridges. */
export const eventStreamPath = '/eventstream/clip/v2';

/** What an event stream needs. */
export interface EventStreamParts {
  home: Home;
  timers: Timers;
  /** What goes wrong with streams at present. */
  fault: () => StreamFault;
}

/** A message that was sent. */
interface SentFrame {
  second: number;
  ordinal: number;
  text: string;
}

/** Most bytes that wait for a slow listener before it is cut off. */
const mostWaiting = 16_777_216;

/**
 * The event stream as real bridges have it: a greeting, then one line of data for each message; changes
 * within a second share one, but a press of a button goes at once; the last few messages are repeated to those who come back; no
 * keep-alive (home-assistant/core#62715; chrivers/bifrost#64).
 */
export class EventStream {
  readonly #listeners = new Set<ServerResponse>();
  readonly #kept: SentFrame[] = [];
  readonly #batch: number;
  readonly #keep: number;
  #frame = new Frame();
  #scheduled = false;
  #endWait = (): void => undefined;
  #sentAt = -Infinity;
  #last = { second: 0, ordinal: 0 };

  constructor(
    private readonly parts: EventStreamParts,
    { batch = 1000, kept = 15 }: EventSettings,
  ) {
    this.#batch = batch;
    this.#keep = kept;
    parts.home.on('change', (change) => this.#add(change));
  }

  /** Number of streams that are open. */
  get open(): number {
    return this.#listeners.size;
  }

  /** Ids of the messages that would be repeated, oldest first. */
  get keptIds(): readonly string[] {
    return this.#kept.map(idOf);
  }

  /** Answers a request with the stream, unless whoever asked has gone meanwhile. */
  listen(response: ServerResponse, headers: IncomingHttpHeaders): void {
    if (response.destroyed) return;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.write(': hi\n\n');
    this.#listeners.add(response);
    response.on('close', () => this.#listeners.delete(response));
    const since = headers['last-event-id'];
    if (typeof since !== 'string') return;
    for (const frame of this.#kept) if (isAfter(frame, since)) response.write(frame.text);
  }

  /** Forgets the streams that are open without closing them, as a bridge that lost its power. */
  forgetListeners(): void {
    this.#listeners.clear();
  }

  /** Cuts every open stream. */
  cut(): void {
    for (const listener of this.#listeners) listener.destroy();
  }

  /** Writes bytes to every open stream as they are. */
  write(bytes: string | Buffer): void {
    for (const listener of this.#listeners) this.#writeTo(listener, bytes);
  }

  /** Changes the brightness of the lamps in turn, so often. */
  burst(count: number): void {
    const lamps = this.parts.home.byType('light').filter((light) => light['dimming'] !== undefined);
    for (let number = 0; number < count; number += 1) {
      const lamp = lamps[number % lamps.length];
      if (lamp === undefined) return;
      const present = member(this.parts.home.get(lamp.id), 'dimming', 'brightness');
      const brightness = typeof present === 'number' && present < 99 ? present + 0.4 : 1;
      this.parts.home.change(lamp.id, {
        dimming: { brightness: Math.round(brightness * 100) / 100 },
      });
    }
  }

  #add(change: HomeChange): void {
    this.#frame.add(change);
    const isPress = tellsMoment(change);
    if (this.#scheduled && !isPress) return;
    this.#scheduled = true;
    const wait = isPress ? 0 : this.#sentAt + this.#batch - performance.now();
    if (wait <= 0) queueMicrotask(() => this.#flush());
    else this.#endWait = this.parts.timers.after(wait, () => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    this.#endWait();
    if (this.#frame.isEmpty) return;
    this.#sentAt = performance.now();
    const sent = this.#sentFrame(this.#frame);
    this.#frame = new Frame();
    this.#kept.push(sent);
    if (this.#kept.length > this.#keep) this.#kept.shift();
    const { silent = false, duplicates = false } = this.parts.fault();
    if (silent) return;
    this.write(duplicates ? sent.text + sent.text : sent.text);
  }

  #sentFrame(frame: Frame): SentFrame {
    const second = Math.floor(Date.now() / 1000);
    const ordinal = second === this.#last.second ? this.#last.ordinal + 1 : 0;
    this.#last = { second, ordinal };
    const text = `id: ${second}:${ordinal}\ndata: ${JSON.stringify(frame)}\n\n`;
    return { second, ordinal, text };
  }

  #writeTo(listener: ServerResponse, bytes: string | Buffer): void {
    if (listener.writableLength > mostWaiting) listener.destroy();
    else listener.write(bytes);
  }
}

const idOf = ({ second, ordinal }: SentFrame): string => `${second}:${ordinal}`;

/** True for a message that came after the one with an id; ids that are none are older than all. */
function isAfter(frame: SentFrame, id: string): boolean {
  const [second = 0, ordinal = 0] = id.split(':').map(Number);
  if (!Number.isFinite(second) || !Number.isFinite(ordinal)) return true;
  return frame.second > second || (frame.second === second && frame.ordinal > ordinal);
}
