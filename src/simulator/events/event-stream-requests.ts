import type { ServerResponse } from 'node:http';
import { errorResponse, unauthorizedResponse } from '../http/simulator-response';
import type { SimulatorResponse } from '../http/simulator-response';
import type { SimulatorRequest } from '../server/resource-requests';
import type { AcceptedApplicationKeys } from '../server/accepted-application-keys';
import { eventStreamUrlPath } from './event-stream-server';
import type { EventStreamServer } from './event-stream-server';

export const isEventStreamPath = (path: string): boolean =>
  path === eventStreamUrlPath || path.startsWith(`${eventStreamUrlPath}?`);

/** Handles a request for the event stream: opens the stream, or returns an error response. */
export function handleEventStreamRequest(
  keys: AcceptedApplicationKeys,
  unauthorizedStatus: 401 | 403,
  events: EventStreamServer,
  { method, headers }: SimulatorRequest,
): SimulatorResponse | ((response: ServerResponse) => void) {
  if (keys.findKey(headers) === undefined) {
    return unauthorizedResponse(unauthorizedStatus);
  }
  if (method !== 'GET') {
    return errorResponse(405, [`${method} is not available for the event stream.`], {
      allow: 'GET',
    });
  }
  if (!/text\/event-stream|\*\/\*/.test(headers.accept ?? '*/*')) {
    return errorResponse(406, ['Only text/event-stream is available.']);
  }
  return (response) => events.attach(response, headers);
}
