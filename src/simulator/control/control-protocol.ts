import type { Resource } from '../../resources';
import type { LampLightOverTime } from '../appearance/lamp-light';

/**
 * Control protocol between the simulator and its page: JSON over plain HTTP on loopback.
 * `GET /api/state` returns a `SimulatorControlState`, `GET /api/requests` an array of `RedactedRequest`,
 * newest last. `POST /api/resource/<rid>` takes a partial resource, as an external change: it goes
 * through the same handler as a command, so that a grouped light sets its lamps.
 * `POST /api/faults` takes `ActiveFaults` and replaces all that were active.
 * `POST /api/link-button` takes an empty object. `GET /api/events` is a stream of server-sent
 * events, each named by a member of `SimulatorControlEvents` with its value as JSON.
 */
export interface SimulatorControlState {
  bridge: SimulatedBridge;
  resources: readonly Resource[];
  faults: ActiveFaults;
  linkButton: LinkButtonState;
  /** Lamps that have changed since the start. */
  appearances: readonly LampAppearance[];
}

/** What a lamp looks like from now on, beside what it reports. */
export interface LampAppearance {
  id: string;
  /** The clock by which the times of the motion count, in ms. */
  now: number;
  motion: LampLightOverTime;
}

/** Address and identity of the simulated bridge, without the key: pairing creates one. */
export interface SimulatedBridge {
  /** Such as `https://127.0.0.1:8443`. */
  url: string;
  bridgeId: string;
  /** SHA-256 of the certificate, such as `AB:CD:…`. */
  fingerprint: string;
}

/** State of the link button: while it counts as pressed, pairing succeeds. */
export interface LinkButtonState {
  /** End of the window as an ISO 8601 time, or null while the button is not pressed. */
  pressedUntil: string | null;
}

/** A request that the simulated bridge has answered or cut off, with all keys redacted. */
export interface RedactedRequest {
  /** Counts up from 1. */
  number: number;
  /** Time of arrival, ISO 8601. */
  at: string;
  method: string;
  path: string;
  /** Body of the request as text; empty when there was none. */
  body: string;
  /** Null if a fault ended the connection without a response. */
  status: number | null;
  /** Body of the response as text, cut to a size that a page can show. */
  answer: string;
  /** From arrival to the end of the response, in ms. */
  duration: number;
}

/** A fault for all requests, or for those that match. Times are in ms. */
export interface ResponseFault {
  /** Requests it applies to: by method, by prefix of the path, by resource type. */
  match?: { method?: string; path?: string; rtype?: string };
  /** Responds with this status instead of executing the request. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Replaces the body of the response with one of this many bytes. */
  size?: number;
  /** Delays the response. */
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

/** Limit of accepted requests. */
export interface RateLimit {
  /** Requests per second, which is also the allowed burst. */
  perSecond?: number;
  /** Concurrent requests; real bridges allow 3 (Signify in home-assistant-libs/aiohue#104). */
  atOnce?: number;
  /** Adds `Retry-After` with this many seconds; real bridges send none. */
  retryAfter?: number;
}

/** Faults of open event streams. */
export interface StreamFault {
  /** Nothing more is sent. */
  silent?: boolean;
  /** Every message is sent twice. */
  duplicates?: boolean;
}

/** All faults that are active at present. */
export interface ActiveFaults {
  answers: readonly ResponseFault[];
  /** Requests above this limit are answered with 429. Null for no limit. */
  rateLimit: RateLimit | null;
  /** None if missing. */
  stream?: StreamFault;
  /** Delays the TLS handshake of every new connection by this many ms. */
  handshakeDelay?: number;
}

/** Names and values of the server-sent events of `GET /api/events`. */
export interface SimulatorControlEvents {
  /** The complete resource that was added or changed. */
  resource: Resource;
  deleted: { id: string; type: string };
  /** A lamp that begins to show something else. */
  appearance: LampAppearance;
  request: RedactedRequest;
  faults: ActiveFaults;
  'link-button': LinkButtonState;
}
