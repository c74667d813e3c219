import type { Mirror } from '../bridge';

/** What a resource and the room or zone it is in are called; nothing for what is not known. */
export interface Names {
  name?: string;
  room?: string;
}

/** @returns the names of a resource, for messages */
export function namesOf(mirror: Mirror, rid: string): Names {
  const name = mirror.name(rid);
  const roomId = mirror.room(rid)?.id;
  const room = roomId === undefined ? undefined : mirror.name(roomId);
  return {
    ...(name === undefined ? {} : { name }),
    ...(room === undefined ? {} : { room }),
  };
}
