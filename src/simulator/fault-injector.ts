import { EventEmitter } from 'node:events';
import { isObject } from '../resources/members';
import { isWellFormedResourceTypeName } from '../resources/identifiers';
import { resourceBasePath } from '../resources/table';
import { errorResponse, jsonResponse } from './http';
import type { SimulatorResponse } from './http';
import type {
  ResponseFault,
  RateLimit,
  StreamFault,
  ActiveFaults,
} from './control/control-protocol';

/** A missing member matches all requests. */
interface FaultMatch {
  method?: string;
  /** Prefix, or expression that must match; the query is included. */
  path?: string | RegExp;
  rtype?: string;
}

export interface Fault extends Omit<ResponseFault, 'match' | 'body'> {
  match?: FaultMatch;
  /** Text and bytes are sent unchanged, any other value as JSON. */
  body?: unknown;
}

interface InjectedFault extends Fault {
  remaining: number;
}

/**
 * What goes wrong at the moment. If several faults match a request, the oldest applies. Emits `change` when faults are
 * added, used up or removed.
 */
export class FaultInjector extends EventEmitter<{ change: [] }> {
  readonly #faults: InjectedFault[] = [];
  readonly #removedFaults = new WeakSet<Fault>();
  #limiter: SimulatedRateLimit | undefined;
  #handshakeDelay = 0;
  #streamFault: StreamFault = {};

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  /** Returns a function that removes the fault. */
  inject(fault: Fault): () => void {
    const added: InjectedFault = { ...fault, remaining: fault.times ?? Infinity };
    this.#faults.push(added);
    this.emit('change');
    return () => {
      this.#removedFaults.add(added);
      this.#removeFault(added);
      this.emit('change');
    };
  }

  /** Above the limit, requests get 429, as from the web server of real bridges. */
  setRateLimit(activeRateLimit: RateLimit): void {
    this.#limiter = new SimulatedRateLimit(activeRateLimit);
    this.emit('change');
  }

  /**
   * For open streams; an empty object removes the faults. To reject a stream, or to cut it soon after it opened, use
   * `inject` with its path.
   */
  setStreamFault(fault: StreamFault): void {
    this.#streamFault = fault;
    this.emit('change');
  }

  get streamFault(): StreamFault {
    return this.#streamFault;
  }

  /** For TLS, in ms; 0 for none, also for waiting handshakes. */
  delayHandshakes(delay: number): void {
    this.#handshakeDelay = delay;
    this.emit('change');
  }

  /** In ms. */
  get handshakeDelay(): number {
    return this.#handshakeDelay;
  }

  clear(): void {
    for (const fault of this.#faults.splice(0)) this.#removedFaults.add(fault);
    this.#limiter = undefined;
    this.#handshakeDelay = 0;
    this.#streamFault = {};
    this.emit('change');
  }

  /** `times` is the remaining number. */
  list(): readonly Fault[] {
    return this.#faults.map(({ remaining, ...fault }) =>
      Number.isFinite(remaining) ? { ...fault, times: remaining } : fault,
    );
  }

  get activeRateLimit(): RateLimit | undefined {
    return this.#limiter?.limit;
  }

  consumeFault(request: { method: string; path: string }): Fault | undefined {
    const fault = this.#faults.find((candidate) => matchesRequest(candidate, request));
    if (fault === undefined) return undefined;
    fault.remaining -= 1;
    if (fault.remaining === 0) {
      this.#removeFault(fault);
      this.emit('change');
    }
    return fault;
  }

  /** False for a used-up fault. */
  isRemoved(fault: Fault): boolean {
    return this.#removedFaults.has(fault);
  }

  /** Returns the 429 response above the rate limit, otherwise a function to call after the response. */
  admit(): SimulatorResponse | (() => void) {
    return this.#limiter?.admit() ?? ((): void => undefined);
  }

  #removeFault(fault: InjectedFault): void {
    const index = this.#faults.indexOf(fault);
    if (index >= 0) this.#faults.splice(index, 1);
  }
}

function matchesRequest(
  { match = {} }: Fault,
  { method, path }: { method: string; path: string },
): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (typeof match.path === 'string' && !path.startsWith(match.path)) return false;
  if (match.path instanceof RegExp && !match.path.test(path)) return false;
  if (match.rtype === undefined) return true;
  if (!isWellFormedResourceTypeName(match.rtype)) return false;
  const collection = `${resourceBasePath}/${match.rtype}`;
  return (
    path === collection || path.startsWith(`${collection}/`) || path.startsWith(`${collection}?`)
  );
}

/** Service document, section 7; 400: Hue CLIP API reference. */
const reasonPhrases: Readonly<Record<number, string>> = {
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
 * Changes or replaces the regular response.
 *
 * @param respond creates the regular response
 */
export function applyFault<Stream>(
  fault: Fault,
  respond: () => SimulatorResponse | Stream,
): SimulatorResponse | Stream {
  const isReplaced = fault.status !== undefined || fault.body !== undefined;
  const answer = isReplaced ? createFaultResponse(fault) : respond();
  if (!isSimulatorResponse(answer)) return answer;
  const headers = {
    ...answer.headers,
    ...fault.headers,
    ...(fault.close === true ? { connection: 'close' } : {}),
  };
  const body = fault.size === undefined ? answer.body : Buffer.alloc(fault.size, 'x');
  return { status: answer.status, headers, body };
}

const isSimulatorResponse = (value: unknown): value is SimulatorResponse =>
  isObject(value) && 'status' in value;

function createFaultResponse({ status = 200, body }: Fault): SimulatorResponse {
  if (body === undefined)
    return errorResponse(status, [reasonPhrases[status] ?? `Status ${status}`]);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return jsonResponse(status, body);
  const isHtml = typeof body === 'string' && /^\s*</.test(body);
  return {
    status,
    headers: { 'content-type': isHtml ? 'text/html' : 'application/json' },
    body: Buffer.from(body),
  };
}

/** Token bucket with a limit of concurrent requests. */
export class SimulatedRateLimit {
  #tokens: number;
  #refilledAt: number;
  #inFlight = 0;

  /** @param now monotonic, in ms */
  constructor(
    readonly limit: RateLimit,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#tokens = toBucketSize(limit);
    this.#refilledAt = now();
  }

  admit(): SimulatorResponse | (() => void) {
    this.#refill();
    const { atOnce = Infinity, retryAfter } = this.limit;
    if (this.#tokens < 1 || this.#inFlight >= atOnce) return tooManyRequestsResponse(retryAfter);
    this.#tokens -= 1;
    this.#inFlight += 1;
    return () => {
      this.#inFlight -= 1;
    };
  }

  #refill(): void {
    const { perSecond } = this.limit;
    if (perSecond === undefined) return;
    const now = this.now();
    const tokens = this.#tokens + ((now - this.#refilledAt) / 1000) * perSecond;
    this.#tokens = Math.min(toBucketSize(this.limit), tokens);
    this.#refilledAt = now;
  }
}

/** At least one request, even below one per second. */
const toBucketSize = ({ perSecond = Infinity }: RateLimit): number => Math.max(1, perSecond);

/** As the web server of real bridges responds (peter-murray/node-hue-api#224). */
const tooManyRequestsResponse = (retryAfter?: number): SimulatorResponse => ({
  status: 429,
  headers: {
    server: 'nginx',
    'content-type': 'text/html',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  },
  body: Buffer.from(
    '<html>\r\n<head><title>429 Too Many Requests</title></head>\r\n' +
      '<body>\r\n<center><h1>429 Too Many Requests</h1></center>\r\n' +
      '<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  ),
});

export function replaceFaults(
  faults: FaultInjector,
  { answers, rateLimit, stream = {}, handshakeDelay = 0 }: ActiveFaults,
): void {
  faults.clear();
  for (const fault of answers) faults.inject(fault);
  if (rateLimit !== null) faults.setRateLimit(rateLimit);
  faults.setStreamFault(stream);
  faults.delayHandshakes(handshakeDelay);
}

export const serializeActiveFaults = (faults: FaultInjector): ActiveFaults => ({
  answers: faults.list().map(toResponseFault),
  rateLimit: faults.activeRateLimit ?? null,
  stream: faults.streamFault,
  handshakeDelay: faults.handshakeDelay,
});

function toResponseFault({ match, body, ...others }: Fault): ResponseFault {
  const { path, ...further } = match ?? {};
  return {
    ...others,
    ...(match === undefined
      ? {}
      : { match: path === undefined ? further : { ...further, path: String(path) } }),
    ...(body === undefined ? {} : { body: toText(body) }),
  };
}

function toText(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : JSON.stringify(body);
}
