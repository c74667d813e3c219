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

/** A fault for all requests, or for those that match. */
export interface AnswerFault {
  match?: { method?: string; path?: string; rtype?: string };
  /** Answers with this status instead of doing what was asked. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Waits before answering, in ms. */
  delay?: number;
  /** Where the connection is cut: before anything is done, before the answer, half-way, or after it. */
  cut?: 'request' | 'before' | 'during' | 'after';
  /** Never answers. */
  stall?: boolean;
  /** How many requests it holds for; all when missing. */
  times?: number;
}

/** Everything that goes wrong on purpose at present. */
export interface ActiveFaults {
  answers: readonly AnswerFault[];
  /** More requests than this in a second are answered with 429. Null for no limit. */
  rateLimit: { perSecond: number; retryAfter?: number } | null;
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
