import type { Answer } from './answer';
import type { RateLimit } from './control-protocol';

/** Refuses what comes too fast. */
export class RateLimiter {
  #tokens: number;
  #refilled = performance.now();
  #underWay = 0;

  constructor(readonly limit: RateLimit) {
    this.#tokens = atLeastOne(limit);
  }

  /** @returns the refusal, or what to call when the request is answered */
  enter(): Answer | (() => void) {
    this.#refill();
    const { atOnce = Infinity, retryAfter } = this.limit;
    if (this.#tokens < 1 || this.#underWay >= atOnce) return tooManyRequests(retryAfter);
    this.#tokens -= 1;
    this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
    };
  }

  #refill(): void {
    const { perSecond } = this.limit;
    if (perSecond === undefined) return;
    const now = performance.now();
    const grown = this.#tokens + ((now - this.#refilled) / 1000) * perSecond;
    this.#tokens = Math.min(atLeastOne(this.limit), grown);
    this.#refilled = now;
  }
}

/** Requests that may come at once: below one a second, still one. */
const atLeastOne = ({ perSecond = Infinity }: RateLimit): number => Math.max(1, perSecond);

/** As the web server in front of real bridges answers (peter-murray/node-hue-api#224). */
export const tooManyRequests = (retryAfter?: number): Answer => ({
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
