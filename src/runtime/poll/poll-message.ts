import type { NodeMessage } from 'node-red';
import { getPlainValue, isResourceType, getMember } from '../../resources';
import type { Resource } from '../../resources';
import type { ResourceChangeEvent, Mirror } from '../../bridge';
import { getDisplayNames } from '../session/display-names';

/** Why a poll node sends a message. */
export type PollOccasion = ResourceChangeEvent['kind'] | 'poll' | 'start' | 'request';

/** A resource that a poll node sends a message about, with the occasion. */
export interface PollEvent {
  occasion: PollOccasion;
  resource: Resource;
  previous?: Resource;
  changed?: readonly string[];
  /** How a change was detected. */
  cause?: ResourceChangeEvent['cause'];
  /** True when a command of this package caused the change. */
  own?: boolean;
}

/**
 * Creates the message about one resource. Everything in it is a copy.
 *
 * @param output `resource`, `value` or the path of a property; the payload is null when there is no such value
 */
export function createPollMessage(
  mirror: Mirror,
  output: string,
  pollEvent: PollEvent,
): NodeMessage {
  const { occasion, resource, previous, changed = [], cause, own } = pollEvent;
  const rid = resource.id;
  const rtype = resource.type;
  const names = getDisplayNames(mirror, rid);
  return {
    payload:
      occasion === 'deleted' ? null : structuredClone(selectPayload(resource, output) ?? null),
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

function selectPayload(resource: Resource, output: string): unknown {
  if (output === 'resource') return resource;
  if (output !== 'value') return getMember(resource, ...output.split('.'));
  return isResourceType(resource.type) ? getPlainValue(resource) : resource;
}
