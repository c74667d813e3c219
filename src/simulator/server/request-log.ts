import { EventEmitter } from 'node:events';

/** One received request and its response. */
export interface LoggedRequest {
  /** Counts from 1. */
  number: number;
  receivedAt: Date;
  method: string;
  /** Path with the query. */
  path: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Body as received. */
  body: string;
  /** Status of the response; 0 before the response, and if a fault suppressed it. */
  status: number;
  /** Beginning of the response body. */
  responseBody: string;
  /** From arrival until the response was sent, in ms. */
  duration: number;
  /** Port of the client: the same for requests over one connection. */
  remotePort: number;
}

/** The last requests. Emits `request` when one was received and `answered` after its response. */
export class RequestLog extends EventEmitter<{
  request: [LoggedRequest];
  answered: [LoggedRequest];
}> {
  readonly #requests: LoggedRequest[] = [];
  #count = 0;

  /** @param capacity number of requests that are stored */
  constructor(readonly capacity: number) {
    super();
    this.setMaxListeners(0);
  }

  /** The stored requests, oldest first. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  add(request: Pick<LoggedRequest, 'method' | 'path' | 'headers' | 'remotePort'>): LoggedRequest {
    this.#count += 1;
    const recorded: LoggedRequest = {
      ...request,
      number: this.#count,
      receivedAt: new Date(),
      body: '',
      status: 0,
      responseBody: '',
      duration: 0,
    };
    if (this.#requests.length >= this.capacity) this.#requests.shift();
    this.#requests.push(recorded);
    return recorded;
  }
}
