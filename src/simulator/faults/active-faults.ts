/** A fault for all requests, or for matching requests. Times are in ms. */
export interface ResponseFault {
  /** Matches by method, by prefix of the path, by resource type. */
  match?: { method?: string; path?: string; rtype?: string };
  /** Responds with this status instead of executing the request. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Replaces the body of the response with one of this many bytes. */
  size?: number;
  /** Delays the response, until the fault is removed at most. */
  delay?: number;
  /**
   * Cuts the connection: `request` before it is executed, `before` the response, `during` it (half
   * of its body is sent) or `after` it.
   */
  cut?: 'request' | 'before' | 'during' | 'after';
  /** Cuts the connection after this many bytes of the body; 0 sends no response at all. */
  cutAfter?: number;
  /** Cuts the connection this long after the headers of the response. */
  lasts?: number;
  /** Stops sending before the response, after its headers (also `true`), or in its body. */
  stall?: boolean | 'before' | 'headers' | 'body';
  /** Sends the body at this many bytes per second. */
  drip?: number;
  /** Closes the connection after the response. */
  close?: boolean;
  /** Number of requests it applies to; all if missing. */
  times?: number;
}

export interface RateLimit {
  /** Requests per second, which is also the allowed burst. */
  perSecond?: number;
  /** Concurrent requests; real bridges allow 3 (Signify in home-assistant-libs/aiohue#104). */
  atOnce?: number;
  /** Adds `Retry-After` with this many seconds; real bridges send none. */
  retryAfter?: number;
}

export interface StreamFault {
  /** Sends nothing more. */
  silent?: boolean;
  /** Sends every message twice. */
  duplicates?: boolean;
}

export interface ActiveFaults {
  answers: readonly ResponseFault[];
  /** Requests above this limit are answered with 429. Null for no limit. */
  rateLimit: RateLimit | null;
  /** None if missing. */
  stream?: StreamFault;
  /** Delays the TLS handshake of every new connection by this many ms. */
  handshakeDelay?: number;
}
