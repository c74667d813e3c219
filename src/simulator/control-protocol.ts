import type { Resource } from '../resources';

/**
 * What the control port of the simulator and its page say to each other, as JSON over plain HTTP on
 * loopback. `GET /api/state` answers a `ControlState`, `GET /api/requests` an array of
 * `SeenRequest`, newest last. `POST /api/resource/<rid>` takes a partial resource, as if somebody in
 * the house had done it: it goes through the same behaviour as a command, so that a grouped light
 * sets its lamps. `POST /api/faults` takes `ActiveFaults` and replaces all that were active.
 * `POST /api/link-button` takes an empty object. `GET /api/events` is a stream of server-sent
 * events, each named by a member of `ControlEvents` with its value as JSON.
 */
export interface ControlState {
  bridge: SimulatedBridge;
  resources: readonly Resource[];
  faults: ActiveFaults;
  linkButton: LinkButton;
}

/** How to reach the simulated bridge. The key is not part of it: the link button gives one. */
export interface SimulatedBridge {
  /** Such as `https://127.0.0.1:8443`. */
  url: string;
  bridgeId: string;
  /** SHA-256 of the certificate, such as `AB:CD:…`. */
  fingerprint: string;
}

/** The button on the bridge: while it counts as pressed, whoever asks gets a key. */
export interface LinkButton {
  /** End of the window as an ISO 8601 time, or null while the button is not pressed. */
  pressedUntil: string | null;
}

/** A request that the simulated bridge has answered, or cut off. */
export interface SeenRequest {
  /** Counts up from 1. */
  number: number;
  /** Time of arrival, ISO 8601. */
  at: string;
  method: string;
  path: string;
  /** Body of the request as text; empty when there was none. */
  body: string;
  /** Null when a fault ended the connection without an answer. */
  status: number | null;
  /** Body of the answer as text, cut to a size that a page can show. */
  answer: string;
  /** From arrival to the end of the answer, in ms. */
  duration: number;
}

/** A fault for all requests, or for those that match. Times are in ms. */
export interface AnswerFault {
  /** Which requests it hits: by method, by the beginning of the path, by resource type. */
  match?: { method?: string; path?: string; rtype?: string };
  /** Answers with this status instead of doing what was asked. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Makes the body of the answer this many bytes long. */
  size?: number;
  /** Waits before answering. */
  delay?: number;
  /**
   * Cuts the connection: `request` before anything is done, `before` the answer, `during` it (half of
   * its body is sent) or `after` it.
   */
  cut?: 'request' | 'before' | 'during' | 'after';
  /** Cuts the connection after this many bytes of the answer's body; 0 sends no answer at all. */
  cutAfter?: number;
  /** Cuts the connection this long after the headers of the answer. */
  lasts?: number;
  /** Goes silent for ever: before the answer, after its headers (also `true`), or half-way in its body. */
  stall?: boolean | 'before' | 'headers' | 'body';
  /** Sends the body this many bytes a second. */
  drip?: number;
  /** Closes the connection after the answer. */
  close?: boolean;
  /** How many requests it holds for; all when missing. */
  times?: number;
}

/** How much the bridge takes. */
export interface RateLimit {
  /** Requests a second; as many may come at once. */
  perSecond?: number;
  /** Requests at the same time; real bridges take 3 (Signify support in home-assistant-libs/aiohue#104). */
  atOnce?: number;
  /** Adds `Retry-After` with so many seconds; real bridges send none. */
  retryAfter?: number;
}

/** What goes wrong with event streams while they are open. */
export interface StreamFault {
  /** Nothing more is sent. */
  silent?: boolean;
  /** Every message is sent twice. */
  duplicates?: boolean;
}

/** Everything that goes wrong on purpose at present. */
export interface ActiveFaults {
  answers: readonly AnswerFault[];
  /** What comes faster than this is answered with 429. Null for no limit. */
  rateLimit: RateLimit | null;
  /** Nothing when missing. */
  stream?: StreamFault;
  /** Keeps every new connection waiting before the TLS handshake, for so many ms. */
  handshakeDelay?: number;
}

/** Names and values of the server-sent events of `GET /api/events`. */
export interface ControlEvents {
  /** A resource was added, or changed: the whole of it. */
  resource: Resource;
  deleted: { id: string; type: string };
  request: SeenRequest;
  faults: ActiveFaults;
  'link-button': LinkButton;
}
