import {
  resourceBasePath,
  isKnownResourceType,
  operationHttpMapping,
  listOperations,
} from '../resources/table';
import type { ResourceType } from '../resources/table';
import { idPattern, isWellFormedResourceTypeName } from '../resources/identifiers';
import { validateWriteBody } from '../resources/check-body';
import type { OperationName, Resource } from '../resources/resource';
import type { BodyProblem } from '../resources/problems';
import { getNestedMember, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import {
  serializedJsonResponse,
  errorResponse,
  createUnauthorizedResponse,
  jsonResponse,
  resourceWrittenResponse,
  SimulatorHttpError,
  parseJsonBody,
} from './http';
import type { SimulatorRequest, SimulatorResponse } from './http';
import { getResourceWriteHandler } from './handlers/table';
import type { SimulationContext } from './handlers/write-handler';
import type { SimulatedHome } from './simulated-home';
import type { AcceptedApplicationKeys } from './pairing';
import { randomUUID } from 'node:crypto';
import { toEnglish } from '../resources/problems';

export interface ResourceRequestContext {
  simulation: SimulationContext;
  keys: AcceptedApplicationKeys;
  settings: CreateResponseSettings & { unauthorizedStatus: 401 | 403 };
}

/** Real bridges omit these from the list of all resources, although others refer to them. */
const typesOutsideTree: ReadonlySet<string> = new Set(['motion_area_candidate', 'public_image']);

/**
 * Service document, sections 4, 5 and 7.
 *
 * @throws SimulatorHttpError if the operation is rejected
 */
export function handleResourceRequest(
  context: ResourceRequestContext,
  request: SimulatorRequest,
): SimulatorResponse {
  const { simulation, keys, settings } = context;
  if (keys.findKey(request.headers) === undefined) {
    return createUnauthorizedResponse(settings.unauthorizedStatus);
  }
  const [path = '', query = ''] = request.path.split('?', 2);
  const route = matchResourceRoute(request.method, path, simulation.home);
  if (route.kind === 'not-found') return errorResponse(404, [route.description]);
  if (route.kind === 'wrong-method') {
    const description = `${request.method} is not available for ${path}.`;
    return errorResponse(405, [description], { allow: route.allowed.join(', ') });
  }
  if (request.method === 'GET' && !acceptsJson(request.headers.accept)) {
    return errorResponse(406, ['Only application/json is available.']);
  }
  if (route.kind === 'tree') return listAllResources(simulation, query);
  return executeSimulatedOperation(simulation, settings, { ...route, body: request.body });
}

export const isResourcePath = (path: string): boolean =>
  path === resourceBasePath ||
  path.startsWith(`${resourceBasePath}/`) ||
  path.startsWith(`${resourceBasePath}?`);

/** Or those of the types in `?type=light,room` (Hue CLIP API reference). */
function listAllResources({ home }: SimulationContext, query: string): SimulatorResponse {
  const requestedTypes = new URLSearchParams(query).get('type');
  if (requestedTypes === null)
    return serializedJsonResponse(200, home.treeResponseBody(typesOutsideTree));
  const data = requestedTypes.split(',').flatMap((rtype) => home.byType(rtype));
  return serializedJsonResponse(200, Buffer.from(JSON.stringify({ errors: [], data })));
}

function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  return accept
    .split(',')
    .map((range) => range.split(';', 1)[0]?.trim().toLowerCase())
    .some((range) => range === '*/*' || range === 'application/*' || range === 'application/json');
}

/** An operation, or the reason for none. */
type ResourceRouteMatch =
  | { kind: 'tree' }
  | { kind: 'operation'; operation: OperationName; rtype: ResourceType; rid: string }
  | { kind: 'not-found'; description: string }
  | { kind: 'wrong-method'; allowed: readonly string[] };

/** By method; all five for a type beyond the table. */
const getOperations = (
  rtype: string,
  path: 'collection' | 'item',
): ReadonlyMap<string, OperationName> =>
  new Map(
    listOperations(rtype)
      .filter((operation) => operationHttpMapping[operation].path === path)
      .map((operation) => [operationHttpMapping[operation].method, operation]),
  );

/**
 * @param path without query
 * @param home its types beyond the table have every operation
 */
function matchResourceRoute(method: string, path: string, home: SimulatedHome): ResourceRouteMatch {
  if (path === resourceBasePath) {
    return method === 'GET' ? { kind: 'tree' } : { kind: 'wrong-method', allowed: ['GET'] };
  }
  const [rtype = '', rid, ...others] = path.startsWith(`${resourceBasePath}/`)
    ? path.slice(resourceBasePath.length + 1).split('/')
    : [];
  const isServed =
    isKnownResourceType(rtype) ||
    (isWellFormedResourceTypeName(rtype) && home.byType(rtype).length > 0);
  if (others.length > 0 || !isServed) return { kind: 'not-found', description: 'Not Found' };
  if (rid !== undefined && !idPattern.test(rid)) {
    return { kind: 'not-found', description: `"${rid.slice(0, 64)}" is not the id of a ${rtype}.` };
  }
  const methods = getOperations(rtype, rid === undefined ? 'collection' : 'item');
  const operation = methods.get(method);
  return operation === undefined
    ? { kind: 'wrong-method', allowed: [...methods.keys()] }
    : { kind: 'operation', operation, rtype, rid: rid ?? '' };
}

interface CreateResponseSettings {
  /** Of a POST: 200 in the service document, 201 on real bridges. */
  createdStatus: 200 | 201;
  /** Above it, a POST is answered with 507. */
  resourceLimit: number;
  sceneLimit: number;
  /** Of rooms and zones together. */
  groupLimit: number;
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
  assertNotFull(simulation, settings, request.rtype);
  const handler = getResourceWriteHandler(request.rtype);
  const newResource: Resource = { ...body, id: randomUUID(), type: request.rtype };
  const resource = handler?.create?.(simulation, newResource) ?? newResource;
  simulation.home.add(resource);
  handler?.afterCreate?.(simulation, resource, body);
  return resourceWrittenResponse(settings.createdStatus, resource);
}

/** @throws SimulatorHttpError 507 */
function assertNotFull(
  { home }: SimulationContext,
  { resourceLimit, sceneLimit, groupLimit }: CreateResponseSettings,
  rtype: ResourceType,
): void {
  const scenes = home.byType('scene').length;
  const groups = home.byType('room').length + home.byType('zone').length;
  const full =
    (home.size >= resourceLimit && `${home.size} resources`) ||
    (rtype === 'scene' && scenes >= sceneLimit && `${scenes} scenes`) ||
    ((rtype === 'room' || rtype === 'zone') && groups >= groupLimit && `${groups} rooms and zones`);
  if (full !== false) throw new SimulatorHttpError(507, `The bridge is full: it holds ${full}.`);
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
  cascadeRemoval(simulation.home, resource);
  return resourceWrittenResponse(200, resource);
}

const referenceListMembers = ['children', 'services', 'linked_services', 'motion_sensors'] as const;

/** Also removes the references to them. */
function cascadeRemoval(home: SimulatedHome, removed: Resource): void {
  for (const resource of home.all()) {
    const parentRids = [
      getNestedMember(resource, 'owner', 'rid'),
      getNestedMember(resource, 'group', 'rid'),
    ];
    if (parentRids.includes(removed.id) && home.remove(resource.id)) cascadeRemoval(home, resource);
  }
  for (const resource of home.all()) removeReferences(home, resource, removed.id);
}

function removeReferences(home: SimulatedHome, resource: Resource, rid: string): void {
  for (const name of referenceListMembers) {
    const list = resource[name];
    if (!Array.isArray(list)) continue;
    const remaining = list.filter((entry: unknown) => !isObject(entry) || entry['rid'] !== rid);
    if (remaining.length < list.length) home.change(resource.id, { [name]: remaining });
  }
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
