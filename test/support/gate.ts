import { EventEmitter, once } from 'node:events';

/** Something that waits until it is opened. */
export interface Gate {
  opened: Promise<void>;
  open: () => void;
}

/** A gate that is shut. */
export function gate(): Gate {
  const events = new EventEmitter();
  return { opened: once(events, 'open').then(() => undefined), open: () => events.emit('open') };
}
