import { EventEmitter } from 'node:events';

/** With its response. */
export interface LoggedRequest {
  /** From 1. */
  number: number;
  receivedAt: Date;
  method: string;
  /** With the query. */
  path: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As received. */
  body: string;
  /** 0 before the response, and if a fault suppressed it. */
  status: number;
  /** Beginning of the body. */
  responseBody: string;
  /** From arrival until the response was sent, in ms. */
  duration: number;
  /** Of the client: the same for requests over one connection. */
  remotePort: number;
}

/** Emits `request` on arrival and `answered` after the response. */
export class RequestLog extends EventEmitter<{
  request: [LoggedRequest];
  answered: [LoggedRequest];
}> {
  readonly #requests: LoggedRequest[] = [];
  #count = 0;

  /** @param capacity number of stored requests */
  constructor(readonly capacity: number) {
    super();
    this.setMaxListeners(0);
  }

  /** Oldest first. */
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
