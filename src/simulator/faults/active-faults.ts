import * as v from 'valibot';
import { isObject } from '../../resources';

const countSchema = v.pipe(v.number(), v.minValue(0));

const objectSchema = v.custom<object>(
  isObject,
  ({ received }) => `Invalid type: Expected Object but received ${received}`,
);

/** An object with exactly these members; valibot would accept arrays as objects. */
const strictObjectSchema = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(objectSchema, v.strictObject(entries));

/** Maximum size of a generated body, in bytes: it is allocated for every request. */
const maxBodySize = 67_108_864;

/**
 * Returns true for a header that Node.js sends (RFC 9110, section 5): it throws for any other when the
 * response is sent, also for `trailer`, since responses here are not chunked.
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
  /** Matches by method, by prefix of the path, by resource type. */
  match: v.exactOptional(
    strictObjectSchema({
      method: v.exactOptional(v.string()),
      path: v.exactOptional(v.string()),
      rtype: v.exactOptional(v.string()),
    }),
  ),
  /** Responds with this status instead of executing the request. */
  status: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  headers: v.exactOptional(headers),
  body: v.exactOptional(v.string()),
  /** Replaces the body of the response with one of this many bytes. */
  size: v.exactOptional(v.pipe(countSchema, v.integer(), v.maxValue(maxBodySize))),
  /** Delays the response, until the fault is removed at most. */
  delay: v.exactOptional(countSchema),
  /**
   * Cuts the connection: `request` before it is executed, `before` the response, `during` it (half
   * of its body is sent) or `after` it.
   */
  cut: v.exactOptional(v.picklist(['request', 'before', 'during', 'after'])),
  /** Cuts the connection after this many bytes of the body; 0 sends no response at all. */
  cutAfter: v.exactOptional(countSchema),
  /** Cuts the connection this long after the headers of the response. */
  lasts: v.exactOptional(countSchema),
  /** Stops sending before the response, after its headers (also `true`), or in its body. */
  stall: v.exactOptional(v.union([v.boolean(), v.picklist(['before', 'headers', 'body'])])),
  /** Sends the body at this many bytes per second. */
  drip: v.exactOptional(v.pipe(v.number(), v.minValue(0.01))),
  /** Closes the connection after the response. */
  close: v.exactOptional(v.boolean()),
  /** Number of requests it applies to; all if missing. */
  times: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

const rateLimitSchema = strictObjectSchema({
  /** Requests per second, which is also the allowed burst. */
  perSecond: v.exactOptional(v.pipe(v.number(), v.minValue(0.01))),
  /** Concurrent requests; real bridges allow 3 (Signify in home-assistant-libs/aiohue#104). */
  atOnce: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Adds `Retry-After` with this many seconds; real bridges send none. */
  retryAfter: v.exactOptional(countSchema),
});

const streamFaultSchema = strictObjectSchema({
  /** Sends nothing more. */
  silent: v.exactOptional(v.boolean()),
  /** Sends every message twice. */
  duplicates: v.exactOptional(v.boolean()),
});

/** Body of `POST /api/faults`. */
export const activeFaultsSchema = strictObjectSchema({
  answers: v.optional(v.array(responseFaultSchema), []),
  /** Requests above this limit are answered with 429. Null for no limit. */
  rateLimit: v.optional(v.nullable(rateLimitSchema), null),
  stream: v.optional(streamFaultSchema, {}),
  /** Delays the TLS handshake of every new connection by this many ms. */
  handshakeDelay: v.optional(countSchema, 0),
});

/** A fault for all requests, or for matching requests. Times are in ms. */
export type ResponseFault = v.InferOutput<typeof responseFaultSchema>;
export type RateLimit = v.InferOutput<typeof rateLimitSchema>;
export type StreamFault = v.InferOutput<typeof streamFaultSchema>;

type CheckedFaults = v.InferOutput<typeof activeFaultsSchema>;
export type ActiveFaults = Pick<CheckedFaults, 'answers' | 'rateLimit'> & Partial<CheckedFaults>;
