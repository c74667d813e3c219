import type { Resource } from '../resources';
import type { ResourceIndex } from './resource-index';
import type { Command, Result } from './result';
import { serviceBody } from './service-body';
import type { BodyOptions } from './service-body';

/** What a room command is read against. */
export interface RoomOptions extends BodyOptions {
  /** Names and devices of the home. */
  home: ResourceIndex;
  /** The room that is changed; undefined for a new one. */
  room?: Resource | undefined;
}

/**
 * Reads what a flow wants of a room, or the service's own body.
 *
 * @param payload what the flow sent
 * @param operation `create` for a new room, `update` for a change
 * @returns the body of the POST or PUT
 */
export function roomCommand(
  payload: unknown,
  operation: 'create' | 'update',
  options: RoomOptions,
): Result<Command> {
  return serviceBody('room', operation, payload, options);
}
