import * as v from 'valibot';
import {
  isKnownResourceType,
  isObject,
  supportsOperation,
  validateWriteBody,
} from '../../resources';
import type { Members, Resource } from '../../resources';
import { getResourceWriteHandler } from '../handlers';
import { jsonResponse, SimulatorHttpError } from '../http/simulator-response';
import type { SimulatorResponse } from '../http/simulator-response';
import type { SimulationContext } from '../handlers';
import type {
  SimulatorControlState,
  LampAppearanceUpdate,
  LinkButtonState,
  RedactedRequest,
  SimulatedBridgeInfo,
} from './control-protocol';
import type { FaultInjector } from '../faults/fault-injector';
import { formatFirstIssue } from '../format-first-issue';
import type { AcceptedApplicationKeys } from '../server/accepted-application-keys';
import type { LinkButton as Button } from '../server/link-button';
import { parseJsonBody } from '../http/request-body';
import type { LoggedRequest, RequestLog } from '../server/request-log';
import { activeFaultsSchema } from '../faults/active-faults';
import { serializeActiveFaults, replaceFaults } from '../faults/fault-injector';

export interface SimulatorControlContext {
  bridge: SimulatedBridgeInfo;
  simulation: SimulationContext;
  faults: FaultInjector;
  linkButton: Button;
  log: RequestLog;
  keys: AcceptedApplicationKeys;
}

/**
 * @returns undefined for an unknown path
 * @throws SimulatorHttpError if the request is invalid
 */
export function handleControlRequest(
  context: SimulatorControlContext,
  method: string,
  path: string,
  body: string,
): SimulatorResponse | undefined {
  if (path === '/api/state') return respondToMethod(method, 'GET', () => toControlState(context));
  if (path === '/api/requests')
    return respondToMethod(method, 'GET', () => listRedactedRequests(context));
  if (path === '/api/faults') {
    return respondToMethod(method, 'POST', () => {
      const check = v.safeParse(activeFaultsSchema, parseJsonBody(body));
      if (!check.success) throw new SimulatorHttpError(400, formatFirstIssue(check.issues));
      replaceFaults(context.faults, check.output);
      return serializeActiveFaults(context.faults);
    });
  }
  if (path === '/api/link-button') {
    return respondToMethod(method, 'POST', () => {
      context.linkButton.press();
      return toLinkButtonState(context.linkButton);
    });
  }
  const [, rid] = /^\/api\/resource\/([^/]+)$/.exec(path) ?? [];
  if (rid === undefined) return undefined;
  return respondToMethod(method, 'POST', () => {
    const change = parseJsonBody(body);
    if (!isObject(change))
      throw new SimulatorHttpError(400, 'Send an object with the members to change.');
    return applyExternalChange(context.simulation, rid, change);
  });
}

/**
 * Applies a change from the home, such as a press of a switch. A valid command has all its effects: a grouped light
 * sets its lamps. Any other change is merged into the resource.
 *
 * @throws SimulatorHttpError 404 if there is no such resource, 400 if the handler rejects the command
 */
function applyExternalChange(
  simulation: SimulationContext,
  rid: string,
  change: Members,
): Resource {
  const resource = simulation.home.get(rid);
  if (resource === undefined) throw new SimulatorHttpError(404, `There is no resource ${rid}.`);
  const { type } = resource;
  if (isKnownResourceType(type) && supportsOperation(type, 'update')) {
    const update = getResourceWriteHandler(type)?.update;
    const check = validateWriteBody(type, 'update', change);
    if (check.ok && update !== undefined) {
      update(simulation, resource, check.body.members);
      return simulation.home.get(rid) ?? resource;
    }
  }
  return simulation.home.change(rid, change);
}

function respondToMethod(
  method: string,
  allowed: string,
  respond: () => unknown,
): SimulatorResponse {
  if (method !== allowed) throw new SimulatorHttpError(405, `Only ${allowed} is available here.`);
  return jsonResponse(200, respond(), { 'cache-control': 'no-store' });
}

const toControlState = ({
  bridge,
  simulation,
  faults,
  linkButton,
}: SimulatorControlContext): SimulatorControlState => ({
  bridge,
  resources: simulation.home.all(),
  faults: serializeActiveFaults(faults),
  linkButton: toLinkButtonState(linkButton),
  appearances: [...simulation.appearances.changedLamps.keys()].flatMap((id) =>
    toLampAppearanceUpdates(simulation, id),
  ),
});

const listRedactedRequests = ({ log, keys }: SimulatorControlContext): readonly RedactedRequest[] =>
  log.requests.map((request) => toRedactedRequest(request, keys));

/** Empty if the lamp has not changed since the start. */
export function toLampAppearanceUpdates(
  { appearances, timers }: SimulationContext,
  id: string,
): readonly LampAppearanceUpdate[] {
  const appearance = appearances.changedLamps.get(id);
  return appearance === undefined ? [] : [{ id, now: timers.now(), appearance }];
}

export const toLinkButtonState = ({ pressedUntil }: Button): LinkButtonState => ({
  pressedUntil: pressedUntil?.toISOString() ?? null,
});

/** Without headers, with all keys redacted. */
export const toRedactedRequest = (
  request: LoggedRequest,
  keys: AcceptedApplicationKeys,
): RedactedRequest => ({
  number: request.number,
  at: request.receivedAt.toISOString(),
  method: request.method,
  path: keys.redact(request.path),
  body: keys.redact(request.body).slice(0, 2048),
  status: request.status === 0 ? null : request.status,
  answer: keys.redact(request.responseBody),
  duration: Math.round(request.duration * 10) / 10,
});
