import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as v from 'valibot';
import { isObject } from '../../resources';
import type { ActiveFaults, ResponseFault } from '../faults/active-faults';
import type { Fault, FaultInjector } from '../faults/fault-injector';

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

/** Validated here because Node.js throws for invalid headers only when the response is sent. */
const headers = v.pipe(
  objectSchema,
  v.record(v.string(), v.string()),
  v.check((headerRecord) => {
    try {
      return Object.entries(headerRecord).every(([name, value]) => {
        validateHeaderName(name);
        validateHeaderValue(name, value);
        // Node.js rejects it unless the body is chunked, which responses here are not.
        return name.toLowerCase() !== 'trailer';
      });
    } catch {
      return false;
    }
  }, 'A header that cannot be sent.'),
);

const responseFaultSchema = strictObjectSchema({
  match: v.exactOptional(
    strictObjectSchema({
      method: v.exactOptional(v.string()),
      path: v.exactOptional(v.string()),
      rtype: v.exactOptional(v.string()),
    }),
  ),
  status: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  headers: v.exactOptional(headers),
  body: v.exactOptional(v.string()),
  size: v.exactOptional(v.pipe(countSchema, v.integer(), v.maxValue(maxBodySize))),
  delay: v.exactOptional(countSchema),
  cut: v.exactOptional(v.picklist(['request', 'before', 'during', 'after'])),
  cutAfter: v.exactOptional(countSchema),
  lasts: v.exactOptional(countSchema),
  stall: v.exactOptional(v.union([v.boolean(), v.picklist(['before', 'headers', 'body'])])),
  drip: v.exactOptional(v.pipe(v.number(), v.minValue(0.01))),
  close: v.exactOptional(v.boolean()),
  times: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/** Body of `POST /api/faults`. */
export const activeFaultsSchema = strictObjectSchema({
  answers: v.optional(v.array(responseFaultSchema), []),
  rateLimit: v.optional(
    v.nullable(
      strictObjectSchema({
        perSecond: v.exactOptional(v.pipe(v.number(), v.minValue(0.01))),
        atOnce: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
        retryAfter: v.exactOptional(countSchema),
      }),
    ),
    null,
  ),
  stream: v.optional(
    strictObjectSchema({
      silent: v.exactOptional(v.boolean()),
      duplicates: v.exactOptional(v.boolean()),
    }),
    {},
  ),
  handshakeDelay: v.optional(countSchema, 0),
});

export function replaceFaults(
  faults: FaultInjector,
  { answers, rateLimit, stream, handshakeDelay }: v.InferOutput<typeof activeFaultsSchema>,
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
