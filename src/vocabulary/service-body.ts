import { validateWriteBody } from '../resources/check-body';
import { getResourceDefinition } from '../resources/table';
import type { ResourceType } from '../resources/table';
import { isObject } from '../resources/members';
import type { BodyProblem } from '../resources/problems';
import { parsePlainJson } from './plain-json';
import { accept, refuse } from './parse-result';
import type { ParsedCommandBody, CommandProblem, ParseResult } from './parse-result';

export interface CommandOptions {
  /** Default: `payload`. */
  at?: string;
}

interface ServiceBodyOptions extends CommandOptions {
  /** Accepts members that are not in the table. */
  allowUnknownFields?: boolean;
}

export function parseServiceBody(
  rtype: ResourceType,
  operation: 'create' | 'update',
  payload: unknown,
  options: ServiceBodyOptions = {},
): ParseResult<ParsedCommandBody> {
  const at = options.at ?? 'payload';
  const plain = parsePlainJson(payload, at);
  if (!plain.ok) return plain;
  if (operation === 'update' && isObject(plain.value) && Object.keys(plain.value).length === 0)
    return refuse(at, { kind: 'change' }, payload);
  return checkCommandBody(rtype, operation, plain.value, options);
}

/**
 * Makes the body of a PUT from a payload, and checks the body against the table.
 *
 * @param parse creates the body from plain JSON
 */
export function parseUpdate(
  rtype: ResourceType,
  payload: unknown,
  options: CommandOptions,
  parse: (plain: unknown, at: string) => ParseResult<unknown>,
): ParseResult<ParsedCommandBody> {
  const { at = 'payload' } = options;
  const plain = parsePlainJson(payload, at);
  const body = plain.ok ? parse(plain.value, at) : plain;
  return body.ok ? checkCommandBody(rtype, 'update', body.value, options) : body;
}

/** @param body plain JSON */
export function checkCommandBody(
  rtype: ResourceType,
  operation: 'create' | 'update',
  body: unknown,
  { at = 'payload', allowUnknownFields = false }: ServiceBodyOptions,
  warnings: readonly string[] = [],
): ParseResult<ParsedCommandBody> {
  if (getResourceDefinition(rtype)[operation] === undefined) {
    return refuse('operation', { kind: 'operation', rtype }, operation);
  }
  const check = validateWriteBody(rtype, operation, body, { allowUnknownFields });
  if (check.ok) return accept({ body: check.body, warnings });
  const problem = toCommandProblem(check.problems[0], at);
  return { ok: false, problem: isWholeResource(body) ? { ...problem, likelyCause } : problem };
}

const isWholeResource = (body: unknown): boolean =>
  isObject(body) && typeof body['id'] === 'string' && typeof body['type'] === 'string';

const likelyCause = { kind: 'wholeResource' } as const;

/** @param prefix path of the body */
export function toCommandProblem(problem: BodyProblem, prefix: string): CommandProblem {
  const inner = problem.path;
  const path =
    inner === '' ? prefix : inner.startsWith('[') ? prefix + inner : `${prefix}.${inner}`;
  return { ...problem, path };
}
