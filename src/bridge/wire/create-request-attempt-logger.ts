import { debugLogs } from '../logging/debug-logs';
import type { TransportFailure } from '../errors/transport-failure';
import type { RequestAttemptListener } from './http-request-attempt';
import type { HttpRequest } from './request';

/** @returns a listener that logs the outcome of an attempt, and how long it took, before it passes it on */
export function createRequestAttemptLogger(
  { method, path, body }: HttpRequest,
  endpoint: string,
  listener: RequestAttemptListener,
): RequestAttemptListener {
  const startedAt = performance.now();
  const size = body === undefined ? '' : ` (${Buffer.byteLength(body)} bytes)`;
  const writeOutcome = (outcome: string): void =>
    debugLogs.http.write(
      `${endpoint} ${method} ${path}${size}: ${outcome} after ${Math.round(performance.now() - startedAt)} ms`,
    );
  return {
    onResponse(response) {
      const { status, retryAfter } = response;
      const wait = retryAfter === undefined ? '' : `, retry after ${retryAfter} ms`;
      writeOutcome(`${status}, ${response.body.length} bytes${wait}`);
      listener.onResponse(response);
    },
    onFailure(failure) {
      writeOutcome(describeFailureForLog(failure));
      listener.onFailure(failure);
    },
  };
}

/** @returns kind and code of a failure, for the log */
export const describeFailureForLog = ({ kind, code, reason }: TransportFailure): string =>
  `${kind} ${code}${reason === undefined ? '' : ` ${reason}`}`;
