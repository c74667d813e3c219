import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as v from 'valibot';
import type { ActiveFaults, AnswerFault } from '../control-protocol';
import type { Fault, Faults } from '../faults';

const count = v.pipe(v.number(), v.minValue(0));

/** Largest body that is made up, in bytes: it stands in memory once for every request. */
const largestBody = 67_108_864;

/** Node.js ends the process over a header that cannot be sent, long after it was set here. */
const headers = v.pipe(
  v.record(v.string(), v.string()),
  v.check((given) => {
    try {
      for (const [name, value] of Object.entries(given)) {
        validateHeaderName(name);
        validateHeaderValue(name, value);
      }
      return true;
    } catch {
      return false;
    }
  }, 'A header that HTTP does not allow.'),
);

const answerFault = v.strictObject({
  match: v.exactOptional(
    v.strictObject({
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
export const activeFaultsSchema = v.strictObject({
  answers: v.optional(v.array(answerFault), []),
  rateLimit: v.optional(
    v.nullable(
      v.strictObject({
        perSecond: v.exactOptional(v.pipe(v.number(), v.minValue(0.01))),
        atOnce: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
        retryAfter: v.exactOptional(count),
      }),
    ),
    null,
  ),
  stream: v.optional(
    v.strictObject({
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
