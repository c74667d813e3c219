import type { ServerResponse } from 'node:http';
import { errorAnswer, unauthorizedAnswer } from '../answer';
import type { Answer } from '../answer';
import type { BridgeRequest } from '../bridge-answers';
import type { KeyRing } from '../key-ring';
import { eventStreamPath } from './event-stream';
import type { EventStream } from './event-stream';

/** True for the path of the event stream. */
export const isEventStreamPath = (path: string): boolean =>
  path === eventStreamPath || path.startsWith(`${eventStreamPath}?`);

/** Answers a request for the event stream: with the stream, or with why there is none. */
export function answerEventStream(
  keys: KeyRing,
  unauthorizedStatus: 401 | 403,
  events: EventStream,
  { method, headers }: BridgeRequest,
): Answer | ((response: ServerResponse) => void) {
  if (keys.keyOf(headers) === undefined) {
    return unauthorizedAnswer(unauthorizedStatus);
  }
  if (method !== 'GET') {
    return errorAnswer(405, [`${method} is not available for the event stream.`], { allow: 'GET' });
  }
  if (!/text\/event-stream|\*\/\*/.test(headers.accept ?? '*/*')) {
    return errorAnswer(406, ['Only text/event-stream is available.']);
  }
  return (response) => events.listen(response, headers);
}
