import type { NodeMessage } from 'node-red';
import type { BridgeError } from '../../bridge/errors/bridge-error';
import { getResourceDefinition, isKnownResourceType } from '../../resources';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import { describeValue } from '../../resources/validation/describe-problem';
import { parsePlainJson } from '../../vocabulary/parsing/plain-json';
import { toCommandError } from '../node-errors';

/**
 * Refuses the reading of a sensor as a command: a temperature of 23.4 °C would be a brightness of 23.4 %.
 *
 * @param message what arrived at the node; one of a sensor or poll node has `msg.resource`
 * @param payload its payload
 * @returns undefined for a number that has come without such a resource, or was changed on its way
 */
export function refuseReading(message: NodeMessage, payload: number): BridgeError | undefined {
  const given: unknown = Object.getOwnPropertyDescriptor(message, 'resource')?.value;
  const copied = parsePlainJson(given, 'resource');
  const resource = copied.ok ? copied.value : undefined;
  const rtype = getNestedMember(resource, 'type');
  if (!isObject(resource) || typeof rtype !== 'string' || !isKnownResourceType(rtype))
    return undefined;
  const definition = getResourceDefinition(rtype);
  const { unit, valueDescription = 'reading' } = definition;
  if (unit === undefined) return undefined;
  const reading = definition.value({ ...resource, type: rtype, id: '' });
  if (reading !== payload && !holdsNumber(resource, payload)) return undefined;
  const { topic } = message;
  const origin = typeof topic === 'string' ? ` of ${describeValue(topic)}` : '';
  const likelyCause = `This is the ${valueDescription}${origin}, in ${unit}: let a change or function node before this one set the payload, such as to true.`;
  return toCommandError({ path: 'payload', expected: 'a command', received: payload, likelyCause });
}

/** True where a member has the number, also inside of others. */
const holdsNumber = (value: unknown, number: number): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((member) => holdsNumber(member, number))
    : value === number;
