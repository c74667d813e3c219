import type { SimulatorResponse } from '../http/simulator-response';
import type { RateLimit } from './active-faults';

/** Token bucket with a limit of concurrent requests. */
export class RateLimiter {
  #tokens: number;
  #refilledAt: number;
  #inFlight = 0;

  /** @param now the present time on a monotonic clock, in ms */
  constructor(
    readonly limit: RateLimit,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#tokens = toBucketSize(limit);
    this.#refilledAt = now();
  }

  /** @returns the 429 response, or a function to call when the request is answered */
  admit(): SimulatorResponse | (() => void) {
    this.#refill();
    const { atOnce = Infinity, retryAfter } = this.limit;
    if (this.#tokens < 1 || this.#inFlight >= atOnce) return tooManyRequestsResponse(retryAfter);
    this.#tokens -= 1;
    this.#inFlight += 1;
    return () => {
      this.#inFlight -= 1;
    };
  }

  #refill(): void {
    const { perSecond } = this.limit;
    if (perSecond === undefined) return;
    const now = this.now();
    const tokens = this.#tokens + ((now - this.#refilledAt) / 1000) * perSecond;
    this.#tokens = Math.min(toBucketSize(this.limit), tokens);
    this.#refilledAt = now;
  }
}

/** Allowed burst: at least one request, even below one per second. */
const toBucketSize = ({ perSecond = Infinity }: RateLimit): number => Math.max(1, perSecond);

/** As the web server of real bridges responds (peter-murray/node-hue-api#224). */
export const tooManyRequestsResponse = (retryAfter?: number): SimulatorResponse => ({
  status: 429,
  headers: {
    server: 'nginx',
    'content-type': 'text/html',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  },
  body: Buffer.from(
    '<html>\r\n<head><title>429 Too Many Requests</title></head>\r\n' +
      '<body>\r\n<center><h1>429 Too Many Requests</h1></center>\r\n' +
      '<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  ),
});
