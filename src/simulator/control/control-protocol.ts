import type { Resource } from '../../resources/resource';
import type { LampAppearance } from '../visible-lamp-light';
import * as v from 'valibot';
import { isObject } from '../../resources/members';

/**
 * Control protocol between the simulator and its page: JSON over plain HTTP on loopback.
 *
 * `GET /api/state` returns a `SimulatorControlState`.
 * `GET /api/requests` returns an array of `RedactedRequest`, newest last.
 * `GET /api/events` streams server-sent events, each named by a member of `SimulatorControlEvents`,
 * with its value as JSON.
 * `POST /api/resource/<rid>` takes a partial resource as an external change.
 * `POST /api/faults` takes `ActiveFaults` and replaces all active faults.
 * `POST /api/link-button` takes an empty object.
 */
export interface SimulatorControlState {
  bridge: SimulatedBridgeInfo;
  resources: readonly Resource[];
  faults: ActiveFaults;
  linkButton: LinkButtonState;
  /** That have changed since the start. */
  appearances: readonly LampAppearanceUpdate[];
}

export interface LampAppearanceUpdate {
  id: string;
  /** On the clock of `appearance`, in ms. */
  now: number;
  appearance: LampAppearance;
}

/** Without the key: pairing creates one. */
export interface SimulatedBridgeInfo {
  /** Such as `https://127.0.0.1:8443`. */
  url: string;
  bridgeId: string;
  /** SHA-256 of the certificate, such as `AB:CD:…`. */
  fingerprint: string;
}

export interface LinkButtonState {
  /** End of the window, ISO 8601; null while the button is not pressed. */
  pressedUntil: string | null;
}

/** All keys are redacted. */
export interface RedactedRequest {
  /** From 1. */
  number: number;
  /** Of arrival, ISO 8601. */
  at: string;
  method: string;
  path: string;
  /** Empty if there was none. */
  body: string;
  /** Null if a fault ended the connection without a response. */
  status: number | null;
  /** Truncated for the page. */
  answer: string;
  /** From arrival to the end of the response, in ms. */
  duration: number;
}

export interface SimulatorControlEvents {
  /** Complete, after the change. */
  resource: Resource;
  deleted: { id: string; type: string };
  appearance: LampAppearanceUpdate;
  request: RedactedRequest;
  faults: ActiveFaults;
  'link-button': LinkButtonState;
}

const countSchema = v.pipe(v.number(), v.minValue(0));

const objectSchema = v.custom<object>(
  isObject,
  ({ received }) => `Invalid type: Expected Object but received ${received}`,
);

/** valibot would accept arrays as objects. */
const strictObjectSchema = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(objectSchema, v.strictObject(entries));

/** In bytes: allocated for every request. */
const maxBodySize = 67_108_864;

/**
 * Node.js throws for other headers when the response is sent (RFC 9110, section 5), also for `trailer`, since responses
 * here are not chunked.
 */
const isSendable = ([name, value]: readonly [string, string]): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
  !/[^\t\x20-\x7e\x80-\xff]/.test(value) &&
  name.toLowerCase() !== 'trailer';

const headers = v.pipe(
  objectSchema,
  v.record(v.string(), v.string()),
  v.check((record) => Object.entries(record).every(isSendable), 'A header that cannot be sent.'),
);

const responseFaultSchema = strictObjectSchema({
  /** `path` is a prefix. */
  match: v.exactOptional(
    strictObjectSchema({
      method: v.exactOptional(v.string()),
      path: v.exactOptional(v.string()),
      rtype: v.exactOptional(v.string()),
    }),
  ),
  /** Of the response; the request is not executed. */
  status: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  headers: v.exactOptional(headers),
  body: v.exactOptional(v.string()),
  /** In bytes; replaces the body. */
  size: v.exactOptional(v.pipe(countSchema, v.integer(), v.maxValue(maxBodySize))),
  /** Ends at the latest when the fault is removed. */
  delay: v.exactOptional(countSchema),
  /** `request`: before it is executed; `during`: half of the body is sent. */
  cut: v.exactOptional(v.picklist(['request', 'before', 'during', 'after'])),
  /** After this many bytes of the body; 0 sends no response. */
  cutAfter: v.exactOptional(countSchema),
  /** Cuts the connection this long after the headers. */
  lasts: v.exactOptional(countSchema),
  /** `headers`: after the headers, also `true`. */
  stall: v.exactOptional(v.union([v.boolean(), v.picklist(['before', 'headers', 'body'])])),
  /** Bytes of the body per second. */
  drip: v.exactOptional(v.pipe(v.number(), v.minValue(0.01))),
  /** After the response. */
  close: v.exactOptional(v.boolean()),
  /** Number of requests; all if missing. */
  times: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

const rateLimitSchema = strictObjectSchema({
  /** Also the allowed burst. */
  perSecond: v.exactOptional(v.pipe(v.number(), v.minValue(0.01))),
  /** Real bridges allow 3 (Signify in home-assistant-libs/aiohue#104). */
  atOnce: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** In seconds; real bridges send no `Retry-After`. */
  retryAfter: v.exactOptional(countSchema),
});

const streamFaultSchema = strictObjectSchema({
  silent: v.exactOptional(v.boolean()),
  /** Sends every message twice. */
  duplicates: v.exactOptional(v.boolean()),
});

/** Body of `POST /api/faults`. */
export const activeFaultsSchema = strictObjectSchema({
  answers: v.optional(v.array(responseFaultSchema), []),
  /** Above it, requests are answered with 429; null for no limit. */
  rateLimit: v.optional(v.nullable(rateLimitSchema), null),
  stream: v.optional(streamFaultSchema, {}),
  /** In ms, for the TLS handshake of every new connection. */
  handshakeDelay: v.optional(countSchema, 0),
});

/** Times are in ms. */
export type ResponseFault = v.InferOutput<typeof responseFaultSchema>;
export type RateLimit = v.InferOutput<typeof rateLimitSchema>;
export type StreamFault = v.InferOutput<typeof streamFaultSchema>;

type CheckedFaults = v.InferOutput<typeof activeFaultsSchema>;
export type ActiveFaults = Pick<CheckedFaults, 'answers' | 'rateLimit'> & Partial<CheckedFaults>;
