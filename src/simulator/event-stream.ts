import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { getNumericMember, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import type { FaultInjector } from './fault-injector';
import type { SimulatedHome, SimulatedHomeChange } from './simulated-home';
import type { TimerGroup } from './timers';
import { errorResponse, createUnauthorizedResponse } from './http';
import type { SimulatorRequest, SimulatorResponse } from './http';
import type { AcceptedApplicationKeys } from './pairing';
import { randomUUID } from 'node:crypto';
import { deepMerge } from './simulated-home';

const eventStreamUrlPath = '/eventstream/clip/v2';

/** Times are in ms. */
interface EventStreamServerSettings {
  /** Changes within this time are one message; 0 for no delay. Real bridges wait 1 s. */
  batch?: number | undefined;
  /** Stored messages for a reconnect with `Last-Event-ID`. */
  kept?: number | undefined;
  /** False for events of lamps as diyHue and bifrost send them: the white or the colour, whatever came last. */
  mirekValid?: boolean | undefined;
}

interface EventStreamServerDependencies {
  home: SimulatedHome;
  timers: TimerGroup;
  faults: Pick<FaultInjector, 'streamFault'>;
}

interface SentMessage {
  second: number;
  ordinal: number;
  text: string;
}

/** In bytes; a slower listener is disconnected. */
const maxBufferedBytes = 16_777_216;

/**
 * Sends the changes of the home to the clients that listen, as real bridges do: a comment, then one line of data for each message; presses of a button at once; no keep-alive
 * (home-assistant/core#62715; chrivers/bifrost#64).
 */
export class EventStreamServer {
  readonly #listeners = new Set<ServerResponse>();
  readonly #sentMessages: SentMessage[] = [];
  readonly #batchInterval: number;
  readonly #replayLimit: number;
  readonly #mirekValid: boolean;
  #pendingBatch: ChangeBatch;
  #scheduled = false;
  #cancelFlush = (): void => undefined;
  #lastSentAt = -Infinity;
  #lastId = { second: 0, ordinal: 0 };

  constructor(
    private readonly context: EventStreamServerDependencies,
    {
      batch: batchInterval = 1000,
      kept: sentMessages = 15,
      mirekValid = true,
    }: EventStreamServerSettings,
  ) {
    this.#mirekValid = mirekValid;
    this.#pendingBatch = new ChangeBatch(mirekValid);
    this.#batchInterval = batchInterval;
    this.#replayLimit = sentMessages;
    context.home.on('change', (change) => this.#queueChange(change));
  }

  get connectionCount(): number {
    return this.#listeners.size;
  }

  /** Oldest first. */
  get replayableIds(): readonly string[] {
    return this.#sentMessages.map(formatEventId);
  }

  /** Unless the client has disconnected; replays messages. */
  attach(response: ServerResponse, headers: IncomingHttpHeaders): void {
    if (response.destroyed) return;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.write(': hi\n\n');
    this.#listeners.add(response);
    response.on('close', () => this.#listeners.delete(response));
    const lastEventId = headers['last-event-id'];
    if (typeof lastEventId !== 'string') return;
    for (const sent of this.#sentMessages)
      if (isNewerThan(sent, lastEventId)) response.write(sent.text);
  }

  /** Streams stay open, as after a power loss of the bridge. */
  forgetListeners(): void {
    this.#listeners.clear();
  }

  disconnectAll(): void {
    for (const listener of this.#listeners) listener.destroy();
  }

  writeRaw(bytes: string | Buffer): void {
    for (const listener of this.#listeners) this.#writeTo(listener, bytes);
  }

  /** One lamp after the other. */
  changeBrightnessRepeatedly(count: number): void {
    const { home } = this.context;
    const lamps = home.byType('light').filter((light) => isObject(light['dimming']));
    for (let number = 0; number < count; number += 1) {
      const lamp = lamps[number % lamps.length];
      if (lamp === undefined) return;
      const before = getNumericMember(home.get(lamp.id), 'dimming', 'brightness') ?? 99;
      const brightness = before < 99 ? Math.round((before + 0.4) * 100) / 100 : 1;
      home.change(lamp.id, { dimming: { brightness } });
    }
  }

  #queueChange(change: SimulatedHomeChange): void {
    this.#pendingBatch.add(change);
    const isInput = isInputEvent(change);
    if (this.#scheduled && !isInput) return;
    this.#scheduled = true;
    const wait = isInput ? 0 : this.#lastSentAt + this.#batchInterval - this.context.timers.now();
    if (wait <= 0) queueMicrotask(() => this.#flush());
    else this.#cancelFlush = this.context.timers.after(wait, () => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    this.#cancelFlush();
    if (this.#pendingBatch.isEmpty) return;
    this.#lastSentAt = this.context.timers.now();
    const sent = this.#toSentMessage(this.#pendingBatch);
    this.#pendingBatch = new ChangeBatch(this.#mirekValid);
    this.#sentMessages.push(sent);
    if (this.#sentMessages.length > this.#replayLimit) this.#sentMessages.shift();
    const { silent = false, duplicates = false } = this.context.faults.streamFault;
    if (silent) return;
    this.writeRaw(duplicates ? sent.text + sent.text : sent.text);
  }

  #toSentMessage(pendingBatch: ChangeBatch): SentMessage {
    const second = Math.floor(Date.now() / 1000);
    const ordinal = second === this.#lastId.second ? this.#lastId.ordinal + 1 : 0;
    this.#lastId = { second, ordinal };
    const text = `id: ${second}:${ordinal}\ndata: ${JSON.stringify(pendingBatch)}\n\n`;
    return { second, ordinal, text };
  }

  #writeTo(listener: ServerResponse, bytes: string | Buffer): void {
    if (listener.writableLength > maxBufferedBytes) listener.destroy();
    else listener.write(bytes);
  }
}

const formatEventId = ({ second, ordinal }: SentMessage): string => `${second}:${ordinal}`;

/** Invalid ids are older than all messages. */
function isNewerThan(frame: SentMessage, id: string): boolean {
  const [second = 0, ordinal = 0] = id.split(':').map(Number);
  if (!Number.isFinite(second) || !Number.isFinite(ordinal)) return true;
  return frame.second > second || (frame.second === second && frame.ordinal > ordinal);
}

export const isEventStreamPath = (path: string): boolean =>
  path === eventStreamUrlPath || path.startsWith(`${eventStreamUrlPath}?`);

export function handleEventStreamRequest(
  keys: AcceptedApplicationKeys,
  unauthorizedStatus: 401 | 403,
  events: EventStreamServer,
  { method, headers }: SimulatorRequest,
): SimulatorResponse | ((response: ServerResponse) => void) {
  if (keys.findKey(headers) === undefined) {
    return createUnauthorizedResponse(unauthorizedStatus);
  }
  if (method !== 'GET') {
    return errorResponse(405, [`${method} is not available for the event stream.`], {
      allow: 'GET',
    });
  }
  if (!/text\/event-stream|\*\/\*/.test(headers.accept ?? '*/*')) {
    return errorResponse(406, ['Only text/event-stream is available.']);
  }
  return (response) => events.attach(response, headers);
}

/** Consecutive changes of one kind, in an event stream message. */
interface EventContainer {
  creationtime: string;
  id: string;
  type: 'update' | 'add' | 'delete';
  data: Record<string, unknown>[];
}

/**
 * Merges unsent changes of one resource, with the last value of each property. It never merges input events, and no
 * events without `mirek_valid`: their order tells whether a lamp shows a white or a colour.
 */
class ChangeBatch {
  readonly #containers: EventContainer[] = [];
  #latestDataByResource = new Map<string, Record<string, unknown>>();

  constructor(private readonly mirekValid: boolean) {}

  get isEmpty(): boolean {
    return this.#containers.length === 0;
  }

  add(change: SimulatedHomeChange): void {
    const { resource } = change;
    const type = containerTypes[change.kind];
    const isOrdered = !this.mirekValid && change.kind === 'changed' && resource.type === 'light';
    const data = isOrdered ? withoutMirekValid(toEventData(change)) : toEventData(change);
    const last = this.#containers.at(-1);
    if (last?.type !== type) {
      this.#latestDataByResource = new Map([[resource.id, data]]);
      this.#containers.push({
        creationtime: getTimestampInSeconds(),
        id: randomUUID(),
        type,
        data: [data],
      });
      return;
    }
    const earlier =
      isOrdered || isInputEvent(change) ? undefined : this.#latestDataByResource.get(resource.id);
    if (earlier !== undefined) {
      Object.assign(earlier, deepMerge(earlier, data));
      return;
    }
    this.#latestDataByResource.set(resource.id, data);
    last.data.push(data);
  }

  /** The value after `data: `. */
  toJSON(): readonly EventContainer[] {
    return this.#containers;
  }
}

const containerTypes = { changed: 'update', added: 'add', deleted: 'delete' } as const;

/** A press of a button or a turn of a dial. */
const isInputEvent = ({ changedMembers: part }: SimulatedHomeChange): boolean =>
  Object.values(part).some(
    (group) =>
      isObject(group) &&
      Object.values(group).some((report) => isObject(report) && 'updated' in report),
  );

/** Without milliseconds, unlike timestamps of resources. */
const getTimestampInSeconds = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

function toEventData(change: SimulatedHomeChange): Members {
  const { kind, resource } = change;
  if (kind === 'added') return { ...resource };
  const { id, id_v1, type, owner, service_id } = resource;
  if (kind === 'deleted') return { id, id_v1, type };
  const part = isInputEvent(change) ? completeReports(change) : change.changedMembers;
  return {
    id,
    id_v1,
    type,
    owner,
    service_id,
    ...part,
    ...getRelatedColorTemperature(resource, part),
  };
}

/** An event contains the whole report of a press or a turn. */
function completeReports({ resource, changedMembers }: SimulatedHomeChange): Members {
  const complete = (whole: unknown, part: unknown): unknown =>
    isObject(whole) && isObject(part)
      ? Object.fromEntries(Object.keys(part).map((name) => [name, whole[name]]))
      : whole;
  return Object.fromEntries(
    Object.entries(changedMembers).map(([name, part]) => [name, complete(resource[name], part)]),
  );
}

/** With a colour, since the validity of the colour temperature depends on it. */
function getRelatedColorTemperature(
  resource: Resource,
  part: SimulatedHomeChange['changedMembers'],
): Members {
  const temperature = resource['color_temperature'];
  if (part['color'] === undefined || !isObject(temperature)) return {};
  const { mirek, mirek_valid: valid } = temperature;
  return { color_temperature: { mirek, mirek_valid: valid } };
}

/** A white without the colour that a lamp also reports for it, or a colour without a word of the white. */
function withoutMirekValid({ color, color_temperature, ...data }: Members): Members {
  const mirek = getNumericMember(color_temperature, 'mirek');
  if (mirek !== undefined) return { ...data, color_temperature: { mirek } };
  return color === undefined ? data : { ...data, color };
}
