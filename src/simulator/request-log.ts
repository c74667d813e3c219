import { EventEmitter } from 'node:events';

/** One request that reached the bridge, and its answer. */
export interface RecordedRequest {
  /** Counts from 1. */
  number: number;
  at: Date;
  method: string;
  /** Path with the query. */
  path: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Body as it came. */
  body: string;
  /** Status of the answer; 0 while there is none, and where a fault kept it back. */
  status: number;
  /** Beginning of the answer's body. */
  answer: string;
  /** Until the answer was sent, in ms. */
  duration: number;
  /** Port of the other side: the same for requests over one connection. */
  remotePort: number;
}

/** The last requests. Emits `request` when one arrives and `answered` when it has its answer. */
export class RequestLog extends EventEmitter<{
  request: [RecordedRequest];
  answered: [RecordedRequest];
}> {
  readonly #requests: RecordedRequest[] = [];
  #count = 0;

  /** @param bound how many are kept */
  constructor(readonly bound: number) {
    super();
    this.setMaxListeners(0);
  }

  /** The requests that are kept, oldest first. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  /** Writes down a request. */
  add(
    request: Pick<RecordedRequest, 'method' | 'path' | 'headers' | 'remotePort'>,
  ): RecordedRequest {
    this.#count += 1;
    const recorded: RecordedRequest = {
      ...request,
      number: this.#count,
      at: new Date(),
      body: '',
      status: 0,
      answer: '',
      duration: 0,
    };
    if (this.#requests.length >= this.bound) this.#requests.shift();
    this.#requests.push(recorded);
    return recorded;
  }

  /** Forgets all requests. */
  clear(): void {
    this.#requests.length = 0;
  }
}
