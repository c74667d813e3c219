import { randomUUID } from 'node:crypto';
import { checkBody } from '../resources';
import type { BodyProblem, Operation, Resource, ResourceType } from '../resources';
import { bytesAnswer, jsonAnswer, referenceAnswer } from './answer';
import type { Answer } from './answer';
import { behaviours, clearAway, done } from './behaviours';
import type { Body, House } from './behaviours';
import { parseBody } from './read-body';
import { Refusal } from './refusal';

/** How the bridge answers writes. */
export interface WriteSettings {
  /** Status of a successful POST: 200 in the service document, 201 on real bridges. */
  createdStatus: 200 | 201;
  /** How many resources fit into the bridge; one more is refused with 507. */
  resourceLimit: number;
}

/** One operation to carry out. */
export interface Task {
  operation: Operation;
  rtype: ResourceType;
  rid: string;
  /** Body as it came; empty for operations without one. */
  body: string;
}

/**
 * Does what a request asks for.
 *
 * @throws Refusal with the status of the answer
 */
export function carryOut(house: House, settings: WriteSettings, task: Task): Answer {
  const { operation, rtype } = task;
  if (operation === 'list') return bytesAnswer(200, house.home.listAnswer(rtype));
  if (operation === 'create') return create(house, settings, task);
  const resource = find(house, task);
  if (operation === 'get') return jsonAnswer(200, { errors: [], data: [resource] });
  return operation === 'update' ? update(house, resource, task) : remove(house, resource, task);
}

function find({ home }: House, { rtype, rid }: Task): Resource {
  const resource = home.get(rid);
  if (resource === undefined || resource.type !== rtype) throw new Refusal(404, 'Not Found');
  return resource;
}

function create(house: House, settings: WriteSettings, task: Task): Answer {
  const body = checkedBody(task, 'create');
  if (house.home.size >= settings.resourceLimit) {
    throw new Refusal(507, `The bridge is full: it holds ${house.home.size} resources.`);
  }
  const behaviour = behaviours[task.rtype];
  const plain: Resource = { ...body, id: randomUUID(), type: task.rtype };
  const resource = behaviour?.create?.(house, plain) ?? plain;
  house.home.add(resource);
  behaviour?.created?.(house, resource, body);
  return referenceAnswer(settings.createdStatus, { rid: resource.id, rtype: resource.type });
}

function update(house: House, resource: Resource, task: Task): Answer {
  const body = checkedBody(task, 'update');
  const behaviour = behaviours[task.rtype];
  let outcome = done;
  if (behaviour?.update !== undefined) outcome = behaviour.update(house, resource, body);
  else house.home.change(resource.id, body);
  return referenceAnswer(
    outcome.partly ? 207 : 200,
    { rid: resource.id, rtype: resource.type },
    outcome.hints,
  );
}

function remove(house: House, resource: Resource, task: Task): Answer {
  behaviours[task.rtype]?.remove?.(house, resource);
  house.home.remove(resource.id);
  clearAway(house, resource);
  return referenceAnswer(200, { rid: resource.id, rtype: resource.type });
}

function checkedBody({ rtype, body }: Task, operation: 'create' | 'update'): Body {
  const check = checkBody(rtype, operation, parseBody(body));
  if (check.ok) return check.body.members;
  const [first, ...others] = check.problems;
  throw new Refusal(400, sentence(first), ...others.map(sentence));
}

/** A problem in the words of the bridge. */
function sentence({ path, expected, received, suggestion }: BodyProblem): string {
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  const got = received === undefined ? 'nothing' : JSON.stringify(received).slice(0, 200);
  return `invalid value in body${path === '' ? '' : ` at (.${path})`}: expected ${expected}, got ${got}${hint}`;
}
