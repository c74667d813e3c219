import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as v from 'valibot';
import { isObject } from '../../resources';
import type { ActiveFaults, AnswerFault } from '../control-protocol';
import type { Fault, Faults } from '../faults';

const count = v.pipe(v.number(), v.minValue(0));

const anyObject = v.custom<object>(
  isObject,
  ({ received }) => `Invalid type: Expected Object but received ${received}`,
);

/** An object with these members and no others; valibot takes lists for objects too. */
const objectOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(anyObject, v.strictObject(entries));

/** Largest body that is made up, in bytes: it stands in memory once for every request. */
const largestBody = 67_108_864;

/** Node.js ends the process over a header that cannot be sent, long after it was set here. */
const headers = v.pipe(
  anyObject,
  v.record(v.string(), v.string()),
  v.check((given) => {
    try {
      return Object.entries(given).every(([name, value]) => {
        validateHeaderName(name);
        validateHeaderValue(name, value);
        // Node.js sends it only with bodies that come in chunks, which answers here do not.
        return name.toLowerCase() !== 'trailer';
      });
    } catch {
      return false;
    }
  }, 'A header that cannot be sent.'),
);

const answerFault = objectOf({
  match: v.exactOptional(
    objectOf({
      method: v.exactOptional(v.string()),
      path: v.exactOptional(v.string()),
      rtype: v.exactOptional(v.string()),
    }),
  ),
  status: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  headers: v.exactOptional(headers),
  body: v.exactOptional(v.string()),
  size: v.exactOptional(v.pipe(count, v.integer(), v.maxValue(largestBody))),
  delay: v.exactOptional(count),
  cut: v.exactOptional(v.picklist(['request', 'before', 'during', 'after'])),
  cutAfter: v.exactOptional(count),
  lasts: v.exactOptional(count),
  stall: v.exactOptional(v.union([v.boolean(), v.picklist(['before', 'headers', 'body'])])),
  drip: v.exactOptional(v.pipe(v.number(), v.minValue(0.01))),
  close: v.exactOptional(v.boolean()),
  times: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/** What `POST /api/faults` takes. */
export const activeFaultsSchema = objectOf({
  answers: v.optional(v.array(answerFault), []),
  rateLimit: v.optional(
    v.nullable(
      objectOf({
        perSecond: v.exactOptional(v.pipe(v.number(), v.minValue(0.01))),
        atOnce: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
        retryAfter: v.exactOptional(count),
      }),
    ),
    null,
  ),
  stream: v.optional(
    objectOf({
      silent: v.exactOptional(v.boolean()),
      duplicates: v.exactOptional(v.boolean()),
    }),
    {},
  ),
  handshakeDelay: v.optional(count, 0),
});

/** Replaces everything that goes wrong. */
export function replaceFaults(
  faults: Faults,
  { answers, rateLimit, stream, handshakeDelay }: v.InferOutput<typeof activeFaultsSchema>,
): void {
  faults.clear();
  for (const fault of answers) faults.answer(fault);
  if (rateLimit !== null) faults.rateLimit(rateLimit);
  faults.stream(stream);
  faults.holdHandshakes(handshakeDelay);
}

/** Everything that goes wrong at present, as the page reads it. */
export const activeFaults = (faults: Faults): ActiveFaults => ({
  answers: faults.list().map(shownFault),
  rateLimit: faults.limit ?? null,
  stream: faults.streamFault,
  handshakeDelay: faults.handshakeDelay,
});

function shownFault({ match, body, ...others }: Fault): AnswerFault {
  const { path, ...further } = match ?? {};
  return {
    ...others,
    ...(match === undefined
      ? {}
      : { match: path === undefined ? further : { ...further, path: String(path) } }),
    ...(body === undefined ? {} : { body: textOf(body) }),
  };
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : JSON.stringify(body);
}
