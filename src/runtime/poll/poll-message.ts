import type { NodeMessage } from 'node-red';
import { definitionOf, isResourceType, member } from '../../resources';
import type { Resource } from '../../resources';
import type { Change, Mirror } from '../../bridge';
import { namesOf } from '../names';

/** Why a poll node speaks. */
export type Occasion = Change['kind'] | 'poll' | 'start' | 'request';

/** What a poll node tells. */
export interface Told {
  occasion: Occasion;
  resource: Resource;
  previous?: Resource;
  changed?: readonly string[];
  /** How a change was learnt. */
  cause?: Change['cause'];
  /** True when one of this package's own commands explains the change. */
  own?: boolean;
}

/**
 * Writes the message about one resource. Everything in it is a copy.
 *
 * @param output `resource`, `value` or the path of a property; the payload is null while there is none
 */
export function pollMessage(mirror: Mirror, output: string, told: Told): NodeMessage {
  const { occasion, resource, previous, changed = [], cause, own } = told;
  const rid = resource.id;
  const rtype = resource.type;
  const names = namesOf(mirror, rid);
  return {
    payload: occasion === 'deleted' ? null : structuredClone(outputOf(resource, output) ?? null),
    topic: `${rtype}/${names.name ?? rid}`,
    resource: structuredClone(resource),
    previous: structuredClone(previous),
    changed: [...changed],
    bridge: {
      occasion,
      rtype,
      rid,
      ...names,
      ...(cause === undefined ? {} : { cause }),
      ...(own === undefined ? {} : { own }),
    },
  };
}

function outputOf(resource: Resource, output: string): unknown {
  if (output === 'resource') return resource;
  if (output !== 'value') return member(resource, ...output.split('.'));
  return isResourceType(resource.type) ? definitionOf(resource.type).value(resource) : resource;
}
