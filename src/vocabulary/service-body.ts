import { checkBody, definitionOf } from '../resources';
import type { BodyProblem, ResourceType } from '../resources';
import { plainJson } from './plain-json';
import { accept, refuse } from './result';
import type { Command, CommandProblem, Result } from './result';

/** How a payload is read. */
export interface BodyOptions {
  /** Path of the payload for problems; default `payload`. */
  at?: string;
}

/** How the service's own body is read. */
export interface ServiceBodyOptions extends BodyOptions {
  /** Lets members through that the table does not list. */
  allowUnknownFields?: boolean;
}

/**
 * Reads a payload that is the service's own body, for any resource type.
 *
 * @param payload what the flow sent
 * @returns the body as it may be sent, or the first problem
 */
export function serviceBody(
  rtype: ResourceType,
  operation: 'create' | 'update',
  payload: unknown,
  options: ServiceBodyOptions = {},
): Result<Command> {
  const plain = plainJson(payload, options.at ?? 'payload');
  return plain.ok ? checkedBody(rtype, operation, plain.value, options) : plain;
}

/** Passes a body, already plain JSON, through the table. */
export function checkedBody(
  rtype: ResourceType,
  operation: 'create' | 'update',
  body: unknown,
  { at = 'payload', allowUnknownFields = false }: ServiceBodyOptions,
  warnings: readonly string[] = [],
): Result<Command> {
  if (definitionOf(rtype)[operation] === undefined) {
    return refuse('operation', `an operation that ${rtype} has`, operation);
  }
  const check = checkBody(rtype, operation, body, { allowUnknownFields });
  return check.ok
    ? accept({ body: check.body, warnings })
    : { ok: false, problem: problemOfBody(check.problems[0], at) };
}

/** A problem that the table found in a body, with the path of the body before its own. */
export function problemOfBody(problem: BodyProblem, prefix: string): CommandProblem {
  const inner = problem.path;
  const path =
    inner === '' ? prefix : inner.startsWith('[') ? prefix + inner : `${prefix}.${inner}`;
  return { ...problem, path };
}
