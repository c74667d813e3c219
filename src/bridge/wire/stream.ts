import type * as undiciModule from 'undici';
import type { buildConnector } from 'undici';
import {
  answerProblem,
  closedProblem,
  ConnectionProblem,
  failure,
  timedOut,
} from '../errors/problem';
import { afterWait, systemClock } from '../time/clock';
import { retryAfterOf } from './retry-after';
import type { BridgeError } from '../errors/errors';
import type { Problem } from '../errors/problem';
import type { StreamAnswer } from './stream-answer';

/** What a stream needs. */
export interface StreamOptions {
  undici: typeof undiciModule;
  origin: string;
  /** Address for sentences. */
  where: string;
  connect: buildConnector.connector;
  /** Names and values in turn. */
  headers: string[];
  /** Until the head of the answer, in ms. */
  headDeadline: number;
}

/** Path of the event stream. Hue CLIP API reference. */
const path = '/eventstream/clip/v2';

/**
 * Opens an answer without an end, over a connection of its own.
 *
 * @param options how
 * @param signal ends the connection
 * @returns the head of the answer, whatever its status, and the body as it comes
 * @throws {BridgeError} when no answer came; the same from the body when the connection is lost later
 */
export async function openStream(
  options: StreamOptions,
  signal: AbortSignal,
): Promise<StreamAnswer> {
  const { undici, origin, where, connect, headers, headDeadline } = options;
  const client = new undici.Client(origin, {
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  });
  const end = (problem: Problem): void => void client.destroy(new ConnectionProblem(problem));
  const closed = (): void => end(closedProblem);
  signal.addEventListener('abort', closed, { once: true });
  const finish = (): void => {
    signal.removeEventListener('abort', closed);
    closed();
  };
  const callOff = afterWait(systemClock, headDeadline, () => end(timedOut(where, headDeadline)));
  try {
    if (signal.aborted) throw new ConnectionProblem(closedProblem);
    const answer = await client.request({ method: 'GET', path, headers });
    const type = answer.headers['content-type'];
    return {
      status: answer.statusCode,
      contentType: typeof type === 'string' ? type : '',
      retryAfter: retryAfterOf(answer.headers['retry-after'], Date.now()),
      body: guarded(answer.body, where, finish),
    };
  } catch (error) {
    finish();
    throw streamError(error, where, false);
  } finally {
    callOff();
  }
}

async function* guarded(
  body: AsyncIterable<Uint8Array>,
  where: string,
  finish: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw streamError(error, where, true);
  } finally {
    finish();
  }
}

function streamError(error: unknown, where: string, sent: boolean): BridgeError {
  return failure('listen to the events of the bridge', answerProblem(error, where, sent));
}
