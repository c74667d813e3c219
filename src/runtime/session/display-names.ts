import type { Mirror } from '../../bridge';

/** Names of a resource and of its room or zone; missing where they are not known. */
export interface DisplayNames {
  name?: string;
  room?: string;
}

/** @returns the names of a resource, for messages */
export function getDisplayNames(mirror: Mirror, rid: string): DisplayNames {
  const name = mirror.name(rid);
  const roomId = mirror.room(rid)?.id;
  const room = roomId === undefined ? undefined : mirror.name(roomId);
  return {
    ...(name === undefined ? {} : { name }),
    ...(room === undefined ? {} : { room }),
  };
}
