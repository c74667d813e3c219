import { randomUUID } from 'node:crypto';
import { validateWriteBody, isKnownResourceType } from '../../resources';
import { toEnglish } from '../../resources/validation/problem-in-english';
import type { BodyProblem, OperationName, Resource, ResourceType, Members } from '../../resources';
import {
  serializedJsonResponse,
  jsonResponse,
  resourceWrittenResponse,
  SimulatorHttpError,
} from '../http/simulator-response';
import type { SimulatorResponse } from '../http/simulator-response';
import { getResourceWriteHandler, cascadeRemoval } from '../handlers';
import type { SimulationContext } from '../handlers';
import { parseJsonBody } from '../http/request-body';

export interface CreateResponseSettings {
  /** Of a POST: 200 in the service document, 201 on real bridges. */
  createdStatus: 200 | 201;
  /** Above it, a POST is answered with 507. */
  resourceLimit: number;
}

interface OperationRequest {
  operation: OperationName;
  rtype: ResourceType;
  rid: string;
  /** Empty for operations without a body. */
  body: string;
}

/** @throws SimulatorHttpError with the status of the response */
export function executeSimulatedOperation(
  simulation: SimulationContext,
  settings: CreateResponseSettings,
  request: OperationRequest,
): SimulatorResponse {
  const { operation, rtype } = request;
  if (operation === 'list')
    return serializedJsonResponse(200, simulation.home.listResponseBody(rtype));
  if (operation === 'create') return createResource(simulation, settings, request);
  const resource = findResource(simulation, request);
  if (operation === 'get') return jsonResponse(200, { errors: [], data: [resource] });
  return operation === 'update'
    ? updateResource(simulation, resource, request)
    : removeResource(simulation, resource, request);
}

function findResource({ home }: SimulationContext, { rtype, rid }: OperationRequest): Resource {
  const resource = home.get(rid);
  if (resource === undefined || resource.type !== rtype)
    throw new SimulatorHttpError(404, 'Not Found');
  return resource;
}

function createResource(
  simulation: SimulationContext,
  settings: CreateResponseSettings,
  request: OperationRequest,
): SimulatorResponse {
  const body = parseAndCheckBody(request, 'create');
  if (simulation.home.size >= settings.resourceLimit) {
    throw new SimulatorHttpError(
      507,
      `The bridge is full: it holds ${simulation.home.size} resources.`,
    );
  }
  const handler = getResourceWriteHandler(request.rtype);
  const newResource: Resource = { ...body, id: randomUUID(), type: request.rtype };
  const resource = handler?.create?.(simulation, newResource) ?? newResource;
  simulation.home.add(resource);
  handler?.afterCreate?.(simulation, resource, body);
  return resourceWrittenResponse(settings.createdStatus, resource);
}

function updateResource(
  simulation: SimulationContext,
  resource: Resource,
  request: OperationRequest,
): SimulatorResponse {
  const body = parseAndCheckBody(request, 'update');
  const update = getResourceWriteHandler(request.rtype)?.update;
  if (update === undefined) simulation.home.change(resource.id, body);
  const { hints = [], partial = false } = update?.(simulation, resource, body) ?? {};
  return resourceWrittenResponse(partial ? 207 : 200, resource, hints);
}

function removeResource(
  simulation: SimulationContext,
  resource: Resource,
  request: OperationRequest,
): SimulatorResponse {
  getResourceWriteHandler(request.rtype)?.beforeRemove?.(simulation, resource);
  simulation.home.remove(resource.id);
  cascadeRemoval(simulation, resource);
  return resourceWrittenResponse(200, resource);
}

function parseAndCheckBody(
  { rtype, body }: OperationRequest,
  operation: 'create' | 'update',
): Members {
  const check = validateWriteBody(rtype, operation, parseJsonBody(body), {
    allowUnknownFields: !isKnownResourceType(rtype),
  });
  if (check.ok) return check.body.members;
  const [first, ...others] = check.problems;
  throw new SimulatorHttpError(400, formatBodyProblem(first), ...others.map(formatBodyProblem));
}

function formatBodyProblem({ path, expected, received, suggestion }: BodyProblem): string {
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  const receivedText = received === undefined ? 'nothing' : JSON.stringify(received).slice(0, 200);
  return `invalid value in body${path === '' ? '' : ` at (.${path})`}: expected ${toEnglish(expected)}, got ${receivedText}${hint}`;
}
