import { hasOperation, operations, resourceTypes } from '../../resources';
import type { Operation, ResourceType } from '../../resources';
import { serviceBody } from '../../vocabulary';
import type { Action } from '../action-node';
import { choose } from '../choice';
import { commandError } from '../command-error';
import { needed } from '../setting';
import type { Given, GivenValue } from '../setting';
import { findTarget } from '../target';
import { readAndTell, sound, writeAndTell } from './send';

/** What a message asks of any resource. */
export interface ResourceWish {
  rtype: Given;
  operation: Given;
  target: Given;
  command: GivenValue;
  allowUnknownFields: boolean;
}

/** Any operation on any resource type. */
export const handleResource: Action<ResourceWish> = async (wish, bridge, options) => {
  const operation = choose(wish.operation, operations, 'operation');
  const rtypes = rtypesOf(wish, operation);
  const { allowUnknownFields } = wish;
  const { at, given } = wish.command;
  const bodyOptions = { at, allowUnknownFields };
  const sendOptions = { ...options, allowUnknownFields };
  if (operation === 'list' || operation === 'create') {
    const [rtype] = rtypes;
    checkOperation(rtype, operation);
    if (operation === 'list') return readAndTell(bridge, { operation, rtype }, options);
    const command = sound(serviceBody(rtype, operation, needed(given), bodyOptions));
    return writeAndTell(bridge, { operation, rtype }, command, sendOptions);
  }
  const { rid, rtype } = await findTarget(bridge, wish.target, rtypes);
  checkOperation(rtype, operation);
  const asked = { rtype, rid } as const;
  if (operation === 'get') return readAndTell(bridge, { operation, ...asked }, options);
  const command =
    operation === 'update'
      ? sound(serviceBody(rtype, operation, needed(given), bodyOptions))
      : undefined;
  return writeAndTell(bridge, { operation, ...asked }, command, sendOptions);
};

/** The one type that is meant, or for a single resource any type when none is named. */
function rtypesOf(
  { rtype }: ResourceWish,
  operation: Operation,
): readonly [ResourceType, ...ResourceType[]] {
  const unnamed = rtype.ok && rtype.value === undefined;
  const single = operation !== 'list' && operation !== 'create';
  const [first, ...others] = resourceTypes.filter((type) => hasOperation(type, operation));
  if (unnamed && single && first !== undefined) return [first, ...others];
  return [choose(rtype, resourceTypes, 'rtype')];
}

function checkOperation(rtype: ResourceType, operation: Operation): void {
  if (hasOperation(rtype, operation)) return;
  const expected = `an operation that ${rtype} has (${operations.filter((name) => hasOperation(rtype, name)).join(', ')})`;
  throw commandError({ path: 'operation', expected, received: operation });
}
