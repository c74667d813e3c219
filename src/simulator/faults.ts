import { EventEmitter } from 'node:events';
import { collectionPath, isObject, isResourceType } from '../resources';
import { errorAnswer, jsonAnswer } from './answer';
import type { Answer } from './answer';
import type { AnswerFault, RateLimit, StreamFault } from './control-protocol';
import { RateLimiter } from './rate-limiter';

/** Which requests a fault hits; what is left out matches all. */
export interface FaultMatch {
  method?: string;
  /** Beginning of the path, or an expression that it must match; the query counts. */
  path?: string | RegExp;
  rtype?: string;
}

/** What goes wrong with a request. */
export interface Fault extends Omit<AnswerFault, 'match' | 'body'> {
  match?: FaultMatch;
  /** Body of the answer: text or bytes as they are, anything else as JSON. */
  body?: unknown;
}

/** What a request shows of itself to faults. */
export interface FaultyRequest {
  method: string;
  path: string;
}

interface SetFault extends Fault {
  left: number;
}

/**
 * What goes wrong at the bridge, programmed from outside. Of several faults that match, the oldest acts.
 * Emits `change` when faults are set, used up or ended.
 */
export class Faults extends EventEmitter<{ change: [] }> {
  readonly #faults: SetFault[] = [];
  #limiter: RateLimiter | undefined;
  #handshakeDelay = 0;
  #stream: StreamFault = {};

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  /**
   * Lets requests fail.
   *
   * @returns takes the fault back
   */
  answer(fault: Fault): () => void {
    const added: SetFault = { ...fault, left: fault.times ?? Infinity };
    this.#faults.push(added);
    this.emit('change');
    return () => this.#end(added);
  }

  /** Answers 429 to what comes too fast, as the web server in front of real bridges does. */
  rateLimit(limit: RateLimit): void {
    this.#limiter = new RateLimiter(limit);
    this.emit('change');
  }

  /**
   * Lets open event streams fail; an empty object ends that. A stream that is refused, or cut soon
   * after it opened, is a matter of {@link answer} with its path.
   */
  stream(fault: StreamFault): void {
    this.#stream = fault;
    this.emit('change');
  }

  /** What goes wrong with open event streams. */
  get streamFault(): StreamFault {
    return this.#stream;
  }

  /** Keeps every new connection waiting before the TLS handshake, for so many ms; 0 ends that. */
  holdHandshakes(delay: number): void {
    this.#handshakeDelay = delay;
    this.emit('change');
  }

  /** Wait before a TLS handshake, in ms. */
  get handshakeDelay(): number {
    return this.#handshakeDelay;
  }

  /** Ends all faults. */
  clear(): void {
    this.#faults.length = 0;
    this.#limiter = undefined;
    this.#handshakeDelay = 0;
    this.#stream = {};
    this.emit('change');
  }

  /** The faults that are set, for showing them. */
  list(): readonly Fault[] {
    return this.#faults.map(({ left, ...fault }) =>
      Number.isFinite(left) ? { ...fault, times: left } : fault,
    );
  }

  /** The limit that is set. */
  get limit(): RateLimit | undefined {
    return this.#limiter?.limit;
  }

  /** What goes wrong with a request; it counts as hit. */
  take(request: FaultyRequest): Fault | undefined {
    const fault = this.#faults.find((candidate) => hits(candidate, request));
    if (fault === undefined) return undefined;
    fault.left -= 1;
    if (fault.left === 0) this.#end(fault);
    return fault;
  }

  /**
   * Asks for leave to handle a request.
   *
   * @returns the refusal where it came too fast, otherwise what to call when it is answered
   */
  enter(): Answer | (() => void) {
    return this.#limiter?.enter() ?? ((): void => undefined);
  }

  #end(fault: SetFault): void {
    const index = this.#faults.indexOf(fault);
    if (index < 0) return;
    this.#faults.splice(index, 1);
    this.emit('change');
  }
}

function hits({ match = {} }: Fault, { method, path }: FaultyRequest): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (typeof match.path === 'string' && !path.startsWith(match.path)) return false;
  if (match.path instanceof RegExp && !match.path.test(path)) return false;
  if (match.rtype === undefined) return true;
  if (!isResourceType(match.rtype)) return false;
  const collection = collectionPath(match.rtype);
  return (
    path === collection || path.startsWith(`${collection}/`) || path.startsWith(`${collection}?`)
  );
}

/** Names of statuses. Service document, section 7; 400 and 207: Hue CLIP API reference. */
const statusNames: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};

/**
 * The answer of a fault: its own, or the usual one with what the fault changes in it.
 *
 * @param usual what would be answered without the fault
 */
export function faultyAnswer<Stream>(fault: Fault, usual: () => Answer | Stream): Answer | Stream {
  const own = ownAnswer(fault);
  const answer = own ?? usual();
  if (!isAnswer(answer)) return answer;
  const headers = {
    ...answer.headers,
    ...fault.headers,
    ...(fault.close === true ? { connection: 'close' } : {}),
  };
  const body = fault.size === undefined ? answer.body : Buffer.alloc(fault.size, 'x');
  return { status: answer.status, headers, body };
}

const isAnswer = (value: unknown): value is Answer => isObject(value) && 'status' in value;

function ownAnswer({ status, body }: Fault): Answer | undefined {
  if (status === undefined && body === undefined) return undefined;
  const given = status ?? 200;
  if (body === undefined) return errorAnswer(given, [statusNames[given] ?? `Status ${given}`]);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return jsonAnswer(given, body);
  const html = typeof body === 'string' && /^\s*</.test(body);
  return {
    status: given,
    headers: { 'content-type': html ? 'text/html' : 'application/json' },
    body: Buffer.from(body),
  };
}
